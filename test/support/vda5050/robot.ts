import { type ActionState, type Face, faces, type Load, type ReportedState } from "./faces.ts";
import type { Action, Edge, Node, Order } from "./graph.ts";
import { RobotLine } from "./line.ts";
import type { StrictRobotOptions } from "./robot-options.ts";
import { ActionStates, loadOf } from "./robot-actions.ts";
import { type RobotError, RobotErrors } from "./robot-errors.ts";
import { OrderQueue } from "./robot-orders.ts";
import { pointsOf } from "./trajectory.ts";
import { ZoneStore } from "./robot-zones.ts";

/**
 * A robot of VDA 5050 1.1, 2.0, 2.1 or 3.0 as the text of the specification has it, for tests: it drives in straight
 * lines or along the trajectories of edges, refuses everything that a robot may refuse, and writes down what no master
 * may ever send (`violations`). Inside, names are those of 2.1; its face has the version's.
 */
export class StrictRobot extends RobotLine {
  /** Orders and updates that it took, `<orderId>/<orderUpdateId>`. */
  readonly taken: string[] = [];
  readonly passed: string[] = [];
  position: { x: number; y: number; theta: number };
  mapId = "map";
  isPositionInitialized = true;
  battery = 80;
  isCharging = false;
  operatingMode = "AUTOMATIC";
  eStop = "NONE";
  fieldViolation = false;
  isPaused = false;
  /** Fastest that it went, in metres per second. */
  fastestMps = 0;
  /** Refuses every new order with this error type. */
  refuseWith: string | null = null;
  /** Refuses so many orders, then takes them. */
  refusals = Infinity;
  /** Adds to or changes each state before it is sent. */
  alter: (state: Record<string, unknown>) => unknown = (state) => state;
  /** Zone sets of 3.0. */
  readonly zones = new ZoneStore();
  /** What it carries; undefined: it cannot tell. */
  loads: Load[] | undefined = [];
  /** How long it takes to lift something or to put it down, in milliseconds. */
  handlingMs = 120;
  /** Why it can lift nothing; null where it can. */
  liftProblem: string | null = null;
  /** What it asks leave for (3.0). */
  requests: object[] = [];
  readonly #options: Required<Pick<StrictRobotOptions, "speedMps" | "start" | "brakeMs">> &
    StrictRobotOptions;
  readonly #face: Face;
  readonly #orders = new OrderQueue();
  readonly #actions: ActionStates;
  /** Refused for good: the reason, by the order's id. */
  readonly #unwanted = new Map<string, string>();
  readonly #errors = new RobotErrors();
  #isDriving = false;
  /** What is left of the curve of the edge that it is on. */
  #curve: { edgeId: string; points: { x: number; y: number }[] } = { edgeId: "", points: [] };

