import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import { askAppliance } from "../../system/admin/admin-client.ts";
import type { AdminRequest } from "../../system/admin/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import { systemClock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { checkMark, readMark, storeVersion } from "../../system/store/store-version.ts";

/** Longest wait for a starting or stopping appliance, which holds the store but not the socket. */
const patienceMs = 15_000;

/**
 * Asks the appliance that runs on `dataDir`; without one, runs `offline` on the store. Rejects with
 * the request's own coded error, or `store_locked`.
 */
export async function askBox(
  dataDir: string,
  request: AdminRequest,
  offline: (store: LmdbStore) => Promise<unknown>,
): Promise<unknown> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const outcome = await askAppliance(dataDir, request);
    if (outcome.isRunning) return outcome.result;
    try {
      return await onStore(dataDir, offline);
    } catch (error) {
      const isLocked = GatehouseError.find(error)?.code === "store_locked";
      if (!isLocked || performance.now() > giveUpAt) throw error;
      await wait(100);
    }
  }
}

/**
 * Runs `work` on the store of a stopped appliance. Rejects with `store_locked` while it runs, and
 * with `store_newer` or `store_migrating` for a store that this release must not change.
 */
async function onStore(
  dataDir: string,
  work: (store: LmdbStore) => Promise<unknown>,
): Promise<unknown> {
  await refuseForeignRoot(dataDir);
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  try {
    await store.start();
    checkMark(readMark(store), storeVersion);
    return await work(store);
  } finally {
    await store.stop();
  }
}

/** Root would leave files that the service's user cannot open, and the next start would fail. */
async function refuseForeignRoot(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).then(
    (found) => found.uid,
    () => undefined,
  );
  if (owner === undefined || owner === 0 || process.getuid?.() !== 0) return;
  throw fail(
    "store_failed",
    `${dataDir}: belongs to user ${owner}. Start the appliance first, or run this as that user (sudo -u '#${owner}')`,
  );
}

/**
 * Gives up root for good: the process takes the user of the data directory's owner, so that the
 * service can use its files, and no link there can make root change other files.
 */
export async function becomeOwnerOf(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await stat(dataDir).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/**
 * Runs `work` with the rights of the data directory's owner when the process is root, then returns
 * to root: the directory belongs to the service, and no link there may make root change other
 * files.
 */
export async function withOwnerRights<R>(dataDir: string, work: () => Promise<R>): Promise<R> {
  const owner = await stat(dataDir).catch(() => undefined);
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return await work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}
