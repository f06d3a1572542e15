import { latched, type RosLink, type RosMessage } from "./ros-link.ts";
import { isOver, type NavAction } from "./nav-goals.ts";

/** What the robot said of one goal. */
export interface GoalOnBoard {
  where: NavAction;
  /** `action_msgs/msg/GoalStatus`. */
  status: number;
}

interface Followed {
  where: NavAction;
  end(): void;
  statuses: ReadonlyMap<string, number>;
}

/**
 * The statuses of every goal of some actions, whoever sent them: action servers publish them on a
 * topic that keeps the last one for those who come late, as this process does after a restart.
 */
export class StatusBoard {
  readonly #link: RosLink;
  readonly #onChange: () => void;
  readonly #followed = new Map<string, Followed>();
  readonly #waiting = new Set<() => void>();

  constructor(link: RosLink, onChange: () => void) {
    this.#link = link;
    this.#onChange = onChange;
  }

  /** Listens to these actions, and to those from before. */
  follow(actions: readonly NavAction[]): void {
    for (const where of actions) {
      if (this.#followed.has(where.action)) continue;
      const end = this.#link.listen({
        topic: `${where.action}/_action/status`,
        type: "action_msgs/msg/GoalStatusArray",
        qos: latched,
        onMessage: (message) => this.#take(where.action, message),
      });
      this.#followed.set(where.action, { where, end, statuses: new Map() });
    }
  }

  /** The goal with this UUID. */
  find(goalId: string): GoalOnBoard | undefined {
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

  /** Resolves when `isSo` holds, looked at with each message, or after `timeoutMs`. */
  async until(isSo: () => boolean, timeoutMs: number): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (isSo()) finish();
      };
      const timer = setTimeout(() => finish(), timeoutMs);
      const finish = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  close(): void {
    for (const { end } of this.#followed.values()) end();
    this.#followed.clear();
  }

  #take(action: string, message: RosMessage): void {
    const list = message["status_list"];
    const followed = this.#followed.get(action);
    if (!followed || !Array.isArray(list)) return;
    const entries = (list as RosMessage[]).map((each): [string, number] => {
      const info = each["goal_info"] as { goal_id: { uuid: ArrayLike<number> } };
      return [Buffer.from(info.goal_id.uuid).toString("hex"), Number(each["status"])];
    });
    followed.statuses = new Map(entries);
    for (const look of this.#waiting) look();
    this.#onChange();
  }
}

/** A UUID without its dashes, in lower case. */
export function hexOf(uuid: string): string {
  return uuid.replaceAll("-", "").toLowerCase();
}

/** The bytes of a UUID. */
export function bytesOf(uuid: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hexOf(uuid), "hex"));
}

/** Asks an action server to cancel one goal; with null every goal, whoever sent it. */
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
