import Type from "typebox";
import { limits } from "../contract/limits.ts";

/** Query parameters of a long poll (contract section 4.1). */
export const waitParameters = {
  wait_for_completion: Type.Optional(Type.Boolean({ default: false })),
  timeout_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      default: limits.waitDefaultSec,
      description: `Longest hold; values above ${limits.waitMaxSec} are lowered to it`,
    }),
  ),
};

/** How long a long poll is held, for whom, and what ends it early. */
export function waitOf(call: {
  caller: { keyId: string };
  query: { timeout_seconds?: number };
  signal: AbortSignal;
}): { timeoutMs: number; keyId: string; signal: AbortSignal } {
  const asked = call.query.timeout_seconds ?? limits.waitDefaultSec;
  const timeoutMs = Math.min(asked, limits.waitMaxSec) * 1000;
  return { timeoutMs, keyId: call.caller.keyId, signal: call.signal };
}
