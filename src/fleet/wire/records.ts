import { type Static, Type } from "typebox";
import { kind, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { recordKinds } from "../replication/record-terms.ts";

const recordId = Type.String({ description: "Id of the organisation, key, account or policy" });
const name = orNull(Type.String({ description: "Null for a removed record" }));

/** `data` of `GET /fleet/records`. */
export const fleetRecordsAnswer = Type.Object({
  object: kind("fleet.records"),
  agreed_at: orNull({
    ...unixTime,
    description: "When this box last had the same records as its fleet. Null before that",
  }),
  records: Type.Integer({ minimum: 0, description: "Shared records" }),
  conflicts: Type.Array(
    Type.Object({
      conflict_id: Type.String(),
      kind: oneOfValues(recordKinds),
      record_id: recordId,
      box_id: Type.String({ description: "The box whose version lost" }),
      at: unixTime,
      name_lost: name,
      name_stands: name,
      differs: Type.Array(Type.String(), { description: "Fields in which the versions differ" }),
    }),
    { description: "Versions that lost against a change on another box" },
  ),
  refused: Type.Array(
    Type.Object({
      kind: oneOfValues(recordKinds),
      record_id: recordId,
      problem: Type.String({ description: "Reason in English" }),
    }),
    { description: "Records that count for nothing on this box" },
  ),
});

/** `data` of `GET /fleet/records`. */
export type FleetRecordsWire = Static<typeof fleetRecordsAnswer>;

/** Body of `POST /fleet/conflicts/<id>/resolve`. */
export const conflictChoiceSchema = Type.Object(
  {
    take: oneOfValues(
      ["stands", "lost"],
      "`lost` makes the version that lost the valid one on all boxes; `stands` discards it",
    ),
  },
  { additionalProperties: false, title: "ConflictChoice" },
);

/** Body of `POST /fleet/boxes/<id>/trust`. */
export const trustSchema = Type.Object(
  {
    public_key: Type.String({
      pattern: "^[A-Za-z0-9_-]{43}$",
      description: "The present `public_key` of the box, compared on the box itself",
    }),
  },
  { additionalProperties: false, title: "BoxTrust" },
);
