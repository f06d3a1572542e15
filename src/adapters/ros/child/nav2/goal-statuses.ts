import { bytesOf, hexOf, statusesOf } from "../core/action-goals.ts";
import type { Clock } from "../../../../base/core/clock.ts";
import { latched, type RosLink, type RosMessage } from "../core/ros-link.ts";
import { isOver, type NavAction } from "./nav-goals.ts";

/** The tracker requests the statuses of an action whose open goal was silent for this long, in milliseconds. */
const askAfterMs = 1500;
/** One that answers nothing for so long, and not to so many questions, no longer has the goal. */
const answerMs = 4000;
const minAsks = 3;

/** The robot's status of one goal. */
export interface ReportedGoal {
  where: NavAction;
  /** `action_msgs/msg/GoalStatus`. */
  status: number;
}

interface FollowedAction {
  where: NavAction;
  end(): void;
  statuses: ReadonlyMap<string, number>;
  /** The last report of a goal, and the last query since, monotonic. */
  heardMs: number;
  asks: number;
  firstAskMs: number;
}

/**
 * The statuses of every goal of some actions, of all clients: action servers publish them at each change, on
 * a topic that keeps the last list for late subscribers. A restarted server does not report forgotten goals,
 * so the box subscribes again to a server that is silent about an open goal; a server that still has the goal
 * sends its list.
 */
export class GoalStatuses {
  readonly #link: RosLink;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #followed = new Map<string, FollowedAction>();
  readonly #waiters = new Set<() => void>();

  constructor({ link, clock }: { link: RosLink; clock: Clock }, onChange: () => void) {
    this.#link = link;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Listens to these actions, and to those from before. */
  follow(actions: readonly NavAction[]): void {
    for (const where of actions) {
      if (this.#followed.has(where.action)) continue;
      const end = this.#listen(where.action);
      const heardMs = this.#clock.monoMs();
      const followed = { where, end, statuses: new Map(), heardMs, asks: 0, firstAskMs: 0 };
      this.#followed.set(where.action, followed);
    }
    for (const followed of this.#followed.values()) this.#ask(followed);
  }

  /** The action spoke of its goal otherwise: it has it. */
  noteFeedback(action: string): void {
    const followed = this.#followed.get(action);
    if (!followed) return;
    followed.heardMs = this.#clock.monoMs();
    followed.asks = 0;
  }

  /** The goal with this UUID. */
  find(goalId: string): ReportedGoal | undefined {
    const hex = hexOf(goalId);
    for (const { where, statuses } of this.#followed.values()) {
      const status = statuses.get(hex);
      if (status !== undefined) return { where, status };
    }
    return undefined;
  }

  /** Actions that have a goal which is not over. */
  active(): NavAction[] {
    return [...this.#followed.values()]
      .filter(({ statuses }) => [...statuses.values()].some((status) => !isOver(status)))
      .map(({ where }) => where);
  }

  /** The action of an open goal that is not among `own`; null for none. */
  foreign(own: ReadonlySet<string>): NavAction | null {
    for (const { where, statuses } of this.#followed.values()) {
      for (const [hex, status] of statuses) if (!isOver(status) && !own.has(hex)) return where;
    }
    return null;
  }

  /** Resolves when `isSo` holds, checked with each message, or after `timeoutMs`. */
  async until(isSo: () => boolean, timeoutMs: number): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (isSo()) finish();
      };
      const timer = setTimeout(() => finish(), timeoutMs);
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(look);
        resolve();
      };
      this.#waiters.add(look);
    });
  }

  close(): void {
    for (const { end } of this.#followed.values()) end();
    this.#followed.clear();
  }

  #take(action: string, message: RosMessage): void {
    const followed = this.#followed.get(action);
    if (!followed || !Array.isArray(message["status_list"])) return;
    this.noteFeedback(action);
    this.#set(followed, statusesOf(message));
  }

  #set(followed: FollowedAction, statuses: ReadonlyMap<string, number>): void {
    followed.statuses = statuses;
    for (const look of this.#waiters) look();
    this.#onChange();
  }

  #listen(action: string): () => void {
    return this.#link.listen({
      topic: `${action}/_action/status`,
      type: "action_msgs/msg/GoalStatusArray",
      qos: latched,
      onMessage: (message) => this.#take(action, message),
    });
  }

  #ask(followed: FollowedAction): void {
    const { statuses, heardMs } = followed;
    const nowMs = this.#clock.monoMs();
    const isOpen = [...statuses.values()].some((status) => !isOver(status));
    if (!isOpen || nowMs - heardMs < askAfterMs) return;
    if (followed.asks === 0) followed.firstAskMs = nowMs;
    if (followed.asks >= minAsks && nowMs - followed.firstAskMs >= answerMs) {
      followed.asks = 0;
      this.#set(followed, new Map());
      return;
    }
    followed.asks += 1;
    followed.end();
    followed.end = this.#listen(followed.where.action);
  }
}

/** Asks an action server to cancel one goal; with null every goal, also those of other clients. */
export function cancelCall(
  action: string,
  goalId: string | null,
  timeoutMs: number,
): Parameters<RosLink["call"]>[0] {
  const uuid = goalId === null ? new Uint8Array(16) : bytesOf(goalId);
  return {
    service: `${action}/_action/cancel_goal`,
    type: "action_msgs/srv/CancelGoal",
    request: { goal_info: { goal_id: { uuid }, stamp: { sec: 0, nanosec: 0 } } },
    timeoutMs,
  };
}
