import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Abilities } from "./abilities.ts";
import { type ActionTracker, instantAction } from "./action-tracker.ts";
import type { RobotState, VdaActionReport } from "./robot-state.ts";

/** A stop has to be taken within this, in milliseconds; the caller's timeout is one second. */
const stopMs = 850;
const resendMs = 120;

/** Dependencies of a stop. */
export interface StopParts {
  clock: Clock;
  abilities: Abilities;
  actions: ActionTracker;
  /** The newest state that could be used. */
  state: RobotState | null;
}

/**
 * Pauses the robot and cancels its order, in one frame. Resolves with the actions that the robot shows,
 * once it stands, or at the end of the time where it brakes for longer; a state that is of no other use
 * counts as well. Rejects with `robot_unreachable` when it shows none of them, or refuses all of them
 * and drives on.
 */
export async function stopRobot({ clock, abilities, actions: tracker, state }: StopParts) {
  // In a manually steered robot only the order may be cancelled (3.0, table 10).
  const isIntervened = state?.operatingMode === "INTERVENED";
  const names = (isIntervened ? ["cancelOrder"] : ["startPause", "cancelOrder"]).filter((each) =>
    abilities.has(each, "INSTANT"),
  );
  // Of stops at the same time each is a frame, but they are one action: the specification has no
  // meaning for a second cancelOrder beside one that runs.
  const actions = names.map((name) => {
    const openId = tracker.open(name, state);
    return { ...instantAction(clock, name), ...(openId === null ? {} : { actionId: openId }) };
  });
  const shownBy = (report: VdaActionReport) =>
    actions.filter(({ actionId }) => report.action(actionId) !== null);
  let newest: VdaActionReport | null = null;
  const isDone = (report: VdaActionReport): boolean => {
    newest = report;
    return shownBy(report).length === actions.length && report.isDriving === false;
  };
  const report = await tracker
    .askOfActions({ actions, resendMs, timeoutMs: stopMs, isDone })
    .catch((error: unknown) => {
      if (newest && shownBy(newest).length > 0) return newest;
      throw error;
    });
  const reported = shownBy(report);
  // That there was nothing to cancel is no failure; that it drives on is one.
  const isRefused = reported.every(
    ({ actionId }) => report.action(actionId)!.actionStatus === "FAILED",
  );
  if (isRefused && report.isDriving !== false) {
    throw fail(
      "robot_unreachable",
      "stop: the robot refused it. Use the emergency stop on the robot",
    );
  }
  return reported.map(({ actionType }) => actionType).join("+");
}
