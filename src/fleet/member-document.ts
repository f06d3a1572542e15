import { type Static, Type } from "typebox";
import { readDocument } from "./read-document.ts";

/** What a box writes of itself into the table of the fleet with each heartbeat. */
const memberSchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** Random id of this start of the box. */
  session: Type.String({ maxLength: 64 }),
  /** Number of the heartbeat in its session. */
  beat: Type.Integer({ minimum: 0 }),
  name: Type.String({ maxLength: 200 }),
  url: Type.String({ maxLength: 2048 }),
  version: Type.String({ maxLength: 100 }),
  /** True for the last record before a stop. */
  left: Type.Boolean(),
});

/** What a box says of itself. */
export type MemberDocument = Static<typeof memberSchema>;

/** Returns the record of another box; undefined for one that this version cannot read. */
export function readMember(value: string): MemberDocument | undefined {
  return readDocument<MemberDocument>(memberSchema, value);
}
