import { type Trajectory, trajectoryProblem } from "./trajectory.ts";

/** As section 6.6.6 has it, as far as the test robot reads it. */
export interface Action {
  actionId: string;
  actionType: string;
  blockingType: string;
  actionParameters?: { key: string; value: unknown }[];
}
/** As section 6.6.6 has it, as far as the test robot reads it. */
export interface Node {
  nodeId: string;
  sequenceId: number;
  released: boolean;
  nodePosition?: {
    x: number;
    y: number;
    theta?: number;
    mapId: string;
    allowedDeviationXY?: number;
  };
  actions: Action[];
}
/** As section 6.6.6 has it, as far as the test robot reads it. */
export interface Edge {
  edgeId: string;
  sequenceId: number;
  released: boolean;
  /** Until 2.1. */
  startNodeId?: string;
  endNodeId?: string;
  maxSpeed?: number;
  trajectory?: Trajectory;
  actions: Action[];
}
/** As section 6.6.6 has it, as far as the test robot reads it. */
export interface Order {
  headerId: number;
  timestamp: string;
  version: string;
  manufacturer: string;
  serialNumber: string;
  orderId: string;
  orderUpdateId: number;
  nodes: Node[];
  edges: Edge[];
}

/**
 * What is wrong with the graph of an order (section 6.6.1; 6.1.1 in 3.0, where edges do not name
 * their ends any more), or null.
 */
export function graphProblem({ nodes, edges }: Order, edgesHaveEnds: boolean): string | null {
  if (!Array.isArray(nodes) || !Array.isArray(edges) || nodes.length === 0) return "no nodes";
  if (edges.length !== nodes.length - 1) return "the number of edges is not that of nodes less one";
  if (nodes[0]!.released !== true) return "the first node is not released";
  const first = nodes[0]!.sequenceId;
  if (first % 2 !== 0) return "sequenceId of the first node";
  const problems = nodes.map((node, at) => {
    if (node.sequenceId !== first + 2 * at) return "sequenceId of a node";
    const ends = [nodes[at - 1]!, node] as const;
    return at === 0 ? null : edgeProblem(edges[at - 1]!, ends, edgesHaveEnds);
  });
  return problems.find((each) => each !== null) ?? null;
}

function edgeProblem(edge: Edge, [from, to]: readonly [Node, Node], hasEnds: boolean) {
  if (edge.sequenceId !== to.sequenceId - 1) return "sequenceId of an edge";
  const isJoined = edge.startNodeId === from.nodeId && edge.endNodeId === to.nodeId;
  if (hasEnds ? !isJoined : "startNodeId" in edge) return "ends of an edge";
  const ends = [from.nodePosition!, to.nodePosition!] as const;
  const curve = edge.trajectory && trajectoryProblem(edge.trajectory, ends);
  if (curve) return curve;
  if (edge.released !== to.released) return "an edge and its end are not released together";
  return to.released && !from.released ? "something released follows the horizon" : null;
}