  constructor(options: StrictRobotOptions) {
    const line = { version: "2.1", serialNumber: "0001", stateIntervalMs: 200 } as const;
    super({ ...line, ...options });
    this.#face = faces[this.options.version];
    this.#actions = new ActionStates(this.options.version === "3.0");
    this.#options = { speedMps: 1, start: { x: 0, y: 0, theta: 0 }, brakeMs: 60, ...options };
    this.position = { ...this.#options.start };
  }

  get orderId(): string {
    return this.#orders.orderId;
  }

  get isDriving(): boolean {
    return this.#isDriving;
  }

  get hasOrder(): boolean {
    return this.#orders.nodes.length > 0 || this.#actions.isHandling;
  }

  get actionStates(): readonly ActionState[] {
    return this.#actions.all;
  }

  get errors(): readonly RobotError[] {
    return this.#errors.all;
  }

  /** Is done at once with the load that it handles. */
  hurry(): void {
    this.#actions.hurry();
  }

  /** Forgets everything, as after its power was off: it counts headers again and has no order. */
  reboot(): void {
    this.countAnew();
    this.#clear();
    this.#orders.orderId = "";
    this.#orders.orderUpdateId = 0;
    this.#actions.all = [];
    this.sendState();
  }

  sendState(): void {
    if (this.isSilent) return;
    this.publish("state", this.alter(this.state()));
  }

  state(): Record<string, unknown> {
    const { nodes, edges, orderId, orderUpdateId, lastNode } = this.#orders;
    const reported: ReportedState = {
      order: {
        orderId,
        orderUpdateId,
        lastNodeId: lastNode.nodeId,
        lastNodeSequenceId: lastNode.sequenceId,
        nodeStates: nodes.map(({ nodeId, sequenceId, released }) => ({
          nodeId,
          sequenceId,
          released,
        })),
        edgeStates: edges.map(({ edgeId, sequenceId, released }) => ({
          edgeId,
          sequenceId,
          released,
        })),
        driving: this.#isDriving,
        paused: this.isPaused,
        velocity: { vx: this.#isDriving ? this.#speed() : 0, vy: 0, omega: 0 },
      },
      position: this.position,
      mapId: this.mapId,
      isPositionInitialized: this.isPositionInitialized,
      actions: this.#actions.all,
      battery: { percent: this.battery, isCharging: this.isCharging },
      errors: this.#errors.all,
      operatingMode: this.operatingMode,
      eStop: this.eStop,
      fieldViolation: this.fieldViolation,
      zoneSets: this.zones.reported,
      requests: this.requests,
      loads: this.loads,
    };
    return this.frame("state", this.#face.state(reported));
  }

  /** Says what it can do again, with these fields changed from now on. */
  changeFactsheet(change: Record<string, unknown>): void {
    this.#options.factsheet = { ...this.#options.factsheet, ...change };
    this.publish("factsheet", this.factsheet());
  }

  factsheet(): Record<string, unknown> {
    return this.frame("factsheet", { ...this.#face.factsheet, ...this.#options.factsheet });
  }

  protected obey(topic: string, frame: any): void {
    if (topic === "order") return this.#order(this.#face.order(frame));
    if (topic === "zoneSet") return this.#zoneSet(frame.zoneSet);
    if (topic === "responses") return;
    const actions = this.#face.actions(frame);
    if (!actions) this.violations.push("instantActions: the list has another name");
    for (const action of actions ?? []) this.#instant(action);
  }

  #order(order: Order): void {
    const { version } = this.options;
    if (this.#isUnwilling(order)) return;
    const answer = this.#orders.offer(order, {
      position: this.position,
      mapId: this.mapId,
      mayTakeOrders: this.#face.orderModes.includes(this.operatingMode),
      hasOpenActions: this.#actions.hasOpen,
      isCancelling: this.#actions.isCancelling,
      edgesHaveEnds: version !== "3.0",
      comparesContent: version === "3.0",
    });
    if (answer.violation !== null) this.violations.push(`order: ${answer.violation}`);
    if (answer.refusal !== null) {
      this.#errors.refuse(order, this.#face.refusals[answer.refusal], answer.why);
    }
    if (answer.taken !== null) this.#took(order, answer.taken === "new");
  }

  #isUnwilling(order: Order): boolean {
    const isNew = order.orderId !== this.orderId && !this.hasOrder;
    const why = this.#unwanted.get(order.orderId) ?? this.refuseWith;
    if (!isNew || why === null || this.refusals <= 0) return false;
    // The driver may have sent the same order once more before it read the refusal.
    if (this.refusals === Infinity) this.#unwanted.set(order.orderId, why);
    this.refusals -= 1;
    this.#errors.refuse(order, why, "does not want to");
    return true;
  }

  #took(order: Order, isNew: boolean): void {
    this.taken.push(`${order.orderId}/${order.orderUpdateId}`);
    this.#errors.all = [];
    this.#actions.follow(this.#orders.actions, isNew);
    // It stands on the first node already.
    if (isNew) this.#pass(this.#orders.nodes[0]!);
  }

  #zoneSet(set: Parameters<ZoneStore["take"]>[0]): void {
    const { error, violation } = this.zones.take(set);
    if (violation !== null) this.violations.push(violation);
    if (error !== null) this.#errors.report(error, "WARNING", ["zoneSetId", set.zoneSetId]);
  }

  #instant(action: Action): void {
    const { actionId, actionType } = action;
    // The same action again is a frame that was sent twice.
    if (this.#actions.knows(actionId)) return;
    const mayTake = actionType === "cancelOrder" ? this.#face.orderModes : this.#face.actionModes;
    if (!mayTake.includes(this.operatingMode)) {
      this.violations.push(`instantActions: ${actionType} sent in ${this.operatingMode}`);
    }
    const state: ActionState = { actionId, actionType, actionStatus: "FINISHED", isInstant: true };
    this.#actions.all.push(state);
    if (!this.#perform(action, state)) {
      state.actionStatus = "FAILED";
      this.violations.push(`instantActions: ${actionType}`);
    }
  }

  /** False for an action that it does not have. */
  #perform(action: Action, state: ActionState): boolean {
    const value = (key: string): unknown =>
      action.actionParameters?.find((each) => each.key === key)?.value;
    switch (action.actionType) {
      case "startPause":
        this.isPaused = true;
        this.#isDriving = false;
        return true;
      case "stopPause":
        this.isPaused = false;
        return true;
      case "cancelOrder":
        this.#cancel(state);
        return true;
      case "factsheetRequest":
        if (this.#face.factsheet) this.publish("factsheet", this.factsheet());
        return this.#face.factsheet !== null;
      case "stateRequest":
        return true;
      case "startCharging":
      case "stopCharging":
        this.isCharging = action.actionType === "startCharging";
        return true;
      case this.#face.initPosition:
        this.position = {
          x: Number(value("x")),
          y: Number(value("y")),
          theta: Number(value("theta")),
        };
        this.mapId = String(value("mapId"));
        this.isPositionInitialized = true;
        this.#orders.lastNode = { nodeId: String(value("lastNodeId")), sequenceId: 0 };
        return true;
      default:
        return this.options.version === "3.0" && this.#perform30(action, state, value);
    }
  }

