import { type Static, Type } from "typebox";
import { policySchema } from "../policies/policy-document.ts";
import { streamIdPattern } from "../core/stream-terms.ts";

const closed = { additionalProperties: false } as const;

/** Body of `POST /surveillance/policies/<id>/replay`; times are Unix seconds. */
export const replaySchema = Type.Object(
  {
    from: Type.Number({ minimum: 0 }),
    to: Type.Number({ minimum: 0 }),
    stream_id: Type.Optional(Type.String({ pattern: streamIdPattern })),
  },
  { ...closed, title: "PolicyReplayRequest" },
);

/** Body of `POST /surveillance/policies/replay`: as the replay of a stored policy, with the policy itself. */
export const ruleReplaySchema = Type.Object(
  { ...replaySchema.properties, policy: policySchema },
  { ...closed, title: "RuleReplayRequest" },
);

/** Body of `POST /surveillance/policies/replay`. */
export type RuleReplayRequest = Static<typeof ruleReplaySchema>;

/** Body of `POST /surveillance/policies/<id>/replay`. */
export type ReplayRequest = Static<typeof replaySchema>;
