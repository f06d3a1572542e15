import { KeyAdmin } from "../admin/key-admin.ts";
import type { AdminRequest } from "../admin/protocol.ts";
import { systemClock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";
import { ApiKeys } from "../keys/api-keys.ts";
import { askBox } from "./box-access.ts";

/** One of the key commands. */
export interface KeyRequest extends AdminRequest {
  method: "keys.create" | "keys.list" | "keys.revoke";
}

/**
 * Runs a key command: through the socket while the appliance runs on `dataDir`, on the store itself
 * while it is stopped. Rejects with the command's own coded error, or `store_locked`.
 */
export function askKeys(dataDir: string, request: KeyRequest): Promise<unknown> {
  return askBox(dataDir, request, (store) => askStore(store, request));
}

async function askStore(store: Store, request: KeyRequest): Promise<unknown> {
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
}
