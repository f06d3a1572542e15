import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { CommandNote, CommandProgress } from "../../robots/driver/driver-port.ts";
import { limitHolds } from "../../robots/driver/limit-holds.ts";
import { type ActionTracker, instantAction } from "./action-tracker.ts";
import type { AttachedOrder } from "./attached-order.ts";
import type { OrderBody, OrderProgress, OrderOutcome } from "./order-progress.ts";
import type { RobotChannel } from "./robot-channel.ts";
import type { RobotState } from "./robot-state.ts";

/** Dependencies of the orders of one robot. */
export interface OrderTrackerParts {
  clock: Clock;
  channel: RobotChannel;
  actions: ActionTracker;
  onProgress(progress: CommandProgress): void;
  /** Between two order frames, in milliseconds; from the factsheet. */
  intervalMs(): number;
}

interface ActiveOrder {
  run: OrderProgress | AttachedOrder;
  sentMs: number;
  sent: OrderBody | null;
  taken: PromiseWithResolvers<void>;
}

/** An order that nothing confirms is sent again after this, in milliseconds. */
const resendMs = 500;
/** Abandoned orders that the robot may still receive. */
const maxDisowned = 32;
/** States that show an order of another client before it is reported: one of an earlier process is taken up by then. */
const foreignStates = 3;

/**
 * The one order that is with the robot. Sends its frames again, unchanged, until a state shows
 * them. An abandoned order is cancelled whenever the robot shows that it has it.
 */
export class OrderTracker {
  readonly #parts: OrderTrackerParts;
  readonly #disowned = new Set<string>();
  #active: ActiveOrder | null = null;
  #doesCancel = false;
  #foreign = { orderId: "", states: 0 };
  #limitMps = Number.POSITIVE_INFINITY;

  constructor(parts: OrderTrackerParts) {
    this.#parts = parts;
  }

  /** Id of the order, which is that of its command; null while there is none. */
  get orderId(): string | null {
    return this.#active?.run.orderId ?? null;
  }

  /** Speed limit of every edge beside its command's own, in metres per second; Infinity for none. */
  get limitMps(): number {
    return this.#limitMps;
  }

  /**
   * Edges that are released from now on have this limit, of this order and of those after it. Returns
   * from when on it holds; undefined where nothing is driven.
   */
  limitSpeed(limitMps: number): CommandNote | undefined {
    this.#limitMps = limitMps;
    const active = this.#active;
    if (!active) return undefined;
    active.run.limitMps = limitMps;
    return limitHolds(active.run.limitHoldsWhen);
  }

  /** Takes a state; the id of another client's order that the robot has shown for some states, or null. */
  foreignOrderIn({ orderId, hasOrder }: RobotState): string | null {
    const isOurs = orderId === this.orderId || this.#disowned.has(orderId);
    if (!hasOrder || isOurs || orderId === "") this.#foreign = { orderId: "", states: 0 };
    else if (this.#foreign.orderId === orderId) this.#foreign.states += 1;
    else this.#foreign = { orderId, states: 1 };
    return this.#foreign.states >= foreignStates ? orderId : null;
  }

  /**
   * Sends the order and resolves when the robot has it. Fails with `robot_refused`, and with
   * `robot_unreachable` when it confirms nothing within `timeoutMs`; then the order is abandoned.
   */
  async start(run: OrderProgress, timeoutMs: number): Promise<void> {
    const { clock } = this.#parts;
    const active: ActiveOrder = {
      run,
      sentMs: -Infinity,
      sent: null,
      taken: Promise.withResolvers(),
    };
    this.#disowned.delete(run.orderId);
    this.#active = active;
    const timer = clock.after(timeoutMs, () => {
      this.#giveUp(
        active,
        fail(
          "robot_unreachable",
          "order: the robot did not confirm it in time. Check its connection",
        ),
      );
    });
    try {
      this.#send(active);
      await active.taken.promise;
    } finally {
      timer.cancel();
    }
  }

