import type { RecordConflict, ReplicationReport } from "./replication/replication.ts";
import { digestOf } from "./replication/replication-state.ts";
import type { SharedData } from "./replication/shared-kind.ts";
import type { FleetRecordsWire } from "./wire/records.ts";

/** What a box tells of the records that its fleet shares; of conflicts only names and fields, never hashes. */
export function fleetRecordsWire(report: ReplicationReport): FleetRecordsWire {
  const { agreedAtMs, records, conflicts, refused } = report;
  return {
    object: "fleet.records",
    agreed_at: agreedAtMs === null ? null : Math.floor(agreedAtMs / 1000),
    records,
    conflicts: conflicts.map(conflictWire),
    refused: refused.map(({ kind, recordId, problem }) => ({ kind, record_id: recordId, problem })),
  };
}

function conflictWire({ id, kind, recordId, boxId, atMs, lost, stands }: RecordConflict) {
  return {
    conflict_id: id,
    kind,
    record_id: recordId,
    box_id: boxId,
    at: Math.floor(atMs / 1000),
    name_lost: nameOf(lost),
    name_stands: nameOf(stands),
    differs: differences(fieldsOf(lost), fieldsOf(stands)),
  };
}

/** The fields of a policy are one step further in. */
function fieldsOf(data: SharedData | null): SharedData {
  const policy = data?.["policy"];
  return typeof policy === "object" && policy !== null
    ? { ...data, policy: undefined, ...policy }
    : { ...data };
}

function nameOf(data: SharedData | null): string | null {
  const { name } = fieldsOf(data);
  return typeof name === "string" ? name : null;
}

function differences(one: SharedData, other: SharedData): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const isSame = (name: string) =>
    digestOf({ value: one[name] }) === digestOf({ value: other[name] });
  return [...names].filter((name) => !isSame(name)).toSorted();
}
