import { type Static, Type } from "typebox";
import { oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { identityStates } from "../identity/identity-terms.ts";
import { fleetStates, memberStates } from "../fleet-terms.ts";

const count = Type.Integer({ minimum: 0 });

/** The fleet as `GET /api/v1/system` shows it. */
export const fleetSystemAnswer = Type.Object({
  name: Type.String(),
  box_id: Type.String({ description: "Id of this box" }),
  state: oneOfValues(fleetStates),
  since: unixTime,
  problem: orNull(Type.String({ description: "Reason in English; null while joined" })),
  server: orNull(Type.String({ description: "NATS server of the connection" })),
  table_copies: orNull(count),
  takeover: Type.Object(
    {
      automatic: Type.Boolean(),
      problem: orNull(Type.String({ description: "Reason in English" })),
    },
    { description: "Whether the others take over when any one machine fails" },
  ),
  jobs: orNull(
    Type.Object(
      {
        away: Type.Integer({ minimum: 0, description: "Of this box, which others do now" }),
        here: Type.Integer({ minimum: 0, description: "Of others, which this box does now" }),
        offered: count,
        returned: count,
        lost: count,
        taken: count,
      },
      { description: "Shared jobs, counted since the start. Null where the box shares none" },
    ),
  ),
  records: orNull(
    Type.Object(
      {
        agreed_at: orNull({ ...unixTime, description: "When the box last had the same records" }),
        shared: count,
        conflicts: count,
        refused: count,
      },
      { description: "Records that all boxes share; null until the box has started" },
    ),
  ),
  boxes: Type.Array(
    Type.Object({
      box_id: Type.String(),
      name: Type.String(),
      url: Type.String(),
      version: Type.String(),
      state: oneOfValues(memberStates),
      identity: oneOfValues(identityStates),
      public_key: orNull(Type.String({ description: "Ed25519, base64url" })),
      certificate_sha256: orNull(
        Type.String({ description: "SHA-256 of the TLS certificate that it serves, hexadecimal" }),
      ),
      streams: Type.Integer({ minimum: 0, description: "Streams whose lease it has" }),
      robots: Type.Integer({ minimum: 0, description: "Robots whose lease it has" }),
      heard_seconds_ago: Type.Number({ minimum: 0, description: "Age of its last heartbeat" }),
    }),
    { description: "All boxes of the fleet that were there within seven days" },
  ),
});

/** The fleet as `GET /api/v1/system` shows it. */
export type FleetSystemWire = Static<typeof fleetSystemAnswer>;
