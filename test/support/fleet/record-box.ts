import { join } from "node:path";
import type { TestContext } from "node:test";
import { ed25519 } from "../../../src/adapters/signatures/ed25519.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { ApiKeys } from "../../../src/base/keys/api-keys.ts";
import { Organisations } from "../../../src/base/keys/organisations.ts";
import { People } from "../../../src/base/people/people.ts";
import { FleetIdentity } from "../../../src/fleet/identity/fleet-identity.ts";
import { identityFile } from "../../../src/fleet/identity/identity-terms.ts";
import { Replication } from "../../../src/fleet/replication/replication.ts";
import { sharedKinds } from "../../../src/fleet/replication/shared-kinds.ts";
import { sharedPolicies } from "../../../src/fleet/replication/shared-policies-wire.ts";
import { listPolicies, type PolicyRecord } from "../../../src/perception/policies/policy-record.ts";
import type { PolicyService } from "../../../src/perception/policies/policy-service.ts";
import { tempDir } from "../box/temp-dir.ts";
import { bareSettings, makePolicies } from "../perception/make-policies.ts";
import { makeStore } from "../store/make-store.ts";
import { type FleetBox, startFleetBox } from "./fleet-box.ts";

/** A box with a store whose organisations, keys, people and policies its fleet shares. */
export interface RecordBox extends FleetBox {
  identity: FleetIdentity;
  replication: Replication;
  orgs: Organisations;
  keys: ApiKeys;
  people: People;
  policies: PolicyService;
}

/** Starts the box at the NATS server `url`, with a new store and key. */
export async function startRecordBox(
  t: TestContext,
  boxId: string,
  url: string,
): Promise<RecordBox> {
  const store = await makeStore(t);
  const about = { store, clock: systemClock };
  const { service: policies } = makePolicies({ ...about, settings: bareSettings });
  const orgs = new Organisations(about);
  const keys = new ApiKeys(about);
  const people = new People(about);
  const box = await startFleetBox(t, boxId, { servers: [url] });
  const shared = { table: box.table, ...about, log: silentLogger, boxId };
  const keyFile = join(await tempDir(t), identityFile);
  const identity = new FleetIdentity({ ...shared, signatures: ed25519, keyFile });
  await identity.start();
  t.after(() => identity.stop());
  const all = (): PolicyRecord[] => orgs.ids().flatMap((org) => listPolicies(store, org));
  const policyKind = sharedPolicies({
    list: all,
    get: (id) => all().find((policy) => policy.id === id),
    adopt: (policy) => policies.adopt(policy),
    remove: (org, id) => policies.remove(org, id),
  });
  const replication = new Replication({
    ...shared,
    identity,
    isListening: () => box.membership.isListening(),
    kinds: [...sharedKinds({ orgs, keys, people }), policyKind],
  });
  replication.start();
  t.after(() => replication.stop());
  return { ...box, identity, replication, orgs, keys, people, policies };
}
