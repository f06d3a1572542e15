import type { RobotCommandBody } from "../driver/command-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import { isOver } from "../commands/command-record.ts";
import type { PlanStep } from "./plans/plan-record.ts";
import type { Hindrance, RunCommander } from "./run-commander.ts";
import type { MapPoint, RunPerception } from "./run-perception.ts";

/** A followed thing out of sight for this long is lost, in milliseconds. */
const lostMs = 30_000;
/** A new goal is sent when the followed thing has moved this far, in metres. */
const stepM = 0.5;
/** The robot stays when it is this near to its place, in metres. */
const slackM = 0.3;
/** The robot turns when the followed thing is off its heading by more than this, in radians. */
const slackRad = 0.35;

/** The result of one look at the followed thing. */
type FollowOutcome =
  | { end: "on" | "over" | "lost" }
  /** Another caller took the robot. */
  | { end: "taken"; reason: string }
  | { hindrance: Hindrance };

/** Follows a thing, a goal at a time, keeps its distance, and faces it. */
export class TargetFollower {
  readonly #parts: { clock: Clock; driver: RunCommander; perception: RunPerception };
  readonly #startMs: number;
  #seenMs: number;
  #goal: MapPoint | null = null;
  #commandId: string | null = null;

  constructor(parts: { clock: Clock; driver: RunCommander; perception: RunPerception }) {
    this.#parts = parts;
    this.#startMs = parts.clock.monoMs();
    this.#seenMs = this.#startMs;
  }

  /** Looks once, and drives if needed. Rejects as `RunDriver.send`. */
  async step(step: Extract<PlanStep, { type: "follow" }>): Promise<FollowOutcome> {
    const { clock, driver, perception } = this.#parts;
    const nowMs = clock.monoMs();
    if (step.seconds !== null && nowMs - this.#startMs >= step.seconds * 1000)
      return { end: "over" };
    const ended = this.#commandId === null ? undefined : driver.find(this.#commandId);
    if (ended && isOver(ended.state)) {
      this.#commandId = null;
      this.#goal = null;
      const isOwn = driver.isSupersededByOwn(ended) || ended.reason?.includes(driver.holder.keyId);
      if (ended.state === "cancelled" && !isOwn) {
        return { end: "taken", reason: ended.reason ?? "cancelled" };
      }
    }
    const pose = driver.unit().state.fresh("pose");
    const target = perception.target(step.label, pose);
    if (!target || !pose) return nowMs - this.#seenMs >= lostMs ? { end: "lost" } : { end: "on" };
    this.#seenMs = nowMs;
    return await this.#towards(target, pose, step);
  }

  async #towards(
    target: MapPoint,
    pose: MapPoint & { yawRad: number },
    step: Extract<PlanStep, { type: "follow" }>,
  ): Promise<FollowOutcome> {
    const { standoff_m: standoffM, max_speed_mps } = step;
    const [dx, dy] = [target.xM - pose.xM, target.yM - pose.yM];
    const awayM = Math.hypot(dx, dy);
    const goal = this.#goal;
    const isSame = goal && Math.hypot(goal.xM - target.xM, goal.yM - target.yM) < stepM;
    const yaw = Math.atan2(dy, dx);
    const isNear = awayM <= standoffM + slackM;
    if (isSame || (isNear && apart(yaw, pose.yawRad) <= slackRad)) return { end: "on" };
    // The robot turns towards a near target on the spot, because the target would leave its view.
    const share = isNear ? 0 : (awayM - standoffM) / awayM;
    const body: RobotCommandBody = {
      command: "move_to",
      target: {
        frame: target.frame,
        x: pose.xM + dx * share,
        y: pose.yM + dy * share,
        yaw,
      },
      ...(max_speed_mps === undefined ? {} : { max_speed_mps }),
    };
    const sent = await this.#parts.driver.send(body, () => undefined);
    if ("hindrance" in sent) return sent;
    this.#goal = target;
    this.#commandId = sent.command.id;
    return { end: "on" };
  }
}

/** The angle between two directions, 0 to π. */
function apart(one: number, other: number): number {
  return Math.abs(Math.atan2(Math.sin(one - other), Math.cos(one - other)));
}
