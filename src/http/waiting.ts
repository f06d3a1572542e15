import Type from "typebox";
import { limits } from "../base/contract/limits.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Answer } from "./answers/envelope-wire.ts";

/** Query parameters of a long poll (contract section 4.1). */
export const waitParameters = {
  wait_for_completion: Type.Optional(Type.Boolean({ default: false })),
  timeout_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      default: limits.waitDefaultSec,
      description: `Longest wait in seconds. Values above ${limits.waitMaxSec} count as ${limits.waitMaxSec}`,
    }),
  ),
};

interface LongPoll {
  caller: { keyId: string };
  query: { timeout_seconds?: number };
  signal: AbortSignal;
}

/** Duration of a long poll, its caller, and its cancellation. */
interface Wait {
  timeoutMs: number;
  keyId: string;
  signal: AbortSignal;
}

/**
 * Answers a long poll, with its duration in `data.waited_seconds`, to the millisecond: a caller
 * sees that the server lowered its `timeout_seconds`. `work` waits accordingly and answers.
 */
export async function held(
  call: LongPoll,
  clock: Pick<Clock, "monoMs">,
  work: (wait: Wait) => Promise<Answer>,
): Promise<Answer> {
  const startedMs = clock.monoMs();
  const answer = await work(waitOf(call));
  const waitedMs = Math.round(clock.monoMs() - startedMs);
  return { ...answer, data: { ...(answer.data as object), waited_seconds: waitedMs / 1000 } };
}

function waitOf(call: LongPoll): Wait {
  const timeoutSec = call.query.timeout_seconds ?? limits.waitDefaultSec;
  const timeoutMs = Math.min(timeoutSec, limits.waitMaxSec) * 1000;
  return { timeoutMs, keyId: call.caller.keyId, signal: call.signal };
}
