import type { Dialect, Sheet } from "./dialect.ts";
import type { ActionStateFields, CoreField, UsableState } from "./robot-state.ts";
import { type FactsheetFrame30, factsheetSchema30 } from "./schemas/3-0-factsheet.ts";
import {
  instantActionsSchema30,
  type OrderFrame30,
  orderSchema30,
  responsesSchema,
  zoneSetSchema,
} from "./schemas/3-0-order.ts";
import {
  connectionSchema30,
  type ConnectionWord30,
  type StateFrame30,
  stateSchema30,
  type VisualizationFrame30,
  visualizationSchema30,
} from "./schemas/3-0-state.ts";
import type { ActionFrame, OrderEdge, OrderFrame, OrderNode } from "./schemas/order.ts";
import type { ConnectionWord, VisualizationFrame } from "./schemas/state.ts";

type State30 = Pick<StateFrame30, CoreField> & Partial<StateFrame30>;

/** VDA 5050 3.0. */
export const vda30: Dialect = {
  interfaceName: "vda5050",
  majorVersion: "v3",
  schemas: {
    order: orderSchema30,
    instantActions: instantActionsSchema30,
    state: stateSchema30,
    visualization: visualizationSchema30,
    connection: connectionSchema30,
    factsheet: factsheetSchema30,
    zoneSet: zoneSetSchema,
    responses: responsesSchema,
  },
  order: orderOf,
  instantActions: ({ actions, ...header }) => ({
    ...header,
    actions: actions.map((each) => ({ ...actionOf(each), blockingType: "NONE" })),
  }),
  state: (frame) => stateOf(frame as State30),
  visualization: (frame) => motionOf(frame as Partial<VisualizationFrame30>),
  connection: (word) => connectionWords[word as ConnectionWord30],
  sheet: sheetOf,
  keepsInstantActions: true,
  hasCorridors: true,
};

const connectionWords: Record<ConnectionWord30, ConnectionWord> = {
  ONLINE: "ONLINE",
  OFFLINE: "OFFLINE",
  HIBERNATING: "HIBERNATING",
  CONNECTION_BROKEN: "CONNECTIONBROKEN",
};

function orderOf({ nodes, edges, zoneSetId: _gone, ...rest }: OrderFrame): OrderFrame30 {
  return { ...rest, nodes: nodes.map(nodeOf), edges: edges.map(edgeOf) };
}

function nodeOf({ nodePosition, actions, nodeId, sequenceId, released }: OrderNode) {
  const position = nodePosition && {
    x: nodePosition.x,
    y: nodePosition.y,
    mapId: nodePosition.mapId,
    ...(nodePosition.theta === undefined ? {} : { theta: nodePosition.theta }),
    ...(nodePosition.allowedDeviationXY === undefined
      ? {}
      : { allowedDeviationXY: circle(nodePosition.allowedDeviationXY) }),
  };
  return {
    nodeId,
    sequenceId,
    released,
    ...(position ? { nodePosition: position } : {}),
    actions: actions.map(actionOf),
  };
}

/** The ellipse that is a circle. */
function circle(radiusM: number) {
  return { a: radiusM, b: radiusM, theta: 0 };
}

function edgeOf(edge: OrderEdge) {
  const { edgeId, sequenceId, released, maxSpeed, maxRotationSpeed, actions } = edge;
  const { length, trajectory, corridor } = edge;
  return {
    edgeId,
    sequenceId,
    released,
    ...(maxSpeed === undefined ? {} : { maximumSpeed: maxSpeed }),
    ...(maxRotationSpeed === undefined ? {} : { maximumRotationSpeed: maxRotationSpeed }),
    ...(length === undefined ? {} : { length }),
    ...(trajectory === undefined ? {} : { trajectory }),
    ...(corridor === undefined
      ? {}
      : { corridor: { leftWidth: corridor.leftWidth, rightWidth: corridor.rightWidth } }),
    actions: actions.map(actionOf),
  };
}

const actionNames: Readonly<Record<string, string>> = { initPosition: "initializePosition" };
const actionNames21: Readonly<Record<string, string>> = { initializePosition: "initPosition" };

function actionOf({ actionType, actionDescription, ...rest }: ActionFrame) {
  const descriptor = actionDescription === undefined ? {} : { actionDescriptor: actionDescription };
  return { ...rest, ...descriptor, actionType: actionNames[actionType] ?? actionType };
}