  /** The robot may get an order of an earlier process yet: it is cancelled when it shows. */
  refuse(orderId: string): void {
    this.#disowned.add(orderId);
    if (this.#disowned.size > maxDisowned) this.#disowned.delete([...this.#disowned][0]!);
  }

  /** Follows an order that the robot already has. */
  attach(run: AttachedOrder): void {
    this.#active = { run, sentMs: 0, sent: null, taken: Promise.withResolvers() };
    this.#active.taken.resolve();
  }

  /** Forgets the order without a word to the robot: the robot may drive on with it. */
  leave(): void {
    const active = this.#active;
    this.#active = null;
    active?.taken.promise.catch(() => undefined);
    active?.taken.reject(
      fail("robot_unreachable", "robot: its connection was closed. Send the command again"),
    );
  }

  /** Gives the order up, for a stop that is sent by another way; returns its id. */
  disown(): string | null {
    const active = this.#active;
    if (!active) return null;
    this.#giveUp(active, fail("robot_refused", "order: a stop ended it. Send the command again"));
    return active.run.isTaken ? active.run.orderId : null;
  }

  /**
   * Cancels the order and resolves when the robot has given it up. Fails with `robot_refused` when
   * it does not want to, and with `robot_unreachable` when it does not confirm that in time.
   */
  async cancel(orderId: string, options: { timeoutMs: number; reason: string }): Promise<void> {
    const { timeoutMs, reason } = options;
    const { actions, clock, onProgress } = this.#parts;
    const active = this.#active?.run.orderId === orderId ? this.#active : null;
    const wasTaken = active === null || active.run.isTaken;
    if (active)
      this.#giveUp(
        active,
        fail("robot_refused", "order: the command was cancelled. Send it again"),
      );
    if (this.#isCancelling) {
      // A second cancelOrder while one is running has no meaning in the specification.
      await actions.until((state) => !state.hasOrder && !state.isCancelling, timeoutMs);
      if (active) onProgress({ commandId: orderId, state: "cancelled", reason });
      return;
    }
    const action = instantAction(clock, "cancelOrder");
    const isGone = (state: RobotState): boolean => {
      const status = state.action(action.actionId)?.actionStatus;
      if (status === "FINISHED" || status === "FAILED") return true;
      // The robot may have come to the end by itself; one that never had the order yet has not.
      return wasTaken && status === undefined && state.isIdle && !state.isDriving;
    };
    const request = { actions: [action], resendMs, timeoutMs, isDone: isGone };
    const state = await actions.ask(request);
    if (state.orderId === orderId && state.hasOrder) {
      const why = state.action(action.actionId)?.resultDescription ?? "it does not say why";
      throw fail("robot_refused", `order: the robot does not cancel it (${why}). Stop the robot`);
    }
    if (active) onProgress({ commandId: orderId, state: "cancelled", reason });
  }

  /** Takes a state that is newer than the one before. */
  observe(state: RobotState): void {
    this.#doesCancel = state.isCancelling;
    if (this.#disowned.has(state.orderId) && state.hasOrder) this.#cancelDisowned(state);
    const active = this.#active;
    if (!active) return;
    const wasTaken = active.run.isTaken;
    const verdict = active.run.observe(state);
    if (active.run.isTaken && !wasTaken) {
      active.taken.resolve();
      const { orderId: commandId } = active.run;
      this.#parts.onProgress({ commandId, state: "executing", reason: null });
    }
    if (verdict.is === "succeeded" || verdict.is === "failed") this.#end(active, verdict);
    else this.#send(active);
  }

  /** Releases more of the order's way where the box may now. */
  release(): void {
    const active = this.#active;
    if (!active) return;
    active.run.release();
    this.#send(active);
  }

  /** Sends due frames. */
  tick(): void {
    if (this.#active) this.#send(this.#active);
  }

  get #isCancelling(): boolean {
    return this.#doesCancel || this.#parts.actions.isAsking("cancelOrder");
  }

  #send(active: ActiveOrder): void {
    const { channel, clock, intervalMs } = this.#parts;
    const body = active.run.unconfirmed;
    if (body === null) return;
    const nowMs = clock.monoMs();
    const waitMs = body === active.sent ? Math.max(resendMs, intervalMs()) : intervalMs();
    if (nowMs - active.sentMs < waitMs) return;
    active.sentMs = nowMs;
    active.sent = body;
    active.run.noteSent();
    channel.sendOrder(body).catch((error: unknown) => {
      // The order is sent again as soon as the broker is back; only a waiting caller gets the error.
      if (!active.run.isTaken) this.#giveUp(active, error);
    });
  }

  #end(active: ActiveOrder, verdict: Extract<OrderOutcome, { is: "succeeded" | "failed" }>): void {
    const { onProgress } = this.#parts;
    const { run } = active;
    const reason = verdict.is === "failed" ? verdict.reason : null;
    if (verdict.is === "failed") this.#giveUp(active, refusal(verdict.reason));
    else this.#active = null;
    // A refused order never began: its waiters fail instead.
    if (run.isTaken) onProgress({ commandId: run.orderId, state: verdict.is, reason });
  }

  /** The robot may have the order or get it yet: from now on it is cancelled when it shows. */
  #giveUp(active: ActiveOrder, error: unknown): void {
    active.taken.promise.catch(() => undefined);
    active.taken.reject(error);
    if (this.#active === active) this.#active = null;
    this.refuse(active.run.orderId);
  }

  #cancelDisowned(state: RobotState): void {
    if (this.#isCancelling) return;
    this.cancel(state.orderId, { timeoutMs: 2000, reason: "cancelled" }).catch(() => undefined);
  }
}

function refusal(reason: string) {
  return fail("robot_refused", reason.replace(/^robot_refused: /, ""));
}
