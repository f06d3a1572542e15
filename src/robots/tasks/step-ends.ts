import { isErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import { innerErrorCodes } from "../../base/contract/inner-error-codes.ts";
import { isMovement } from "../driver/command.ts";
import type { CommandRecord } from "../commands/command-record.ts";
import type { CommandingStep } from "./plans/plan-record.ts";
import { type Hindrance, isPassing, type RunCommander } from "./run-commander.ts";
import type { StepOutcome } from "./run-progress.ts";
import type { TaskRunRecord } from "./task-run-record.ts";

/** The result of a step; null when it was interrupted and has to be repeated. */
export type StepEnd = StepOutcome | null;

/** Fails with `mission_bound` when a mission took more steps or more time than it may. */
export function assertWithinBounds({ mission }: TaskRunRecord, nowMs: number): void {
  if (!mission) return;
  const { taken, maxSteps, maxMs, begunAtMs, name } = mission;
  if (taken >= maxSteps)
    throw fail("mission_bound", `max_steps: ${name} took ${maxSteps} steps. Raise it`);
  if (begunAtMs !== null && nowMs - begunAtMs > maxMs)
    throw fail("mission_bound", `max_minutes: ${name} took ${maxMs / 60_000} minutes. Raise it`);
}

/** True while something of the present step has begun. */
export function isBegun({ sent, leftMs, stepJob, stage }: TaskRunRecord): boolean {
  return [sent, leftMs, stepJob, stage].some((part) => part !== null);
}

/** True where another mission may take the robot: nothing is begun, and no load is on it. */
export function isBetweenSteps(run: TaskRunRecord): boolean {
  return !isBegun(run) && run.charging === null && run.mission?.isLoaded === false;
}

/** A leg: the part of the way that the robot drives without a stop. */
export function isLeg({ command }: CommandingStep): boolean {
  return isMovement({ kind: command.command });
}

/** A restart cut a command off, and it is not sent again. */
export const notRepeated = {
  code: "not_repeated",
  reason: "a restart cut it off; it is not given twice",
};
/** What the robot followed is out of sight. */
export const targetLost = { code: "target_lost", reason: "what it followed was not seen for 30 s" };

/** Ends after which a movement is sent again; that reveals if an ability is back. */
const again: ReadonlySet<string> = new Set(["restarted", "capability_missing"]);

/** Anything but a movement is never repeated. */
function cutOff(step: CommandingStep, code: string, reason: string): StepEnd {
  if (code === "restarted") return notRepeated;
  return blocked(step, { code: "capability_missing", message: reason });
}

/** The reason of a failed movement is its place; of another command its own code, if known. */
function codeOf({ type }: { type: "move" | "command" }, code: string): string {
  return type === "move" || !Object.hasOwn(innerErrorCodes, code) ? "place_unreachable" : code;
}

/** True when another caller or a breach ended the command. */
function isTakenAway(ended: CommandRecord | undefined, commander: Pick<RunCommander, "unit">) {
  return ended?.state === "cancelled" || (ended !== undefined && commander.unit().isHeld);
}

/**
 * Returns what follows from the end of a step's command: the step's end, a wait for an obstacle to go, or a pause until a
 * person resumes the run. Throws as `blocked`.
 */
export function afterCommand(
  step: CommandingStep,
  ended: CommandRecord | undefined,
  commander: Pick<RunCommander, "holder" | "isSupersededByOwn" | "unit">,
): { end: StepEnd } | { wait: Hindrance } | { pause: Hindrance } {
  if (ended?.state === "succeeded") return { end: "done" };
  const reason = ended?.reason ?? "restarted: the command is not kept";
  const code = reason.split(":", 1)[0]!;
  if (isPassing(code) && code !== "robot_stopped") return { wait: { code, message: reason } };
  if (again.has(code)) return { end: step.type === "move" ? null : cutOff(step, code, reason) };
  if (reason === `cancelled by ${commander.holder.keyId}`) return { end: null };
  if (ended && code === "superseded" && commander.isSupersededByOwn(ended)) return { end: null };
  if (isTakenAway(ended, commander)) {
    const why = reason.split(/[: ]/, 1)[0]!;
    return { pause: { code: why, message: `its command ended: ${reason}` } };
  }
  return { end: blocked(step, { code: codeOf(step, code), message: reason }) };
}

/** Skips an unreachable place, or fails the run; a failed command ends the run. */
export function blocked(step: CommandingStep, { code, message }: Hindrance): StepEnd {
  if (step.on_blocked === "skip") return { code, reason: message };
  throw fail(isErrorCode(code) ? code : "robot_refused", message);
}
