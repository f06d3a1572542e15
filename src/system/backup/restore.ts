import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeFileAtomic, syncFolder } from "../../base/core/atomic-file.ts";
import { fail } from "../../base/contract/fail.ts";
import type { SealedContents } from "./create.ts";
import { openWithPassphrase } from "./key-seal.ts";
import { type BackupManifest, keysName } from "./manifest.ts";
import { keyFilesOf } from "./sources.ts";
import { readBackup } from "./verify.ts";

/** The options of a restore. */
export interface RestoreRequest {
  file: string;
  dataDir: string;
  /** True to set a non-empty data directory aside. */
  replace: boolean;
  /** Decrypts the keys in the backup; without it the keys of the replaced directory stay. */
  passphrase?: string;
  wallMs: () => number;
}

/** The step of a restore, and the bytes of the archive that it has read. */
export interface RestoreProgress {
  stage: "verifying" | "unpacking" | "checking" | "placing";
  bytes: number;
}

/** The operations on the store that a restore uses. */
export interface RestorePorts {
  /** Prepares the unpacked data directory: checks the store and starts a new epoch. */
  settle(dir: string): Promise<void>;
  /** Receives the progress. */
  onProgress?(progress: RestoreProgress): void;
  /** Called between the steps of the replacement; tests end the process there. */
  onStep?(step: "unpacked" | "marked" | "aside"): void;
}

/** The result of a restore. */
export interface RestoreResult {
  manifest: BackupManifest;
  /** New path of the former data directory; null when there was none. */
  aside: string | null;
  keys: "from_backup" | "kept" | "made_anew";
}

/** Path of the mark beside the data directory during a replacement. */
export function restoreMark(dataDir: string): string {
  return join(dirname(dataDir), `.${basename(dataDir)}.restoring`);
}

interface Swap {
  fresh: string;
  /** New path of the former directory; null when there is none. */
  aside: string | null;
  /** True when the former directory held only the lock. */
  isWaste: boolean;
}

/**
 * Unpacks and checks a backup beside the data directory, then swaps the two by renames, so that at
 * any moment the box has the old or the new one, or refuses to start until this runs again. The
 * caller holds the directory's lock. Fails with `backup_invalid`, `data_dir_not_empty`,
 * `passphrase_wrong`, `store_newer`, `store_failed`.
 */
