import type { EdgeLimits, OrderRoute } from "./route.ts";
import type { OrderFrame } from "./schemas/order.ts";
import type { RobotState } from "./robot-state.ts";

/** Bounds of the released part, and of the delay before the robot counts as late. */
export interface OrderLimits {
  /** The robot may drive this far by itself while out of reach, in metres. */
  maxUncontrolledM: number | null;
  /** Nodes of one order frame. */
  maxNodes: number;
  /** True when the box may release the piece to this stop, counted over all laps. */
  mayRelease(stop: number): boolean;
  /** A refusal counts once a frame was sent so often, a lost order after so many states. */
  patience: number;
}

/** The robot's largest speed on an order. */
export interface OrderSpeeds extends EdgeLimits {
  /** The robot's current speed limit, for every command; Infinity for none. */
  limitMps: number;
}

/** An order without its header. */
export type OrderBody = Omit<
  OrderFrame,
  "headerId" | "timestamp" | "version" | "manufacturer" | "serialNumber"
>;

/** The state of an order after a frame. */
export type OrderOutcome =
  | { is: "waiting" }
  | { is: "running" }
  | { is: "succeeded" }
  | { is: "failed"; reason: string };

/** Errors by which a robot refuses an order: section 6.6.4 until 2.1, table of 6.6.5.4 in 3.0. */
const refusals = new Set([
  "validationError",
  "orderError",
  "orderUpdateError",
  "noRouteError",
  "VALIDATION_FAILURE",
  "UNSUPPORTED_PARAMETER",
  "INVALID_ORDER_ACTION",
  "OUTDATED_ORDER_UPDATE",
  "SAME_ORDER_UPDATE_ID",
  "ORDER_UPDATE_FOLLOWING_CANCEL",
  "OTHER_ORDER_ACTIVE",
  "START_NODE_OUT_OF_RANGE",
  "NO_ROUTE_TO_TARGET",
  "UNKNOWN_MAP_ID",
  "MOBILE_ROBOT_NOT_AVAILABLE",
  "INSUFFICIENT_MEMORY",
]);
/** With this error a robot of 3.0 does not continue its order (section 6.4.5). */
const stuck = "NODE_UNREACHABLE";

/**
 * The progress of one order from the master's view: its released part, the frame that the robot must confirm,
 * and its end. It uses states alone, because frames get lost. Pure.
 */
export class OrderProgress {
  readonly orderId: string;
  readonly #route: OrderRoute;
  readonly #limits: OrderLimits;
  readonly #speeds: EdgeLimits;
  /** Edges that are released from now on have it too, in metres per second; Infinity for none. */
  limitMps: number;
  #updateId = 0;
  /** Node index that the last frame began with, and the last one that it released. */
  #stitch = 0;
  #baseEnd = 0;
  #frame: OrderBody;
  #isTaken = false;
  #confirmed = -1;
  #passed = 0;
  #sends = 0;
  #lost = 0;
  #foreign = 0;

  constructor(orderId: string, route: OrderRoute, options: OrderSpeeds & { limits: OrderLimits }) {
    this.orderId = orderId;
    this.#route = route;
    this.#limits = options.limits;
    this.limitMps = options.limitMps;
    const { maxSpeedMps, maxTurnRadps } = options;
    this.#speeds = { maxSpeedMps, maxTurnRadps };
    this.#baseEnd = this.#reach(0);
    this.#frame = this.#build();
  }

  /** The frame that the robot has not confirmed; null when it has all. Sent again until then. */
  get unconfirmed(): OrderBody | null {
    return this.#confirmed < this.#updateId ? this.#frame : null;
  }

