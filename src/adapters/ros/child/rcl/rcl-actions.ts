import { bytesOf } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import { describeError } from "../../../../base/core/errors.ts";
import type { RclActionClient, RclGoalHandle, RclModule, RclNode } from "./rcl-module.ts";
import type { GoalRequest, GoalResult, SentGoal } from "../core/ros-link.ts";

interface Client {
  type: string;
  client: RclActionClient;
  goals: number;
  /** Answers that are still to come; it must not be destroyed before. */
  pending: number;
}

/** An unused client stays for this long, because a late answer to a removed one would end the process. */
const retireMs = 1000;

/**
 * Goals through rclnodejs' action clients. A client keeps something of every goal that was accepted,
 * for ever, so it is exchanged after a number of goals; none is destroyed while an answer is due.
 */
export class RclActions {
  readonly #parts: { rcl: RclModule; node: RclNode; recycleAfter: number };
  readonly #clients = new Map<string, Client>();

  constructor(parts: { rcl: RclModule; node: RclNode; recycleAfter: number }) {
    this.#parts = parts;
  }

  async send({ action, type, id, goal, onFeedback }: GoalRequest): Promise<SentGoal> {
    const entry = this.#clientFor(action, type);
    entry.goals += 1;
    entry.pending += 1;
    let handle: RclGoalHandle;
    try {
      handle = await entry.client.sendGoal(goal, onFeedback, { uuid: bytesOf(id) });
    } catch (error) {
      throw fail("robot_unreachable", `${action}: ${describeError(error)}`);
    } finally {
      entry.pending -= 1;
    }
    if (!handle.isAccepted()) return { isAccepted: false, id, result: never };
    return { isAccepted: true, id, result: this.#resultOf(entry, handle) };
  }

  async #resultOf(entry: Client, handle: RclGoalHandle): Promise<GoalResult> {
    entry.pending += 1;
    try {
      const result = await handle.getResult();
      return { status: handle.status, result };
    } catch {
      // The statuses show its outcome.
      return await never;
    } finally {
      entry.pending -= 1;
    }
  }

  #clientFor(action: string, type: string): Client {
    const before = this.#clients.get(action);
    const isWorn = before && before.goals >= this.#parts.recycleAfter && before.pending === 0;
    if (before && before.type === type && !isWorn) return before;
    if (before) this.#retire(before);
    const client = new this.#parts.rcl.ActionClient(this.#parts.node, type, action);
    const entry = { type, client, goals: 0, pending: 0 };
    this.#clients.set(action, entry);
    return entry;
  }

  /** One whose server died with an answer due is let go after the same time. */
  #retire({ client }: Client): void {
    setTimeout(() => client.destroy(), retireMs).unref();
  }
}

const never: Promise<never> = new Promise(() => undefined);
