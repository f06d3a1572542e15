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
  "last-restore.json",
  "gatehouse.log",
  "rescue-code",
  "compile-cache",
  markName,
  freshName,
]);

interface Plan {
  v: 1;
  aside: string;
  restored: readonly string[];
}

/** What of a backup is unpacked, and where its keys come from. */
export type InsideRequest = Pick<RestoreRequest, "file" | "dataDir" | "wallMs" | "passphrase">;

/**
 * Restores a backup as `restoreBackup` does, but within the data directory: for a process that may
 * write nowhere else, such as the service. The former entries move to `before-restore-<time>`
 * there. A process that is killed between the renames leaves a plan, which `finishInside` carries
 * out. The caller holds the directory's lock. Fails with `backup_invalid`, `store_newer` or
 * `store_failed`; then nothing has changed.
 */
export async function restoreInside(
  request: InsideRequest,
  ports: RestorePorts,
): Promise<RestoreResult> {
  const result = await prepareInside(request, ports);
  ports.onStep?.("marked");
  await carryOut(request.dataDir, await readPlan(request.dataDir), ports);
  return result;
}

/**
 * Verifies, unpacks and checks a backup in the data directory of a running box, and leaves the plan that
 * `finishInside` carries out at the next start. Until the plan lies there, nothing has changed. Fails as
 * `restoreInside` does, and with `passphrase_wrong`.
 */
export async function prepareInside(
  { file, dataDir, wallMs, passphrase }: InsideRequest,
  { settle, onProgress, onStep }: RestorePorts,
): Promise<RestoreResult> {
  const fresh = join(dataDir, freshName);
  try {
    const manifest = await unpack(file, fresh, onProgress ? { onProgress } : {});
    const keys = await placeKeys(fresh, { passphrase, dataDir, hasOld: true });
    onProgress?.({ stage: "checking", bytes: 0 });
    await settle(fresh);
    onStep?.("unpacked");
    onProgress?.({ stage: "placing", bytes: 0 });
    const aside = `${asidePrefix}${wallMs()}`;
    const plan: Plan = { v: 1, aside, restored: await readdir(fresh) };
    await writeFileAtomic(join(dataDir, markName), JSON.stringify(plan));
    return { manifest, aside: join(dataDir, aside), keys };
  } catch (error) {
    if (!(await isInsideUnfinished(dataDir))) await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what a killed process has unpacked without a plan. */
export async function clearUnpacked(dataDir: string): Promise<void> {
  if (await isInsideUnfinished(dataDir)) return;
  await rm(join(dataDir, freshName), { recursive: true, force: true });
}

/** Returns the names of the folders with the former data, which restores have set aside. */
export async function formerFolders(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => /^(store\.)?before-restore-\d{1,15}$/.test(name)).toSorted();
}

/**
 * Completes a restore of `restoreInside` that was cut off between its renames; false when there was
 * none. The caller holds the directory's lock.
 */
export async function finishInside(dataDir: string): Promise<boolean> {
  if (!(await isInsideUnfinished(dataDir))) return false;
  await carryOut(dataDir, await readPlan(dataDir), {});
  return true;
}

async function readPlan(dataDir: string): Promise<Plan> {
  return JSON.parse(await readFile(join(dataDir, markName), "utf8")) as Plan;
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
  { aside, restored }: Plan,
  { onStep }: Pick<RestorePorts, "onStep">,
): Promise<void> {
  const asideDir = join(dataDir, aside);
  const fresh = join(dataDir, freshName);
  await mkdir(asideDir, { recursive: true, mode: 0o700 });
  const waiting = await readdir(fresh).catch(() => []);
  // The box may have written further entries since the plan; until a restored one has moved, all are former ones.
  if (waiting.length === restored.length) {
    await setAside(dataDir, asideDir, (await readdir(dataDir)).filter(isState));
  }
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
    await rename(join(dataDir, name), join(asideDir, name));
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
