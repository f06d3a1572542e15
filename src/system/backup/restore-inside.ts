import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedPrefix, writeFileAtomic, syncFolder } from "../../base/core/atomic-file.ts";
import {
  placeKeys,
  type RestorePorts,
  type RestoreRequest,
  type RestoreResult,
  unpack,
} from "./restore.ts";

/** Plan in the data directory while the restored entries replace the former ones. */
const markName = ".restoring.json";
const freshName = ".restoring";
const asidePrefix = "before-restore-";
/** Entries of a data directory that are not state of the box and stay in place. */
const keptNames: ReadonlySet<string> = new Set([
  "lock",
  "lock.pid",
  "backups",
  "last-backup.json",
  "rescue-code",
  "compile-cache",
  markName,
  freshName,
]);

interface Plan {
  v: 1;
  aside: string;
  former: readonly string[];
  restored: readonly string[];
}

/**
 * Restores a backup as `restoreBackup` does, but within the data directory: for a process that may
 * write nowhere else, such as the service. The former entries move to `before-restore-<time>`
 * there. A process that is killed between the renames leaves a plan, which `finishInside` carries
 * out. The caller holds the directory's lock. Fails with `backup_invalid`, `store_newer` or
 * `store_failed`; then nothing has changed.
 */
export async function restoreInside(
  { file, dataDir, wallMs }: Pick<RestoreRequest, "file" | "dataDir" | "wallMs">,
  ports: RestorePorts,
): Promise<RestoreResult> {
  const { settle, onProgress } = ports;
  const fresh = join(dataDir, freshName);
  try {
    const manifest = await unpack(file, fresh, ports);
    const keys = await placeKeys(fresh, { passphrase: undefined, dataDir, hasOld: true });
    onProgress?.({ stage: "checking", bytes: 0 });
    await settle(fresh);
    ports.onStep?.("unpacked");
    onProgress?.({ stage: "placing", bytes: 0 });
    const aside = `${asidePrefix}${wallMs()}`;
    const former = (await readdir(dataDir)).filter(isState);
    const plan: Plan = { v: 1, aside, former, restored: await readdir(fresh) };
    await writeFileAtomic(join(dataDir, markName), JSON.stringify(plan));
    ports.onStep?.("marked");
    await carryOut(dataDir, plan, ports);
    return { manifest, aside: join(dataDir, aside), keys };
  } catch (error) {
    if (!(await isThere(join(dataDir, markName))))
      await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Completes a restore of `restoreInside` that was cut off between its renames; false when there was
 * none. The caller holds the directory's lock.
 */
export async function finishInside(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, markName), "utf8").catch(() => undefined);
  if (text === undefined) return false;
  await carryOut(dataDir, JSON.parse(text) as Plan, {});
  return true;
}

/** True when a restore within the data directory was cut off between its renames. */
export function isInsideUnfinished(dataDir: string): Promise<boolean> {
  return isThere(join(dataDir, markName));
}

function isState(name: string): boolean {
  return (
    !keptNames.has(name) &&
    !name.startsWith(unfinishedPrefix) &&
    !name.startsWith(asidePrefix) &&
    !name.startsWith(`store.${asidePrefix}`)
  );
}

/** Every step may have been done before; restored entries move after all former ones. */
async function carryOut(
  dataDir: string,
  { aside, former, restored }: Plan,
  { onStep }: Pick<RestorePorts, "onStep">,
): Promise<void> {
  const asideDir = join(dataDir, aside);
  const fresh = join(dataDir, freshName);
  await mkdir(asideDir, { recursive: true, mode: 0o700 });
  const waiting = await readdir(fresh).catch(() => []);
  if (waiting.length === restored.length) await setAside(dataDir, asideDir, former);
  await syncFolder(asideDir);
  await syncFolder(dataDir);
  onStep?.("aside");
  for (const name of restored) {
    if (await isThere(join(fresh, name))) await rename(join(fresh, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(fresh, { recursive: true, force: true });
  await rm(join(dataDir, markName));
  await syncFolder(dataDir);
}

async function setAside(dataDir: string, asideDir: string, names: readonly string[]) {
  for (const name of names) {
    if (await isThere(join(dataDir, name))) await rename(join(dataDir, name), join(asideDir, name));
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
