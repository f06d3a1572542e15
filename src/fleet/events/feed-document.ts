import { type Static, Type } from "typebox";

/** First line of a box's events: what its log has. */
export const feedHeadSchema = Type.Object({
  epoch: Type.String({ pattern: "^[A-Za-z0-9]{1,40}$" }),
  /** Position before the first entry that follows. */
  after: Type.Integer({ minimum: 0 }),
  /** Position of the newest entry. */
  last: Type.Integer({ minimum: 0 }),
  /** Position from which on the log is complete. */
  oldest: Type.Integer({ minimum: 0 }),
});

/** One entry of the log of another box, as far as readers use it. */
export const feedEventSchema = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  org: Type.String({ maxLength: 200 }),
  type: Type.String({ maxLength: 100 }),
  v: Type.Literal(1),
  atMs: Type.Number(),
  streamId: Type.Optional(Type.String({ maxLength: 300 })),
  delivery: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  data: Type.Record(Type.String(), Type.Unknown()),
});

/** What a box's log has. */
export type FeedHead = Static<typeof feedHeadSchema>;