export async function restoreBackup(
  request: RestoreRequest,
  ports: RestorePorts,
): Promise<RestoreResult> {
  const { file, dataDir, replace, passphrase } = request;
  const isThere = await holdsSomething(dataDir);
  if (isThere && !replace) {
    throw fail("data_dir_not_empty", `${dataDir}: is not empty. Set it aside with --replace`);
  }
  await refuseMountPoint(dataDir);
  const fresh = `${dataDir}.restoring-${process.pid}`;
  try {
    const manifest = await unpack(file, fresh);
    const keys = await placeKeys(fresh, { passphrase, dataDir, hasOld: isThere });
    await ports.settle(fresh);
    await giveTo(fresh, dataDir);
    ports.onStep?.("unpacked");
    const isFolderThere = await isFolder(dataDir);
    const aside = isFolderThere ? `${dataDir}.before-restore-${request.wallMs()}` : null;
    const plan: Swap = { fresh, aside, isWaste: !isThere };
    await writeFileAtomic(restoreMark(dataDir), JSON.stringify(plan));
    ports.onStep?.("marked");
    await swap(dataDir, plan, ports);
    return { manifest, aside: isThere ? aside : null, keys };
  } catch (error) {
    const isMarked = await stat(restoreMark(dataDir)).then(
      () => true,
      () => false,
    );
    if (!isMarked) await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Completes a restore that was cut off between its renames; false when there was none. */
export async function finishRestore(dataDir: string): Promise<boolean> {
  const text = await readFile(restoreMark(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return false;
  await swap(dataDir, JSON.parse(text) as Swap, {});
  return true;
}

/** Every step may have been done before. */
async function swap(
  dataDir: string,
  { fresh, aside, isWaste }: Swap,
  { onStep }: Pick<RestorePorts, "onStep">,
): Promise<void> {
  if (await isFolder(fresh)) {
    if (aside !== null && !(await isFolder(aside))) await rename(dataDir, aside);
    // The service manager may have created an empty folder meanwhile; rename replaces only an empty
    // one.
    onStep?.("aside");
    await rename(fresh, dataDir);
  }
  await syncFolder(dirname(dataDir));
  if (isWaste && aside !== null) await rm(aside, { recursive: true, force: true });
  await rm(restoreMark(dataDir), { force: true });
}

/** Verifies the backup, then unpacks it into the new folder `dir`. Fails with `backup_invalid`. */
export async function unpack(
  file: string,
  dir: string,
  { onProgress }: Pick<RestorePorts, "onProgress"> = {},
): Promise<BackupManifest> {
  let bytes = 0;
  const count = (stage: RestoreProgress["stage"], chunk: Buffer): void => {
    bytes += chunk.length;
    onProgress?.({ stage, bytes });
  };
  await readBackup(file, async (_path, body) => {
    for await (const chunk of body) count("verifying", chunk);
  });
  bytes = 0;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { mode: 0o700 });
  return await readBackup(file, async (path, body) => {
    const target = join(dir, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const out = await open(target, "wx", 0o600);
    try {
      for await (const chunk of body) {
        await out.writeFile(chunk);
        count("unpacking", chunk);
      }
      await out.sync();
    } finally {
      await out.close();
    }
  });
}

/** Places the keys of the backup, or those of the replaced directory, in the unpacked one. */
export async function placeKeys(
  fresh: string,
  from: { passphrase: string | undefined; dataDir: string; hasOld: boolean },
): Promise<RestoreResult["keys"]> {
  const sealed = await readFile(join(fresh, keysName), "utf8").catch(() => undefined);
  await rm(join(fresh, keysName), { force: true });
  if (sealed !== undefined && from.passphrase !== undefined) {
    const opened = JSON.parse(await openWithPassphrase(from.passphrase, sealed)) as SealedContents;
    for (const [path, bytes] of Object.entries(opened.files)) {
      await placeKey(fresh, path, Buffer.from(bytes, "base64"));
    }
    if (opened.config !== undefined) await placeKey(fresh, "restored-site.yaml", opened.config);
    return "from_backup";
  }
  const old = from.hasOld ? await keyFilesOf(from.dataDir) : [];
  for (const path of old) await placeKey(fresh, path, await readFile(join(from.dataDir, path)));
  return old.length > 0 ? "kept" : "made_anew";
}

async function placeKey(dir: string, path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true, mode: 0o700 });
  await writeFileAtomic(join(dir, path), bytes);
}

async function holdsSomething(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch(() => []);
  // The caller's lock creates two files.
  return names.some((name) => name !== "lock" && name !== "lock.pid");
}

async function refuseMountPoint(dataDir: string): Promise<void> {
  const [own, parent] = await Promise.all([
    stat(dataDir).catch(() => undefined),
    stat(dirname(dataDir)).catch(() => undefined),
  ]);
  if (!parent)
    throw fail("store_failed", `${dirname(dataDir)}: there is no such folder. Create it`);
  if (!own || own.dev === parent.dev) return;
  throw fail(
    "store_failed",
    `${dataDir}: is a disk of its own and cannot be replaced by renaming. Use a folder on it as data_dir`,
  );
}

/** Gives `fresh`, when root made it, with its contents to the owner of the data directory. */
export async function giveTo(fresh: string, dataDir: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const owner = await stat(dataDir).catch(() => undefined);
  if (!owner || owner.uid === 0) return;
  await chown(fresh, owner.uid, owner.gid);
  for (const entry of await readdir(fresh, { recursive: true })) {
    await chown(join(fresh, entry), owner.uid, owner.gid);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
