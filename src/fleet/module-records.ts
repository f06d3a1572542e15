import { listPolicies } from "../perception/policies/policy-record.ts";
import type { Module, Start } from "../module.ts";
import { recordAlarms } from "./alarms.ts";
import type { RecordNeeds } from "./module.ts";
import { fleetRecordsWire } from "./records-wire.ts";
import { Replication } from "./replication/replication.ts";
import { sharedKinds } from "./replication/shared-kinds.ts";
import { sharedPolicies } from "./replication/shared-policies-wire.ts";
import type { FleetRecords } from "./routes/fleet-records.ts";

/** The shared records of a box in a fleet. */
export interface StartedRecords {
  records: FleetRecords;
  more: Pick<Module, "alarms" | "metrics">;
}

/** Starts to share the records of the box. Loaded only where the box has a fleet. */
export async function shareRecords(start: Start, needs: RecordNeeds): Promise<StartedRecords> {
  const { orgs, keys, accounts, policies, store, clock, log, events } = needs;
  const { identity, table, isListening } = needs.fleet.joined!;
  const all = () => orgs.ids().flatMap((org) => listPolicies(store, org));
  const policyKind = sharedPolicies({
    list: all,
    get: (id) => all().find((policy) => policy.id === id),
    adopt: (policy) => policies.adopt(policy),
    remove: (org, id) => policies.remove(org, id),
  });
  const replication = new Replication({
    table,
    identity,
    isListening,
    store,
    clock,
    log: log.child({ fleet: needs.config.fleet.name }),
    boxId: events.boxId,
    kinds: [...sharedKinds({ orgs, keys, people: accounts.people }), policyKind],
  });
  await start("fleet-records", replication);
  needs.fleet.joined!.report = () => replication.report();
  return {
    records: {
      describe: () => fleetRecordsWire(replication.report()),
      resolve: (id, take) => replication.resolve(id, take),
      trust: (boxId, publicKey) => identity.trust(boxId, publicKey),
    },
    more: {
      alarms: () => recordAlarms(replication.report()),
      metrics: () => {
        const { conflicts, refused, records } = replication.report();
        return [
          { name: "gatehouse_fleet_records", value: records, labels: { state: "shared" } },
          {
            name: "gatehouse_fleet_records",
            value: conflicts.length,
            labels: { state: "conflict" },
          },
          { name: "gatehouse_fleet_records", value: refused.length, labels: { state: "refused" } },
        ];
      },
    },
  };
}
