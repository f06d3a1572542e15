import type { OrderOutcome } from "./order-progress.ts";
import type { RobotState } from "./robot-state.ts";

/**
 * An order of an earlier process that the robot still drives. It is wholly released, so nothing
 * has to be sent for it; only its end is waited for.
 */
export class AttachedOrder {
  readonly orderId: string;
  readonly unconfirmed = null;
  readonly isTaken = true;
  limitMps = Number.POSITIVE_INFINITY;
  readonly #patience: number;
  readonly #lastSequenceId: number;
  /** Actions that the robot still had to do. */
  readonly #actions: readonly { actionId: string; actionType?: string }[];
  #lost = 0;

  constructor(orderId: string, state: RobotState, patience: number) {
    this.orderId = orderId;
    this.#patience = patience;
    this.#lastSequenceId = state.finalSequenceId;
    this.#actions = state.openActions.map(({ actionId, actionType }) => ({
      actionId,
      ...(actionType === undefined ? {} : { actionType }),
    }));
  }

  /** All of it was released by an earlier process. */
  get limitHoldsWhen(): string {
    return "with the next order; the way of this one is released";
  }

  /** Nothing is sent for it. */
  noteSent(): void {}

  /** All of it is released. */
  release(): void {}

  /** Takes a state that is newer than the one before. */
  observe(state: RobotState): OrderOutcome {
    const isOurs = state.orderId === this.orderId;
    if (isOurs && !state.isIdle) {
      this.#lost = 0;
      return { is: "running" };
    }
    const failed = isOurs ? state.failedActionOf(this.#actions) : null;
    if (failed !== null) return { is: "failed", reason: `action_failed: ${failed}` };
    if (isOurs && state.lastNodeSequenceId >= this.#lastSequenceId) return { is: "succeeded" };
    this.#lost += 1;
    return this.#lost < this.#patience
      ? { is: "running" }
      : { is: "failed", reason: "order_lost: the robot gave up the order before its end" };
  }
}