function stateOf(frame: State30): UsableState {
  const { operatingMode, safetyState, powerSupply, zoneSets, maps, loads } = frame;
  const requests = [...(frame.zoneRequests ?? []), ...(frame.edgeRequests ?? [])];
  return {
    headerId: frame.headerId,
    timestamp: frame.timestamp,
    orderId: frame.orderId,
    orderUpdateId: frame.orderUpdateId,
    lastNodeId: frame.lastNodeId,
    // Without a last node its number means nothing (section 7.8).
    lastNodeSequenceId: frame.lastNodeId === "" ? 0 : frame.lastNodeSequenceId,
    nodeStates: frame.nodeStates.map(({ nodeId, sequenceId, released }) => ({
      nodeId,
      sequenceId,
      released,
    })),
    edgeStates: frame.edgeStates.map(({ edgeId, sequenceId, released }) => ({
      edgeId,
      sequenceId,
      released,
    })),
    driving: frame.driving,
    actionStates: frame.actionStates.map(actionStateOf),
    instantActionStates: (frame.instantActionStates ?? []).map(actionStateOf),
    ...motionOf(frame),
    ...(frame.paused === undefined ? {} : { paused: frame.paused }),
    ...(operatingMode && {
      operatingMode: operatingMode === "TEACH_IN" ? "TEACHIN" : operatingMode,
    }),
    ...(frame.errors && { errors: frame.errors }),
    ...(maps && { maps: maps.map(mapOf) }),
    ...(loads && { loads }),
    ...(zoneSets && { zoneSets }),
    requests: requests.map(({ requestId, requestStatus }) => ({ requestId, requestStatus })),
    ...(powerSupply && {
      batteryState: { batteryCharge: powerSupply.stateOfCharge, charging: powerSupply.charging },
    }),
    ...(safetyState && {
      safetyState: {
        eStop: safetyState.activeEmergencyStop,
        fieldViolation: safetyState.fieldViolation,
      },
    }),
  };
}

function actionStateOf({
  actionId,
  actionType,
  actionStatus,
  actionResult,
}: StateFrame30["actionStates"][number]): ActionStateFields {
  return {
    actionId,
    actionStatus,
    ...(actionType === undefined ? {} : { actionType: actionNames21[actionType] ?? actionType }),
    ...(actionResult === undefined ? {} : { resultDescription: actionResult }),
  };
}

function motionOf({
  headerId,
  timestamp,
  mobileRobotPosition,
  velocity,
}: Partial<Pick<StateFrame30, "headerId" | "timestamp" | "mobileRobotPosition" | "velocity">>) {
  const { localized, ...at } = mobileRobotPosition ?? {};
  const position = { ...at, positionInitialized: localized } as VisualizationFrame["agvPosition"];
  return {
    ...(headerId === undefined ? {} : { headerId }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(mobileRobotPosition && position ? { agvPosition: position } : {}),
    ...(velocity ? { velocity } : {}),
  };
}

/** Names of optional fields that 3.0 gave others. */
const parameterNames: Readonly<Record<string, string>> = {
  "order.edges.maximumSpeed": "order.edges.maxSpeed",
  "order.edges.maximumRotationSpeed": "order.edges.maxRotationSpeed",
};
const nameOf21 = ({ parameter }: { parameter: string }) => parameterNames[parameter] ?? parameter;

/** Zero is no bound. */
function listBounds(lengths: FactsheetFrame30["protocolLimits"]["maximumArrayLengths"]) {
  return {
    maxNodes: lengths["order.nodes"] ?? 0,
    maxEdges: lengths["order.edges"] ?? 0,
    maxZones: lengths["zoneSet.zones"] ?? 0,
    maxKnots: lengths["trajectory.knotVector"] ?? 0,
    maxControlPoints: lengths["trajectory.controlPoints"] ?? 0,
  };
}

function sheetOf(frame: Record<string, unknown>): Sheet {
  const sheet = frame as Partial<FactsheetFrame30> &
    Pick<FactsheetFrame30, "protocolLimits" | "protocolFeatures">;
  const { protocolLimits, protocolFeatures, physicalParameters, typeSpecification } = sheet;
  const { optionalParameters: optional } = protocolFeatures;
  const { maximumArrayLengths: lengths, maximumStringLengths: strings, timing } = protocolLimits;
  return {
    actions: protocolFeatures.mobileRobotActions.map((each) => ({
      ...each,
      actionType: actionNames21[each.actionType] ?? each.actionType,
    })),
    optionalParameters: optional.map(nameOf21),
    requiredParameters: optional.filter(({ support }) => support === "REQUIRED").map(nameOf21),
    ...listBounds(lengths),
    maxMessage: strings.maximumMessageLength ?? 0,
    maxIdLength: strings.maximumIdLength ?? 0,
    maxLoadIdLength: strings.maximumLoadIdLength ?? 0,
    areIdsNumeric: strings.idNumericalOnly ?? false,
    orderIntervalSec: timing.minimumOrderInterval,
    speedMaxMps: physicalParameters?.maximumSpeed ?? null,
    loadTypes: (sheet.loadSpecification?.loadSets ?? []).map(({ loadType }) => loadType),
    zoneTypes: typeSpecification?.supportedZones ?? [],
  };
}

/** A map in the words of 2.1. */
function mapOf({ mapDescriptor, ...map }: NonNullable<State30["maps"]>[number]) {
  return { ...map, ...(mapDescriptor === undefined ? {} : { mapDescription: mapDescriptor }) };
}
