import { createHash } from "node:crypto";
import { rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { asBinary, type RootDatabase } from "lmdb";
import { fail } from "../../base/contract/fail.ts";
import { unfinishedPrefix, syncFolder } from "../../base/core/atomic-file.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { StoreKey } from "../../base/core/store.ts";
import { Environment, storeFolder } from "./environment.ts";
import { copyFolder } from "./kept-copy.ts";
import { dataFile, figuresOf, type Key } from "./reads.ts";
import { problemOf } from "./store-check.ts";

/** Entries of one transaction. */
const perStep = 500;
/** Free space that must be left beside the new file, in bytes. */
const marginBytes = 16 * 1024 * 1024;

/** The store to rewrite; no other part uses it meanwhile. */
export interface RewriteParts {
  /** Open before and after. */
  environment: Environment;
  dataDir: string;
  /** Entries that the new file has in place of, or beside, those of the old one. */
  changes: readonly (readonly [key: StoreKey, value: unknown])[];
  log: Logger;
}

/**
 * Writes every entry into a new file and puts it in the place of the old one by one rename, so that nothing is
 * left of freed pages and of the gaps in used ones. The new file is read from end to end and compared first.
 * Removes the checked copy of the store, which is as old. Fails with `storage_full` and `store_failed`; then
 * the former store stays.
 */
export async function rewriteStore({
  environment,
  dataDir,
  changes,
  log,
}: RewriteParts): Promise<void> {
  const freshDir = join(dataDir, `${unfinishedPrefix}rewrite`);
  const freshStore = join(freshDir, storeFolder);
  const storeDir = join(dataDir, storeFolder);
  try {
    await rm(freshDir, { recursive: true, force: true });
    await requireRoom(environment.db!, dataDir);
    await writeFresh(environment.db!, { freshDir, changes, log });
    const problem = await problemOf(freshStore);
    if (problem !== null)
      throw fail("store_failed", `rewritten store: is unsound (${problem}). Check the disk`);
    await rm(join(dataDir, copyFolder), { recursive: true, force: true });
    await environment.close();
    try {
      await rename(join(freshStore, dataFile), join(storeDir, dataFile));
      await syncFolder(storeDir);
    } finally {
      environment.open();
    }
  } finally {
    await rm(freshDir, { recursive: true, force: true });
  }
}

async function requireRoom(db: RootDatabase<unknown, Key>, dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const neededBytes = figuresOf(db).usedBytes + marginBytes;
  if (bavail * bsize >= neededBytes) return;
  const megabytes = Math.ceil(neededBytes / 1e6);
  throw fail(
    "storage_full",
    `disk: has too little free space for rewriting the store. Free ${megabytes} MB`,
  );
}

async function writeFresh(
  from: RootDatabase<unknown, Key>,
  { freshDir, changes, log }: { freshDir: string } & Pick<RewriteParts, "changes" | "log">,
): Promise<void> {
  const fresh = new Environment(freshDir, log);
  fresh.open();
  try {
    const to = fresh.db!;
    for await (const keys of pagesOf(from)) {
      to.transactionSync(() => {
        for (const key of keys) void to.put(key, asBinary(from.getBinary(key)!));
      });
    }
    to.transactionSync(() => {
      for (const [key, value] of changes) void to.put(key as Key, value);
    });
    const changed = new Set(changes.map(([key]) => JSON.stringify(key)));
    if ((await digestOf(from, changed)) !== (await digestOf(to, changed))) {
      throw fail(
        "store_failed",
        "rewritten store: differs from the former one. Check the memory and the disk",
      );
    }
  } finally {
    await fresh.close();
  }
}

/** One hash over all entries whose keys, as JSON, are not in `without`. */
async function digestOf(
  db: RootDatabase<unknown, Key>,
  without: ReadonlySet<string>,
): Promise<string> {
  const hash = createHash("sha256");
  for await (const keys of pagesOf(db)) {
    for (const key of keys) {
      const name = JSON.stringify(key);
      if (!without.has(name)) hash.update(name).update(db.getBinary(key)!);
    }
  }
  return hash.digest("hex");
}

async function* pagesOf(db: RootDatabase<unknown, Key>): AsyncGenerator<Key[]> {
  let after: Key | undefined;
  for (;;) {
    const from = after ? { start: after, exclusiveStart: true } : {};
    const keys = [...db.getKeys({ ...from, limit: perStep })];
    if (keys.length > 0) yield keys;
    if (keys.length < perStep) return;
    after = keys.at(-1);
    await nextTurn();
  }
}