  /** True when the robot has the order. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Index of the last node that the robot has passed, and of the last one released to it. */
  get progress(): { passed: number; baseEnd: number } {
    return { passed: this.#passed, baseEnd: this.#baseEnd };
  }

  /** Returns when a newly set limit takes effect, in words: the released part keeps its own. */
  get limitHoldsWhen(): string {
    const { length } = this.#route;
    if (this.#baseEnd === length - 1) return "with the next order; the way of this one is released";
    const leftM = this.#route.distanceM(this.#baseEnd) - this.#route.distanceM(this.#passed);
    return `after at most ${leftM.toFixed(1)} m; so much of the way is released`;
  }

  /** Releases more if the box may now. */
  release(): void {
    if (this.#isTaken && !this.unconfirmed) this.#extend();
  }

  /** The unconfirmed frame was sent. */
  noteSent(): void {
    this.#sends += 1;
  }

  /** Takes a state that is newer than the one before. */
  observe(state: RobotState): OrderOutcome {
    const refused = this.#refusal(state);
    if (refused) return refused;
    if (state.orderId !== this.orderId) return this.#replaced(state);
    const unreachable = state.errors.find(({ errorType }) => errorType === stuck);
    if (unreachable) {
      const why = unreachable.errorDescription ?? "the robot does not say why";
      return { is: "failed", reason: `node_unreachable: ${why}` };
    }
    this.#isTaken = true;
    if (state.orderUpdateId > this.#updateId) return this.#changed(state.orderUpdateId);
    this.#foreign = 0;
    this.#confirmed = Math.max(this.#confirmed, state.orderUpdateId);
    if (state.lastNodeSequenceId % 2 === 0) {
      const passed = state.lastNodeSequenceId / 2;
      if (passed <= this.#baseEnd) this.#passed = Math.max(this.#passed, passed);
    }
    if (this.unconfirmed) return { is: "running" };
    const isIdle = state.isIdle;
    if (isIdle && this.#baseEnd === this.#route.length - 1) return this.#end(state);
    if (isIdle && this.#passed < this.#baseEnd) return this.#missing();
    this.#lost = 0;
    this.#extend();
    return { is: "running" };
  }

  #refusal(state: RobotState): OrderOutcome | null {
    // A robot that shows the order has not refused it; a repeated frame may make it complain.
    if (state.orderId === this.orderId && state.orderUpdateId >= this.#updateId) return null;
    const error = state.errors.find(({ errorType, errorReferences = [] }) => {
      const named = errorReferences.filter(({ referenceKey }) => referenceKey.endsWith("orderId"));
      const isOurs = named.some(({ referenceValue }) => referenceValue === this.orderId);
      return refusals.has(errorType) && (isOurs || named.length === 0);
    });
    // The robot may only have been too busy: the box asks again before the refusal counts.
    if (!error || this.unconfirmed === null || this.#sends < this.#limits.patience) return null;
    const why = error.errorDescription ?? "the robot does not say why";
    return { is: "failed", reason: `robot_refused: ${error.errorType}: ${why}` };
  }

  /** The robot has another order, or none. Before it was taken that is the way there. */
  #missing(reason = "order_lost: the robot gave up the order before its end"): OrderOutcome {
    if (!this.#isTaken) return { is: "waiting" };
    this.#lost += 1;
    return this.#lost < this.#limits.patience ? { is: "running" } : { is: "failed", reason };
  }

  /** The robot shows another order, or none. */
  #replaced(state: RobotState): OrderOutcome {
    if (state.orderId === "" || !state.hasOrder) return this.#missing();
    return this.#missing(
      `another_client: the robot drives the order ${state.orderId.slice(0, 64)}`,
    );
  }

  /** An update that was never sent: how far the robot may drive is unknown. */
  #changed(updateId: number): OrderOutcome {
    this.#foreign += 1;
    if (this.#foreign < this.#limits.patience) return { is: "running" };
    const reported = `the robot shows update ${updateId}, the box has sent ${this.#updateId}`;
    return { is: "failed", reason: `order_changed: another client changed it: ${reported}` };
  }

  #end(state: RobotState): OrderOutcome {
    const actions = this.#frame.nodes.flatMap((node) => node.actions);
    const failed = state.failedActionOf(actions);
    if (failed) return { is: "failed", reason: `action_failed: ${failed}` };
    if (this.#passed < this.#route.length - 1) return this.#missing();
    const untold = actions.find(({ actionId }) => state.action(actionId) === null);
    if (!untold) return { is: "succeeded" };
    const why = `action_lost: the robot does not say what became of ${untold.actionType}`;
    return this.#missing(why);
  }

  /** Releases more when the robot approaches the end of the released part. */
  #extend(): void {
    const reach = this.#reach(this.#passed);
    if (reach <= this.#baseEnd) return;
    this.#stitch = this.#baseEnd;
    this.#baseEnd = reach;
    this.#updateId += 1;
    this.#sends = 0;
    this.#frame = this.#build();
  }

  /** The last node that may be released while the robot has passed `from`; none beyond a forbidden piece. */
  #reach(from: number): number {
    const { maxUncontrolledM, maxNodes } = this.#limits;
    const last = Math.min(this.#route.length - 1, from + maxNodes - 1);
    const endM = this.#route.distanceM(from) + (maxUncontrolledM ?? Infinity);
    const isWithin = (at: number): boolean => at === from + 1 || this.#route.distanceM(at) <= endM;
    let reach = Math.max(from, this.#baseEnd);
    const isFree = (at: number): boolean =>
      this.#limits.mayRelease(this.#route.stopOf(at)) && !this.#route.problemTo(at);
    while (reach < last && isWithin(reach + 1) && isFree(reach + 1)) reach += 1;
    return reach;
  }

  #build(): OrderBody {
    const first = this.#stitch;
    const last = Math.min(this.#route.length - 1, first + this.#limits.maxNodes - 1);
    const maxSpeedMps = Math.min(this.#speeds.maxSpeedMps, this.limitMps);
    const limits = { ...this.#speeds, maxSpeedMps };
    const nodes: OrderBody["nodes"] = [];
    const edges: OrderBody["edges"] = [];
    for (let at = first; at <= last; at += 1) {
      nodes.push(this.#route.node(at, at <= this.#baseEnd));
      if (at === last) break;
      edges.push(this.#route.edge(at, at + 1 <= this.#baseEnd, limits));
    }
    return { orderId: this.orderId, orderUpdateId: this.#updateId, nodes, edges };
  }
}
