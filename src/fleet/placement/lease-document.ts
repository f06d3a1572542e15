import { type Static, Type } from "typebox";
import { readDocument } from "../read-document.ts";

const boxId = Type.String({ minLength: 1, maxLength: 100 });

const leaseSchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** The box that watches the stream, or drives the robot. */
  box: boxId,
  /** The box that may take it now, to balance the fleet. */
  next: Type.Optional(boxId),
  /** Holding period of the box, for a robot. */
  session: Type.Optional(Type.String({ maxLength: 100 })),
  /** Revision of the lease that this one replaced, for a robot; 0 for none. */
  before: Type.Optional(Type.Integer({ minimum: 0 })),
});

const reachSchema = Type.Object({
  v: Type.Integer({ minimum: 1 }),
  /** Keys of the streams or robots that the box has in its site file. */
  keys: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 1000 }),
});

/** The lease of a stream or robot. */
export type LeaseDocument = Static<typeof leaseSchema>;

/** Returns the lease in an entry's value; undefined for none, or for one that this version cannot read. */
export function readLease(value: string | null | undefined): LeaseDocument | undefined {
  return readDocument<LeaseDocument>(leaseSchema, value);
}

/** Returns the keys of what a box can watch or drive; empty for none. */
export function readReach(value: string | null | undefined): readonly string[] {
  return readDocument<Static<typeof reachSchema>>(reachSchema, value)?.keys ?? [];
}
