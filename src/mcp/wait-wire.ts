import { invalidField } from "../base/contract/fail.ts";
import { isTerminal, type JobStatus } from "../base/jobs/job-terms.ts";
import type { Route } from "../http/route.ts";
import type { ApiAnswer, ApiCalls } from "./api-calls-wire.ts";
import type { McpCall } from "./mcp-port.ts";
import { mcpLimits } from "./mcp-terms.ts";

/** Arguments of the tool, as the agent sent them. */
export interface WaitRequest {
  args: Readonly<Record<string, unknown>>;
  call: McpCall;
}

/** The part of a job's answer that the wait reads. */
interface SeenJob {
  data?: { status: JobStatus; progress: number | null; waited_seconds?: number };
}

/**
 * Asks for the job until it has ended or the time is over, and returns the last answer. Each request is an ordinary one:
 * it counts against the key's limits. The agent hears the seconds waited after each.
 */
export async function waitForJob(
  calls: ApiCalls,
  route: Route,
  { args, call }: WaitRequest,
): Promise<ApiAnswer> {
  const { job_id: jobId, timeout_seconds: timeoutSec = mcpLimits.waitDefaultSec, ...others } = args;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalidField(
      other.slice(0, 100),
      "is not an argument of this tool. Send job_id and timeout_seconds",
    );
  if (typeof timeoutSec !== "number" || !(timeoutSec >= 0 && timeoutSec <= mcpLimits.waitSec)) {
    throw invalidField(
      "timeout_seconds",
      `is not a number from 0 to ${mcpLimits.waitSec}. Send seconds`,
    );
  }
  let waitedSec = 0;
  for (;;) {
    const stepSec = Math.min(mcpLimits.waitStepSec, timeoutSec - waitedSec);
    const wait = { wait_for_completion: true, timeout_seconds: stepSec };
    const answer = await calls.send(route, { job_id: jobId, ...wait }, call.signal);
    const { data } = JSON.parse(answer.bytes.toString()) as SeenJob;
    if (answer.status !== 200 || !data || isTerminal(data.status)) return answer;
    waitedSec += data.waited_seconds ?? stepSec;
    // A step that ends a little early must not ask once more for a few milliseconds.
    if (waitedSec > timeoutSec - 0.1) return answer;
    const share = data.progress === null ? "" : `, ${Math.round(data.progress * 100)} %`;
    call.progress({ progress: waitedSec, total: timeoutSec, message: `${data.status}${share}` });
  }
}
