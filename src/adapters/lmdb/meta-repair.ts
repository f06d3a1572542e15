import { open } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import { metaPagesOf, readMetaCopy } from "./meta-copy.ts";
import type { MetaPages } from "./meta-pages.ts";
import { dataFile } from "./reads.ts";
import { problemOf } from "./store-check.ts";

/** The meta pages that were rewritten. */
export interface MetaRepair {
  /** The reason for which they could not be read. */
  problem: string;
  source: "the copy of the last clean stop" | "the other meta page";
  /** The file with both pages as they were. */
  aside: string;
}

/**
 * Writes meta pages that cannot be read again where that loses nothing and the whole store is sound
 * with them and has no page of a later commit: from the copy of the last clean stop, or else as a
 * second one of the page that can be read. The former bytes are kept in a file, and are back in place
 * when LMDB finds fault with the outcome.
 *
 * "older" when only the whole page would do, but a later commit may be lost with the other; "none"
 * without a way. The caller holds the directory's lock.
 */
export async function repairMetaPages(
  storeDir: string,
  wallMs: number,
): Promise<MetaRepair | "older" | "none"> {
  const found = await metaPagesOf(storeDir);
  const problem = found.faults.filter((fault) => fault !== null).join(", ");
  const copied = copyOver(found, await readMetaCopy(storeDir));
  if (copied && (await isNewest(storeDir, copied))) {
    const aside = await apply(storeDir, copied, wallMs);
    return aside === null ? "none" : { problem, source: "the copy of the last clean stop", aside };
  }
  const doubled = doubledPage(found);
  if (!doubled) return "none";
  if (await isNewest(storeDir, doubled)) {
    const aside = await apply(storeDir, doubled, wallMs);
    return aside === null ? "none" : { problem, source: "the other meta page", aside };
  }
  return (await problemOf(storeDir, { metaPages: doubled })) === null ? "older" : "none";
}

/**
 * Returns a store with one unreadable meta page to the other one, which may be one commit older. Fails with
 * `not_found` when both pages can be read or neither can, and with `store_damaged` when the store is not
 * sound with it; then nothing has changed.
 */
export async function useOtherMetaPage(storeDir: string, wallMs: number): Promise<void> {
  const doubled = doubledPage(await metaPagesOf(storeDir));
  if (!doubled)
    throw fail(
      "not_found",
      "meta pages: both can be read, or neither. Restore a backup if the store is damaged",
    );
  const problem = await problemOf(storeDir, { metaPages: doubled });
  const isWritten = problem === null && (await apply(storeDir, doubled, wallMs)) !== null;
  if (isWritten) return;
  throw fail(
    "store_damaged",
    `meta page: the other one does not help (${problem ?? "LMDB refuses it"}). Restore a backup`,
  );
}

/** Returns true when the store is sound with these meta pages and has no page of a later commit. */
async function isNewest(storeDir: string, metaPages: Buffer): Promise<boolean> {
  return (await problemOf(storeDir, { metaPages, mustBeNewest: true })) === null;
}

/** The copy, unless the file has a whole page that differs: then something has written since. */
function copyOver({ bytes, faults }: MetaPages, copy: Buffer | undefined): Buffer | undefined {
  if (!copy || !bytes || copy.length !== bytes.length) return bytes ? undefined : copy;
  const half = copy.length / 2;
  const isOther = faults.some((fault, index) => {
    const [from, to] = [index * half, (index + 1) * half];
    return fault === null && !bytes.subarray(from, to).equals(copy.subarray(from, to));
  });
  return isOther ? undefined : copy;
}

/** Both pages as the one that can be read, each with its own number; undefined unless it is one. */
function doubledPage({ bytes, faults }: MetaPages): Buffer | undefined {
  const whole = faults.indexOf(null);
  if (!bytes || whole < 0 || whole !== faults.lastIndexOf(null)) return undefined;
  const half = bytes.length / 2;
  const doubled = Buffer.from(bytes);
  bytes.copy(doubled, (1 - whole) * half, whole * half, (whole + 1) * half);
  doubled.writeBigUInt64LE(BigInt(1 - whole), (1 - whole) * half);
  return doubled;
}

/** Writes both pages; the file that keeps the former ones, or null when these are back in place. */
async function apply(storeDir: string, pages: Buffer, wallMs: number): Promise<string | null> {
  const file = await open(join(storeDir, dataFile), "r+");
  try {
    const former = Buffer.alloc(pages.length);
    // Bytes that the disk does not return stay zeros.
    await file.read(former, 0, former.length, 0).catch(() => undefined);
    const aside = join(storeDir, `meta.damaged-${wallMs}`);
    await writeFileAtomic(aside, former);
    await writeThrough(file, pages);
    if ((await problemOf(storeDir)) === null) return aside;
    await writeThrough(file, former);
    return null;
  } finally {
    await file.close();
  }
}

async function writeThrough(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
  await file.write(bytes, 0, bytes.length, 0);
  await file.sync();
}
