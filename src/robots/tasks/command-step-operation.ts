import { type ErrorCode, isErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { type RobotCommandStep, robotCommandStepSchema } from "../wire/robot.ts";
import type { StoreKey } from "../../base/core/store.ts";
import type { JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler, StepOperation } from "../../base/jobs/operation.ts";
import { checkCommand } from "../driver/command.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import { commandWire } from "../commands/command-wire.ts";
import type { Robots } from "../fleet/robots.ts";
import { RunCommander, type RunCommanderParts } from "./run-commander.ts";
import { robotLimits } from "../robot-terms.ts";

/** Dependencies of commands as steps of a run. */
export interface CommandStepParts extends RunCommanderParts {
  isJobLive(org: string, jobId: string): boolean;
}

const markKey = (org: string, jobId: string): StoreKey => [org, "robot-command-step", jobId];
/** Marks of ended jobs that one step removes. */
const tidied = 20;

/** A command as a step of a run (decisions, sections 2 and 7); without a route of its own. */
export function commandStepOperation({ robots }: { robots: Robots }): StepOperation {
  return {
    namespace: "robots",
    method: "command",
    summary: "Send a command through the safety gate, and wait for its end",
    scope: "robots:command",
    jobType: "robot.command",
    inputSchema: robotCommandStepSchema,
    prepare(request: RobotCommandStep, { org }) {
      const { robot_id: robotId, command } = request;
      checkCommand(command, "command");
      if (!robots.unit(org, robotId)) {
        throw fail("not_found", "robot_id: there is no such robot. Choose a listed one", {
          param: "robot_id",
        });
      }
      return {
        input: { ...request, command: robots.resolved(org, robotId, command) },
        inputEcho: request,
        tags: { robotId },
        // A refused command is not retried: it would be too old by then.
        maxAttempts: 1,
      };
    },
  } as StepOperation;
}

/**
 * Sends the command under the rank of a run, and follows it to its end, also over a restart. A command that
 * was not sent within its time to live never is.
 */
export function commandStepHandler(parts: CommandStepParts): JobHandler {
  return {
    type: "robot.command",
    concurrency: Number.POSITIVE_INFINITY,
    async run(context: JobContext<RobotCommandStep>) {
      const { org, id: jobId, requestId } = context.job;
      const request = context.input;
      const run = { org, robotId: request.robot_id, jobId, requestId, isOneCommand: true };
      const driver = new RunCommander(parts, run);
      driver.open();
      try {
        await tidy(parts, org);
        if (request.command.command === "stop") return await stop(driver, request);
        const commandId = await sent(parts, context, { driver, request: request });
        await context.update({ phase: "running", payload: { command_id: commandId } });
        return await end(context, driver, commandId);
      } finally {
        await driver.close();
      }
    },
  };
}

/** Returns the command of the job: the one sent before a restart, or a new one. */
async function sent(
  { store, clock }: CommandStepParts,
  { job }: JobContext,
  { driver, request }: { driver: RunCommander; request: RobotCommandStep },
): Promise<string> {
  const mark = markKey(job.org, job.id);
  const before = store.get<{ commandId: string }>(mark);
  if (before) return before.commandId;
  const ttlMs = (request.ttl_seconds ?? robotLimits.ttlDefaultSec) * 1000;
  if (clock.wallMs() - job.createdAtMs > ttlMs) {
    throw fail(
      "command_expired",
      "ttl_seconds: the time ran out before the command could be sent. Send it again",
    );
  }
  const result = await driver.send(request.command, (tx, commandId) =>
    tx.put(mark, { v: 1, commandId }),
  );
  if ("command" in result) return result.command.id;
  const { code, message } = result.hindrance;
  throw fail(codeOf(code), message, { retryable: false });
}

async function stop(driver: RunCommander, request: RobotCommandStep): Promise<JobOutcome> {
  driver.unit();
  await driver.send(request.command, () => undefined);
  return { payload: { robot_id: request.robot_id, output: { state: "succeeded" } } };
}

async function end(
  context: JobContext,
  driver: RunCommander,
  commandId: string,
): Promise<JobOutcome> {
  const { signal } = context;
  const aborted = Promise.withResolvers<"aborted">();
  const abort = (): void => aborted.resolve("aborted");
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const ended = await Promise.race([driver.ended(commandId), aborted.promise]);
  signal.removeEventListener("abort", abort);
  if (ended !== "aborted") return outcome(ended);
  const reason = context.abortReason();
  if (reason === "cancel" || reason === "deadline") await driver.endActive();
  throw signal.reason;
}

function outcome(command: CommandRecord | undefined): JobOutcome {
  if (command?.state === "succeeded") {
    const wire = { ...commandWire(command) };
    return { payload: { robot_id: command.robotId, output: wire } };
  }
  const reason = command?.reason ?? "restarted: the command is not kept";
  throw fail(codeOf(reason.split(":", 1)[0]!), reason, { retryable: false });
}

function codeOf(word: string): ErrorCode {
  return isErrorCode(word) ? word : "robot_refused";
}

/** Removes the marks of a few ended jobs. */
async function tidy({ store, isJobLive }: CommandStepParts, org: string): Promise<void> {
  const marks = store.range({ prefix: [org, "robot-command-step"], limit: tidied });
  const old = marks.filter(({ key }) => !isJobLive(org, key.at(-1) as string));
  if (old.length === 0) return;
  await store.transact(
    (tx) => {
      for (const { key } of old) tx.remove(key);
    },
    { essential: true },
  );
}
