import { KeyAdmin } from "../../system/admin/key-admin.ts";
import { PeopleAdmin } from "../../system/admin/people-admin.ts";
import { Passwords } from "../../base/people/passwords.ts";
import { People } from "../../base/people/people.ts";
import type { AdminRequest } from "../../system/admin/protocol.ts";
import { systemClock } from "../../base/core/clock.ts";
import { silentLogger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { ApiKeys } from "../../base/keys/api-keys.ts";
import { AuditLog } from "../../base/keys/audit-log.ts";
import { Organisations } from "../../base/keys/organisations.ts";
import { EgressLog } from "../../uplink/egress-log.ts";
import { askBox } from "./box-access.ts";
import { egressPage } from "../../uplink/egress-wire.ts";

const keepAll = { maxAgeMs: Infinity, maxCount: Infinity };

/** A command for keys and organisations; see `KeyAdmin`. */
export type KeyRequest = AdminRequest;

/**
 * Runs a command: through the socket while the appliance runs on `dataDir`, on the store itself
 * while it is stopped. Rejects with the command's own coded error, or `store_locked`.
 */
export function askKeys(dataDir: string, request: KeyRequest): Promise<unknown> {
  return askBox(dataDir, request, (store) => askStore(store, request));
}

async function askStore(store: Store, { method, params }: KeyRequest): Promise<unknown> {
  const parts = { store, clock: systemClock };
  const keys = new ApiKeys(parts);
  const orgs = new Organisations(parts);
  // Never started: they only add and list here, and the appliance trims.
  const audit = new AuditLog({ ...parts, log: silentLogger, retention: keepAll });
  const egress = new EgressLog({ ...parts, log: silentLogger, retention: keepAll });
  const people = new PeopleAdmin({
    accounts: { people: new People(parts), passwords: new Passwords() },
    audit,
  });
  const admin = new KeyAdmin({
    keys,
    orgs,
    audit,
    egressPage: (org, query) => egressPage(egress, org, query),
    people,
    clock: systemClock,
  });
  return await admin.run(method, params);
}
