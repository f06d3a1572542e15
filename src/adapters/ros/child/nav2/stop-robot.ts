import { fail } from "../../../../base/contract/fail.ts";
import { type Clock, sleep } from "../../../../base/core/clock.ts";
import { describeError } from "../../../../base/core/errors.ts";
import type { NavAction } from "./nav-goals.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosLink } from "../core/ros-link.ts";
import { cancelCall, type GoalStatuses } from "./goal-statuses.ts";

/** Every part of a stop has to be answered within this; the caller's timeout is one second. */
const stopMs = 700;
/** Goals that brake are waited for until then. */
const brakeMs = 850;

/** Dependencies of a stop. */
export interface StopParts {
  link: RosLink;
  clock: Clock;
  board: GoalStatuses;
  /** Every action of the robot's navigation. */
  actions: readonly NavAction[];
  stopService: NavSettings["stopService"];
  namespace: string;
  /** The service that handles a load and cannot be called off; null for none. */
  openService(): string | null;
  /** Zero velocity is on its way to a subscriber that was there a moment ago. */
  isVelocityHeard: boolean;
  /** The action that our own goal was of; null when there was none. */
  goalAction: string | null;
  /** The reason why the robot is unreachable; null while it is reachable. */
  problem: string | null;
}

/**
 * Cancels every goal of every navigation action, from any client, and calls the robot's stop service.
 * Resolves with the means; rejects with `robot_unreachable` when an action with a goal, or the service, did
 * not accept it.
 */
export async function stopRobot(parts: StopParts): Promise<string> {
  const { clock, board, actions, stopService, isVelocityHeard, goalAction, problem } = parts;
  const endMs = clock.monoMs() + brakeMs;
  const [service, ...cancels] = await Promise.all([
    stopService ? callStop(parts) : Promise.resolve(null),
    ...actions.map((where) => cancelAll(parts, where)),
  ]);
  const busy = board.active();
  const isAllSilent = cancels.length > 0 && cancels.every(({ error }) => error !== null);
  const missing = cancels.find(({ where, error }) => {
    const mayDrive =
      where.action === goalAction || busy.some((each) => each.action === where.action);
    return error !== null && (mayDrive || isAllSilent);
  });
  const trouble = service?.error ?? missing?.error ?? null;
  if (trouble !== null)
    throw fail(
      "robot_unreachable",
      `stop: the robot did not take it (${trouble}). Use the emergency stop on the robot`,
    );
  const done = [
    ...(service ? ["estop_service"] : []),
    ...(cancels.some(({ error }) => error === null) ? ["cancel"] : []),
    ...(isVelocityHeard ? ["zero_velocity"] : []),
  ];
  if (done.length === 0) {
    const why = problem ?? "neither its navigation nor a subscriber of its velocities answers";
    throw fail(
      "robot_unreachable",
      `stop: reached nothing on the robot (${why}). Use the emergency stop on the robot`,
    );
  }
  const leftMs = (): number => Math.max(0, endMs - clock.monoMs());
  if (leftMs() > 0) await board.until(() => board.active().length === 0, leftMs());
  if (!service) await assertNoLoad(parts, leftMs());
  return done.join("+");
}

/** A service cannot be called off, so only a stop service can say that the robot's lift stands still. */
async function assertNoLoad({ clock, openService }: StopParts, leftMs: number): Promise<void> {
  if (openService() !== null) await sleep(clock, leftMs);
  const name = openService();
  if (name === null) return;
  throw fail(
    "robot_unreachable",
    `stop: ${name} still handles a load, and a service cannot be called off. Use the emergency stop on the robot`,
  );
}

interface CancelResult {
  where: NavAction;
  error: string | null;
}

async function cancelAll({ link }: StopParts, where: NavAction): Promise<CancelResult> {
  try {
    const answer = await link.call(cancelCall(where.action, null, stopMs));
    const isRefused = answer["return_code"] === 1;
    return { where, error: isRefused ? `${where.action} refuses to cancel` : null };
  } catch (error) {
    return { where, error: describeError(error) };
  }
}

async function callStop({ link, stopService, namespace }: StopParts): Promise<CancelResult> {
  const { service, type } = stopService!;
  const where = { action: service, type };
  const request = type.endsWith("/SetBool") ? { data: true } : {};
  try {
    const call = { service: fullName(namespace, service), type, request, timeoutMs: stopMs };
    const answer = await link.call(call);
    const isDone = answer["success"] !== false;
    return { where, error: isDone ? null : `${service}: ${String(answer["message"])}` };
  } catch (error) {
    return { where, error: describeError(error) };
  }
}
