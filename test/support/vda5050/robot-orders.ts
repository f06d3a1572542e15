import type { Refusal } from "./faces.ts";
import { type Action, type Edge, graphProblem, type Node, type Order } from "./graph.ts";

/** What else the answer to an order depends on. */
export interface OrderSituation {
  position: { x: number; y: number };
  mapId: string;
  mayTakeOrders: boolean;
  hasOpenActions: boolean;
  isCancelling: boolean;
  /** Edges name their ends, as they did before 3.0. */
  edgesHaveEnds: boolean;
  /** The same update with other content is an error, as it is since 3.0. */
  comparesContent: boolean;
}

/** What the robot does with an order frame. */
export interface Answer {
  refusal: Refusal | null;
  why: string;
  /** No master may ever send such a frame. */
  violation: string | null;
  /** Null where nothing was taken. */
  taken: "new" | "update" | null;
}

const nothing: Answer = { refusal: null, why: "", violation: null, taken: null };

/** The order that a robot has, and figure 8 of the specification: which frames it takes. */
export class OrderQueue {
  nodes: Node[] = [];
  edges: Edge[] = [];
  orderId = "";
  orderUpdateId = 0;
  lastNode = { nodeId: "", sequenceId: 0 };
  isCancelled = false;
  #lastBase: Node | null = null;
  #content = "";

  /** Takes the frame or says why not. */
  offer(order: Order, situation: OrderSituation): Answer {
    const malformed = graphProblem(order, situation.edgesHaveEnds);
    if (malformed !== null) return refused("malformed", malformed, malformed);
    if (!situation.mayTakeOrders) {
      return refused("wrong_mode", "not in automatic mode", "sent in a mode without orders");
    }
    const during = situation.isCancelling ? "sent while cancelOrder is RUNNING" : null;
    const isBusy = this.nodes.length > 0 || situation.hasOpenActions;
    const answer =
      order.orderId === this.orderId
        ? this.#same(order, situation, isBusy)
        : this.#other(order, situation, isBusy);
    return { ...answer, violation: answer.violation ?? during };
  }

  /** The robot has reached the node. */
  pass(node: Node): void {
    this.lastNode = { nodeId: node.nodeId, sequenceId: node.sequenceId };
    this.nodes = this.nodes.filter(({ sequenceId }) => sequenceId > node.sequenceId);
    this.edges = this.edges.filter(({ sequenceId }) => sequenceId > node.sequenceId);
  }

  clear(): void {
    this.nodes = [];
    this.edges = [];
  }

  /** Actions of what is left of the order. */
  get actions(): Action[] {
    return this.nodes.flatMap(({ actions }) => actions);
  }

  #same(order: Order, { comparesContent }: OrderSituation, isBusy: boolean): Answer {
    if (order.orderUpdateId < this.orderUpdateId) return refused("outdated", "deprecated", null);
    if (order.orderUpdateId > this.orderUpdateId) return this.#update(order, isBusy);
    if (contentOf(order) === this.#content) return nothing;
    const violation = "the same update came with other content";
    return comparesContent
      ? refused("same_update", violation, violation)
      : { ...nothing, violation };
  }

  #other(order: Order, { position, mapId }: OrderSituation, isBusy: boolean): Answer {
    if (isBusy) {
      return refused("other_active", "another order is active", "sent while another one is active");
    }
    const first = order.nodes[0]!;
    const at = first.nodePosition;
    const farM = at ? Math.hypot(at.x - position.x, at.y - position.y) : 0;
    const isReachable =
      first.nodeId === this.lastNode.nodeId || farM <= Math.max(0.05, at?.allowedDeviationXY ?? 0);
    if (!isReachable) {
      return refused("start_out_of_range", `the first node is ${farM} m away`, null);
    }
    if (order.nodes.some(({ nodePosition }) => nodePosition && nodePosition.mapId !== mapId)) {
      return refused("unknown_map", "unknown map", null);
    }
    this.orderId = order.orderId;
    this.isCancelled = false;
    this.#take(order, order.nodes);
    return { ...nothing, taken: "new" };
  }

  #update(order: Order, isBusy: boolean): Answer {
    const first = order.nodes[0]!;
    if (this.isCancelled) {
      return refused("after_cancel", "the order was cancelled", "update of a cancelled order");
    }
    const base = this.#lastBase;
    const end = isBusy ? base : this.lastNode;
    if (end?.nodeId !== first.nodeId || end.sequenceId !== first.sequenceId) {
      const violation = "the update does not begin at the end of the base";
      return refused("no_continuation", "does not continue the base", violation);
    }
    const released = (node: object | null): string => JSON.stringify({ ...node, released: true });
    const isChanged = released(base) !== released(first);
    this.nodes = this.nodes.filter((node) => node.released);
    this.edges = this.edges.filter((edge) => edge.released);
    this.#take(order, order.nodes.slice(1));
    const violation = isChanged ? "the stitching node was changed" : null;
    return { ...nothing, violation, taken: "update" };
  }

  #take(order: Order, nodes: Node[]): void {
    this.orderUpdateId = order.orderUpdateId;
    this.#content = contentOf(order);
    this.nodes.push(...nodes);
    this.edges.push(...order.edges);
    this.#lastBase = order.nodes.findLast(({ released }) => released)!;
  }
}

function refused(refusal: Refusal, why: string, violation: string | null): Answer {
  return { refusal, why, violation, taken: null };
}

/** The frame without its header, which differs each time that it is sent. */
function contentOf({ nodes, edges }: Order): string {
  return JSON.stringify([nodes, edges]);
}