  #perform30({ actionType }: Action, state: ActionState, value: (key: string) => unknown): boolean {
    const set = String(value("zoneSetId"));
    if (actionType === "clearInstantActions") {
      this.#actions.forget(state);
      return true;
    }
    if (actionType !== "enableZoneSet" && actionType !== "deleteZoneSet") return false;
    const isDone = actionType === "enableZoneSet" ? this.zones.enable(set) : this.zones.remove(set);
    if (!isDone) state.actionStatus = "FAILED";
    return true;
  }

  #cancel(state: ActionState): void {
    if (!this.hasOrder && !this.#actions.isCancelling) {
      state.actionStatus = "FAILED";
      this.#errors.report(this.#face.nothingToCancel, "WARNING", ["actionId", state.actionId]);
      return;
    }
    if (this.#actions.cancel(state, this.#options.brakeMs)) return;
    this.violations.push("instantActions: a second cancelOrder while one is RUNNING");
  }

  #clear(): void {
    this.#orders.clear();
    this.#isDriving = false;
    this.#actions.giveUp();
  }

  #speed(): number {
    const zones = this.zones.around(this.mapId, this.position);
    const limits = zones.map(({ maximumSpeed }) => maximumSpeed ?? Infinity);
    const edge = this.#orders.edges[0]?.maxSpeed ?? Infinity;
    return Math.min(this.#options.speedMps, edge, ...limits);
  }

  protected move(sec: number): void {
    if (this.#actions.handled()) this.sendState();
    const cancelled = this.#actions.cancelled();
    if (cancelled) this.#cancelled(cancelled);
    const target = this.#orders.nodes[0];
    if (!target?.nodePosition || !this.#mayDrive(target)) {
      this.#isDriving = false;
      return;
    }
    this.#driveTo(target, target.nodePosition, sec);
  }

  #mayDrive({ released }: Node): boolean {
    return released && !this.isPaused && this.eStop === "NONE" && !this.fieldViolation;
  }

  /** Drives for this time, along the curve of the edge if it has one. */
  #driveTo(target: Node, end: { x: number; y: number }, sec: number): void {
    const isLast = this.#onCurve(this.#orders.edges[0]);
    const { x, y } = isLast ? end : this.#curve.points[0]!;
    const leftM = Math.hypot(x - this.position.x, y - this.position.y);
    const speed = this.#speed();
    const stepM = Math.min(leftM, speed * sec);
    const share = leftM > 0 ? stepM / leftM : 1;
    const next = {
      x: this.position.x + (x - this.position.x) * share,
      y: this.position.y + (y - this.position.y) * share,
    };
    if (this.#isBlocked(next, target)) return;
    if (!this.#isDriving) {
      this.#isDriving = true;
      this.sendState();
    }
    this.fastestMps = Math.max(this.fastestMps, speed);
    const theta =
      leftM > 0 ? Math.atan2(y - this.position.y, x - this.position.x) : this.position.theta;
    this.position = { ...next, theta };
    if (stepM < leftM) return;
    if (!isLast) {
      this.#curve.points.shift();
      if (speed > 0) this.#driveTo(target, end, sec - stepM / speed);
      return;
    }
    this.#pass(target);
    this.sendState();
  }

  /** Takes the curve of the edge up; true when no point of it is left before its end. */
  #onCurve(edge: Edge | undefined): boolean {
    if (edge && this.#curve.edgeId !== edge.edgeId) {
      const points = edge.trajectory ? pointsOf(edge.trajectory).slice(1, -1) : [];
      this.#curve = { edgeId: edge.edgeId, points };
    }
    return !edge || this.#curve.points.length === 0;
  }

  /** A blocked zone is not entered, whatever the order says: the node cannot be reached. */
  #isBlocked(next: { x: number; y: number }, target: Node): boolean {
    const zones = this.zones.around(this.mapId, next);
    if (!zones.some(({ zoneType }) => zoneType === "BLOCKED")) return false;
    this.#isDriving = false;
    this.#errors.report("NODE_UNREACHABLE", "CRITICAL", ["nodeId", target.nodeId]);
    return true;
  }

  #cancelled(actionIds: readonly string[]): void {
    this.#clear();
    this.#orders.isCancelled = true;
    this.#actions.finish(actionIds);
    this.sendState();
  }

  #pass(node: Node): void {
    this.passed.push(node.nodeId);
    this.#orders.pass(node);
    if (!this.#orders.nodes[0]?.released) this.#isDriving = false;
    if (node.actions.some(({ actionType }) => actionType === "startCharging")) {
      this.isCharging = true;
    }
    const takesTime = ({ actionType }: Action): boolean => /^(pick|drop)$/.test(actionType);
    for (const each of node.actions.filter(takesTime)) {
      this.#actions.handle(each, this.handlingMs, (action) => this.#lift(action));
    }
    const rest = node.actions.filter((each) => !takesTime(each));
    this.#actions.finish(rest.map(({ actionId }) => actionId));
  }

  /** Takes the load up or puts it down; says why it could not, or null. */
  #lift(action: Action): string | null {
    const [carried] = this.loads ?? [];
    if (this.liftProblem !== null) return this.liftProblem;
    const isDrop = action.actionType === "drop";
    if (isDrop !== (carried !== undefined)) return "the load is not as expected";
    this.loads = action.actionType === "pick" ? [loadOf(action)] : [];
    return null;
  }
}
