import { strictFactsheet } from "./vda5050-factsheet.ts";
import { type Action, type Edge, graphProblem, type Node, type Order } from "./vda5050-graph.ts";
import { type LineOptions, RobotLine } from "./vda5050-line.ts";

interface ActionState {
  actionId: string;
  actionType: string;
  actionStatus: string;
  resultDescription?: string;
}
interface RobotError {
  errorType: string;
  errorLevel: string;
  errorDescription: string;
  errorReferences: { referenceKey: string; referenceValue: string }[];
}

/** How the robot is, and what is wrong with it. */
export interface StrictRobotOptions extends Partial<LineOptions> {
  url: string;
  speedMps?: number;
  start?: { x: number; y: number; theta: number };
  /** How long it takes to stand still, in milliseconds. */
  brakeMs?: number;
  /** Fields of the factsheet that differ. */
  factsheet?: Record<string, unknown>;
}

const over = (status: string): boolean => status === "FINISHED" || status === "FAILED";

/**
 * A robot of VDA 5050 2.0 or 2.1 as the text of the specification has it, for tests: it drives in
 * straight lines, refuses everything that a robot may refuse (section 6.6.4), and writes down what
 * no master may ever send (`violations`).
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
  readonly #options: Required<Pick<StrictRobotOptions, "speedMps" | "start" | "brakeMs">> &
    StrictRobotOptions;
  #nodes: Node[] = [];
  #edges: Edge[] = [];
  #orderId = "";
  #orderUpdateId = 0;
  #lastNode = { nodeId: "", sequenceId: 0 };
  #lastBase: Node | null = null;
  #actionStates: ActionState[] = [];
  #errors: RobotError[] = [];
  #cancelling: { actionIds: string[]; untilMs: number } | null = null;
  #isDriving = false;
  #isCancelled = false;

  constructor(options: StrictRobotOptions) {
    const line = { version: "2.1", serialNumber: "0001", stateIntervalMs: 200 } as const;
    super({ ...line, ...options });
    this.#options = { speedMps: 1, start: { x: 0, y: 0, theta: 0 }, brakeMs: 60, ...options };
    this.position = { ...this.#options.start };
  }

  get orderId(): string {
    return this.#orderId;
  }

  get isDriving(): boolean {
    return this.#isDriving;
  }

  get hasOrder(): boolean {
    return this.#nodes.length > 0;
  }

  get actionStates(): readonly ActionState[] {
    return this.#actionStates;
  }

  get errors(): readonly RobotError[] {
    return this.#errors;
  }

  /** Forgets everything, as after its power was off: it counts headers anew and has no order. */
  reboot(): void {
    this.countAnew();
    this.#clear();
    this.#orderId = "";
    this.#orderUpdateId = 0;
    this.#actionStates = [];
    this.sendState();
  }

  sendState(): void {
    if (this.isSilent) return;
    this.publish("state", this.alter(this.state()));
  }

  state(): Record<string, unknown> {
    const nodeStates = this.#nodes.map(({ nodeId, sequenceId, released }) => ({
      nodeId,
      sequenceId,
      released,
    }));
    const edgeStates = this.#edges.map(({ edgeId, sequenceId, released }) => ({
      edgeId,
      sequenceId,
      released,
    }));
    const speed = this.#isDriving ? this.#speed() : 0;
    return this.frame("state", {
      orderId: this.#orderId,
      orderUpdateId: this.#orderUpdateId,
      lastNodeId: this.#lastNode.nodeId,
      lastNodeSequenceId: this.#lastNode.sequenceId,
      nodeStates,
      edgeStates,
      driving: this.#isDriving,
      paused: this.isPaused,
      actionStates: this.#actionStates,
      agvPosition: {
        ...this.position,
        mapId: this.mapId,
        positionInitialized: this.isPositionInitialized,
      },
      velocity: { vx: speed, vy: 0, omega: 0 },
      batteryState: { batteryCharge: this.battery, charging: this.isCharging },
      operatingMode: this.operatingMode,
      errors: this.#errors,
      information: [],
      loads: [],
      safetyState: { eStop: this.eStop, fieldViolation: this.fieldViolation },
    });
  }

  factsheet(): Record<string, unknown> {
    return this.frame("factsheet", { ...strictFactsheet, ...this.#options.factsheet });
  }

  protected obey(topic: string, frame: any): void {
    if (topic === "order") this.#order(frame as Order);
    else for (const action of (frame.actions ?? []) as Action[]) this.#instant(action);
  }

  /** Figure 8 of the specification. */
  #order(order: Order): void {
    const malformed = graphProblem(order);
    if (malformed !== null) {
      this.violations.push(`order: ${malformed}`);
      this.#refuse(order, "validationError", malformed);
      return;
    }
    if (this.#cancelling) this.violations.push("order: sent while cancelOrder is RUNNING");
    if (this.operatingMode !== "AUTOMATIC" && this.operatingMode !== "SEMIAUTOMATIC") {
      this.violations.push(`order: sent in ${this.operatingMode}`);
      this.#refuse(order, "orderError", "not in automatic mode");
      return;
    }
    const isBusy =
      this.#nodes.length > 0 || this.#actionStates.some((each) => !over(each.actionStatus));
    if (order.orderId !== this.#orderId) this.#newOrder(order, isBusy);
    else if (order.orderUpdateId < this.#orderUpdateId) {
      this.#refuse(order, "orderUpdateError", "deprecated");
    } else if (order.orderUpdateId > this.#orderUpdateId) this.#update(order, isBusy);
  }

  #newOrder(order: Order, isBusy: boolean): void {
    if (isBusy) {
      this.violations.push("order: sent while another one is active");
      this.#refuse(order, "orderUpdateError", "another order is active");
      return;
    }
    if (this.refuseWith !== null && this.refusals > 0) {
      this.refusals -= 1;
      this.#refuse(order, this.refuseWith, "does not want to");
      return;
    }
    const first = order.nodes[0]!;
    const at = first.nodePosition;
    const farM = at ? Math.hypot(at.x - this.position.x, at.y - this.position.y) : 0;
    const isReachable =
      first.nodeId === this.#lastNode.nodeId || farM <= Math.max(0.05, at?.allowedDeviationXY ?? 0);
    if (!isReachable) {
      this.#refuse(order, "noRouteError", `the first node is ${farM} m away`);
      return;
    }
    if (order.nodes.some(({ nodePosition }) => nodePosition && nodePosition.mapId !== this.mapId)) {
      this.#refuse(order, "orderError", "unknown map");
      return;
    }
    this.#orderId = order.orderId;
    this.#actionStates = this.#actionStates.filter(
      ({ actionType }) => actionType === "cancelOrder",
    );
    this.#isCancelled = false;
    this.#take(order, order.nodes, order.edges);
    // It stands on the first node already.
    this.#pass(this.#nodes[0]!);
  }

  #update(order: Order, isBusy: boolean): void {
    const first = order.nodes[0]!;
    if (this.#isCancelled) {
      this.violations.push("order: update of a cancelled order");
      this.#refuse(order, "orderUpdateError", "the order was cancelled");
      return;
    }
    const base = this.#lastBase;
    const fits = isBusy
      ? base?.nodeId === first.nodeId && base.sequenceId === first.sequenceId
      : first.nodeId === this.#lastNode.nodeId && first.sequenceId === this.#lastNode.sequenceId;
    if (!fits) {
      this.violations.push("order: the update does not begin at the end of the base");
      this.#refuse(order, "orderUpdateError", "does not continue the base");
      return;
    }
    if (
      JSON.stringify({ ...base, released: true }) !== JSON.stringify({ ...first, released: true })
    ) {
      this.violations.push("order: the stitching node was changed");
    }
    this.#nodes = this.#nodes.filter(({ released }) => released);
    this.#edges = this.#edges.filter(({ released }) => released);
    this.#dropHorizonActions();
    this.#take(order, order.nodes.slice(1), order.edges);
  }

  #dropHorizonActions(): void {
    const kept = new Set(
      this.#nodes.flatMap(({ actions }) => actions.map(({ actionId }) => actionId)),
    );
    this.#actionStates = this.#actionStates.filter(
      ({ actionId, actionStatus }) => actionStatus !== "WAITING" || kept.has(actionId),
    );
  }

  #take(order: Order, nodes: Node[], edges: Edge[]): void {
    this.taken.push(`${order.orderId}/${order.orderUpdateId}`);
    this.#orderUpdateId = order.orderUpdateId;
    this.#errors = [];
    this.#nodes.push(...nodes);
    this.#edges.push(...edges);
    this.#lastBase = order.nodes.findLast(({ released }) => released)!;
    for (const { actions } of nodes) {
      for (const { actionId, actionType } of actions) {
        this.#actionStates.push({ actionId, actionType, actionStatus: "WAITING" });
      }
    }
  }

  #refuse(order: Order, errorType: string, errorDescription: string): void {
    this.#errors = [
      {
        errorType,
        errorLevel: "WARNING",
        errorDescription,
        errorReferences: [
          { referenceKey: "orderId", referenceValue: order.orderId },
          { referenceKey: "orderUpdateId", referenceValue: String(order.orderUpdateId) },
        ],
      },
    ];
  }

  #instant(action: Action): void {
    // The same action again is a frame that was sent twice.
    if (this.#actionStates.some(({ actionId }) => actionId === action.actionId)) return;
    const state: ActionState = {
      actionId: action.actionId,
      actionType: action.actionType,
      actionStatus: "FINISHED",
    };
    this.#actionStates.push(state);
    const value = (key: string): unknown =>
      action.actionParameters?.find((each) => each.key === key)?.value;
    switch (action.actionType) {
      case "startPause":
        this.isPaused = true;
        this.#isDriving = false;
        return;
      case "stopPause":
        this.isPaused = false;
        return;
      case "cancelOrder":
        this.#cancel(state);
        return;
      case "factsheetRequest":
        this.publish("factsheet", this.factsheet());
        return;
      case "stateRequest":
        return;
      case "startCharging":
      case "stopCharging":
        this.isCharging = action.actionType === "startCharging";
        return;
      case "initPosition":
        this.position = {
          x: Number(value("x")),
          y: Number(value("y")),
          theta: Number(value("theta")),
        };
        this.mapId = String(value("mapId"));
        this.isPositionInitialized = true;
        this.#lastNode = { nodeId: String(value("lastNodeId")), sequenceId: 0 };
        return;
      default:
        state.actionStatus = "FAILED";
        this.violations.push(`instantActions: ${action.actionType}`);
    }
  }

  #cancel(state: ActionState): void {
    if (this.#cancelling) {
      this.violations.push("instantActions: a second cancelOrder while one is RUNNING");
      state.actionStatus = "RUNNING";
      this.#cancelling.actionIds.push(state.actionId);
      return;
    }
    if (this.#nodes.length === 0) {
      state.actionStatus = "FAILED";
      this.#errors.push({
        errorType: "noOrderToCancel",
        errorLevel: "WARNING",
        errorDescription: "there is no order",
        errorReferences: [{ referenceKey: "actionId", referenceValue: state.actionId }],
      });
      return;
    }
    state.actionStatus = "RUNNING";
    this.#cancelling = {
      actionIds: [state.actionId],
      untilMs: performance.now() + this.#options.brakeMs,
    };
  }

  #clear(): void {
    this.#nodes = [];
    this.#edges = [];
    this.#isDriving = false;
    for (const each of this.#actionStates) {
      if (each.actionStatus === "WAITING") each.actionStatus = "FAILED";
    }
  }

  #speed(): number {
    const edge = this.#edges[0];
    return Math.min(this.#options.speedMps, edge?.maxSpeed ?? Infinity);
  }

  protected move(sec: number): void {
    if (this.#cancelling && performance.now() >= this.#cancelling.untilMs) {
      const { actionIds } = this.#cancelling;
      this.#cancelling = null;
      this.#clear();
      this.#isCancelled = true;
      for (const each of this.#actionStates) {
        if (actionIds.includes(each.actionId)) each.actionStatus = "FINISHED";
      }
      this.sendState();
    }
    const target = this.#nodes[0];
    const mayDrive =
      target?.released === true && !this.isPaused && this.eStop === "NONE" && !this.fieldViolation;
    if (!mayDrive || !target.nodePosition) {
      this.#isDriving = false;
      return;
    }
    if (!this.#isDriving) {
      this.#isDriving = true;
      this.sendState();
    }
    const { x, y } = target.nodePosition;
    const leftM = Math.hypot(x - this.position.x, y - this.position.y);
    const speed = this.#speed();
    this.fastestMps = Math.max(this.fastestMps, speed);
    const stepM = Math.min(leftM, speed * sec);
    if (leftM > 0) {
      this.position.theta = Math.atan2(y - this.position.y, x - this.position.x);
      this.position.x += ((x - this.position.x) * stepM) / leftM;
      this.position.y += ((y - this.position.y) * stepM) / leftM;
    }
    if (stepM < leftM) return;
    this.#pass(target);
    this.sendState();
  }

  #pass(node: Node): void {
    this.#lastNode = { nodeId: node.nodeId, sequenceId: node.sequenceId };
    this.passed.push(node.nodeId);
    this.#nodes = this.#nodes.filter(({ sequenceId }) => sequenceId > node.sequenceId);
    this.#edges = this.#edges.filter(({ sequenceId }) => sequenceId > node.sequenceId);
    if (!this.#nodes[0]?.released) this.#isDriving = false;
    for (const { actionId, actionType } of node.actions) {
      if (actionType === "startCharging") this.isCharging = true;
      for (const each of this.#actionStates)
        if (each.actionId === actionId) each.actionStatus = "FINISHED";
    }
  }
}
