import { Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { FleetRecordsWire } from "../wire/records.ts";
import { conflictChoiceSchema, fleetRecordsAnswer, trustSchema } from "../wire/records.ts";

/** What the routes need of a box in a fleet. */
export interface FleetRecords {
  describe(): FleetRecordsWire;
  /** Ends a conflict; see `Replication.resolve`. */
  resolve(id: string, take: "stands" | "lost"): Promise<void>;
  /** Accepts the present key of a box; see `FleetIdentity.trust`. */
  trust(boxId: string, publicKey: string): Promise<void>;
}

const tag = "system";
const answers = { 200: { description: "The shared records", schema: fleetRecordsAnswer } };

/** The records that the boxes of a fleet share; `records` is null where the box works alone, and only keys of the site's `organisation` reach them. */
export function fleetRecordRoutes(records: FleetRecords | null, organisation: string): Route[] {
  const fleetOf: FleetOf = (org) => present(records, { org, organisation });
  return [list(fleetOf), resolve(fleetOf), trust(fleetOf)];
}

/** Fails where the caller may not see the records of all organisations. */
type FleetOf = (org: string) => FleetRecords;

function list(fleetOf: FleetOf): Route {
  return route({
    method: "GET",
    path: "/api/v1/fleet/records",
    summary: "List conflicts and refused records of what the boxes of the fleet share",
    tag,
    access: "system:admin",
    answers,
    errors: ["feature_disabled"],
    handle: ({ caller }) => answerOf(fleetOf(caller.org)),
  });
}

function resolve(fleetOf: FleetOf): Route {
  return route({
    method: "POST",
    path: "/api/v1/fleet/conflicts/:conflict_id/resolve",
    summary: "Choose which of two versions of a shared record stands",
    tag,
    access: "keys:admin",
    params: closedObject({ conflict_id: Type.String({ minLength: 1, maxLength: 400 }) }),
    body: conflictChoiceSchema,
    answers,
    errors: ["feature_disabled", "conflict"],
    async handle({ caller, params: { conflict_id: id }, body: { take } }) {
      const fleet = fleetOf(caller.org);
      await fleet.resolve(id, take);
      return answerOf(fleet);
    },
  });
}

function trust(fleetOf: FleetOf): Route {
  return route({
    method: "POST",
    path: "/api/v1/fleet/boxes/:box_id/trust",
    summary: "Accept the new key of a box of the fleet",
    tag,
    access: "keys:admin",
    params: closedObject({ box_id: Type.String({ minLength: 1, maxLength: 100 }) }),
    body: trustSchema,
    answers,
    errors: ["feature_disabled", "conflict"],
    async handle({ caller, params: { box_id: boxId }, body: { public_key: key } }) {
      const fleet = fleetOf(caller.org);
      await fleet.trust(boxId, key);
      return answerOf(fleet);
    },
  });
}

function present(
  records: FleetRecords | null,
  { org, organisation }: { org: string; organisation: string },
): FleetRecords {
  if (!records) {
    throw fail(
      "feature_disabled",
      "fleet: the box works alone. Name NATS servers in fleet.servers",
    );
  }
  if (org === organisation) return records;
  throw fail(
    "insufficient_scope",
    "key: only keys of the site's organisation see what all organisations share. Use one of those",
  );
}

function answerOf(fleet: FleetRecords) {
  return { object: "fleet.records", status: "ok", data: fleet.describe() };
}
