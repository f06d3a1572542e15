import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import { askAppliance } from "../admin/admin-client.ts";
import { KeyAdmin } from "../admin/key-admin.ts";
import type { AdminRequest } from "../admin/protocol.ts";
import { fail } from "../contract/fail.ts";
import { systemClock } from "../core/clock.ts";
import { GatehouseError } from "../core/errors.ts";
import { silentLogger } from "../core/logger.ts";
import { ApiKeys } from "../keys/api-keys.ts";

/** One of the key commands. */
export interface KeyRequest extends AdminRequest {
  method: "keys.create" | "keys.list" | "keys.revoke";
}

/** How long a starting or stopping appliance, which holds the store but not the socket, is waited for. */
const patienceMs = 15_000;

/**
 * Runs a key command: through the socket while the appliance runs on `dataDir`, on the store itself
 * while it is stopped. Rejects with the command's own coded error, or `store_locked`.
 */
export async function askKeys(dataDir: string, request: KeyRequest): Promise<unknown> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const outcome = await askAppliance(dataDir, request);
    if (outcome.isRunning) return outcome.result;
    try {
      return await askStore(dataDir, request);
    } catch (error) {
      const isLocked = GatehouseError.find(error)?.code === "store_locked";
      if (!isLocked || performance.now() > giveUpAt) throw error;
      await wait(100);
    }
  }
}

async function askStore(dataDir: string, request: KeyRequest): Promise<unknown> {
  await refuseForeignRoot(dataDir);
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  try {
    await store.start();
    const keys = new KeyAdmin({
      keys: new ApiKeys({ store, clock: systemClock }),
      clock: systemClock,
    });
    switch (request.method) {
      case "keys.create":
        return await keys.create(request.params);
      case "keys.list":
        return keys.list(request.params);
      case "keys.revoke":
        return await keys.revoke(request.params);
    }
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
    `${dataDir} belongs to user ${owner}: start the appliance first, or run this as that user (sudo -u '#${owner}')`,
  );
}
