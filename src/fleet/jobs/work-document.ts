import { type Static, type TSchema, Type } from "typebox";
import { InputCheck } from "../../base/jobs/inputs/input-check.ts";

const id = Type.String({ minLength: 1, maxLength: 100 });
const version = Type.Integer({ minimum: 1 });
const token = Type.Integer({ minimum: 1 });

/** One attempt at a job: the fencing token that it has, or would have. */
const attempt = { org: id, job: id, token };

const offerSchema = Type.Object({
  v: version,
  ...attempt,
  /** The box that accepted the job. */
  owner: id,
  type: Type.String({ maxLength: 100 }),
});

const claimSchema = Type.Object({
  v: version,
  ...attempt,
  /** The box that wants to do it. */
  box: id,
});

const claimedSchema = Type.Object({
  v: version,
  /** Token of the attempt; 0 when the job is not to be had any more. */
  token: Type.Integer({ minimum: 0 }),
});

const beatSchema = Type.Object({
  v: version,
  ...attempt,
  box: id,
  /** Latest phase and progress of the work. */
  phase: Type.Optional(Type.String({ maxLength: 200 })),
  progress: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
  /** True once the result can be read. */
  isEnded: Type.Boolean(),
});

const beatenSchema = Type.Object({
  v: version,
  /** Null while the attempt holds the job; else why it does not. */
  over: Type.Union([
    Type.Null(),
    Type.Literal("cancel"),
    Type.Literal("deadline"),
    Type.Literal("lease_lost"),
  ]),
  /** Token under which the same box may claim the job again and go on; absent when it may not. */
  next: Type.Optional(token),
});

const readSchema = Type.Object({
  v: version,
  ...attempt,
  part: Type.String({ maxLength: 200 }),
  offset: Type.Integer({ minimum: 0 }),
});

const assetSchema = Type.Object({
  id,
  class: Type.String({ maxLength: 100 }),
  mime: Type.String({ maxLength: 200 }),
  ext: Type.String({ pattern: "^[a-z0-9]{1,8}$" }),
  expiresAtMs: Type.Union([Type.Number(), Type.Null()]),
});

const resultSchema = Type.Object({
  v: version,
  outcome: Type.Union([
    Type.Object({ kind: Type.Literal("completed") }),
    Type.Object({
      kind: Type.Literal("failed"),
      code: Type.String({ maxLength: 100 }),
      message: Type.String(),
      retryable: Type.Boolean(),
    }),
    Type.Object({
      kind: Type.Literal("postponed"),
      phase: Type.String({ maxLength: 200 }),
      message: Type.String(),
    }),
  ]),
  payload: Type.Record(Type.String(), Type.Unknown()),
  resultUrl: Type.Union([Type.String(), Type.Null()]),
  routing: Type.Optional(Type.Unsafe<object>({ type: "object" })),
  /** Files of the result, which the owner reads one after the other. */
  assets: Type.Array(assetSchema, { maxItems: 100 }),
});

/** An offer in the queue. It has nothing of the request: the servers write offers to their disks. */
export type OfferDocument = Static<typeof offerSchema>;
/** A box wants to do an offered job. */
export type ClaimDocument = Static<typeof claimSchema>;
/** The owner's answer to a claim. */
export type ClaimedDocument = Static<typeof claimedSchema>;
/** The sign of life of a taker. */
export type BeatDocument = Static<typeof beatSchema>;
/** The owner's answer to a sign of life. */
export type BeatenDocument = Static<typeof beatenSchema>;
/** A request for a piece of a part. */
export type ReadDocument = Static<typeof readSchema>;
/** The result of an attempt at a taker. */
export type ResultDocument = Static<typeof resultSchema>;

/** Each returns undefined for a document that this version cannot read. */
export const readWork = {
  offer: (text: string) => read<OfferDocument>(offerSchema, text),
  claim: (text: string) => read<ClaimDocument>(claimSchema, text),
  claimed: (text: string) => read<ClaimedDocument>(claimedSchema, text),
  beat: (text: string) => read<BeatDocument>(beatSchema, text),
  beaten: (text: string) => read<BeatenDocument>(beatenSchema, text),
  read: (text: string) => read<ReadDocument>(readSchema, text),
  result: (text: string) => read<ResultDocument>(resultSchema, text),
};

const inputs = new InputCheck();

function read<T>(schema: TSchema, text: string): T | undefined {
  try {
    const document: unknown = JSON.parse(text);
    inputs.check(schema, document);
    return document as T;
  } catch {
    return undefined;
  }
}
