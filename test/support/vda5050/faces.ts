import { strictFactsheet } from "./factsheet.ts";
import { strictFactsheet30 } from "./factsheet-3-0.ts";
import type { Action, Order } from "./graph.ts";

/** Versions that the strict robot speaks. */
export type RobotVersion = "1.1" | "2.0" | "2.1" | "3.0";

/** Why a robot refuses an order. */
export type Refusal =
  | "malformed"
  | "wrong_mode"
  | "other_active"
  | "outdated"
  | "same_update"
  | "after_cancel"
  | "no_continuation"
  | "start_out_of_range"
  | "unknown_map";

/** An action that the robot has, and whether it came as an instant action. */
export interface ActionState {
  actionId: string;
  actionType: string;
  actionStatus: string;
  isInstant: boolean;
  resultDescription?: string;
}

/** Something that the robot carries, as a state has it. */
export interface Load {
  loadId?: string;
  loadType?: string;
  loadPosition?: string;
  weight?: number;
}

/** What the robot would say in a state, with the names of 2.1. */
export interface ReportedState {
  order: Record<string, unknown>;
  position: { x: number; y: number; theta: number };
  mapId: string;
  isPositionInitialized: boolean;
  actions: readonly ActionState[];
  battery: { percent: number; isCharging: boolean };
  errors: readonly { errorLevel: string }[];
  operatingMode: string;
  eStop: string;
  fieldViolation: boolean;
  zoneSets: readonly object[];
  requests: readonly object[];
  loads: readonly Load[] | undefined;
}

/** How a version names things; written from its text, apart from what the product has. */
export interface Face {
  root: string;
  /** Topics that the robot hears. */
  hears: readonly string[];
  brokenLink: string;
  refusals: Readonly<Record<Refusal, string>>;
  nothingToCancel: string;
  initPosition: string;
  /** Modes in which it takes orders, and those in which it takes any instant action. */
  orderModes: readonly string[];
  actionModes: readonly string[];
  factsheet: Record<string, unknown> | null;
  state(reported: ReportedState): Record<string, unknown>;
  /** The order with the names of 2.1. */
  order(frame: any): Order;
  /** Null where the list does not have the name that the version wants. */
  actions(frame: any): Action[] | null;
}

const bare = ({ isInstant: _apart, ...state }: ActionState) => state;
const bare30 = ({ resultDescription, ...state }: ActionState) => ({
  ...bare(state),
  ...(resultDescription === undefined ? {} : { actionResult: resultDescription }),
});

const face21: Face = {
  root: "uagv/v2",
  hears: ["order", "instantActions"],
  brokenLink: "CONNECTIONBROKEN",
  refusals: {
    malformed: "validationError",
    wrong_mode: "orderError",
    other_active: "orderUpdateError",
    outdated: "orderUpdateError",
    same_update: "",
    after_cancel: "orderUpdateError",
    no_continuation: "orderUpdateError",
    start_out_of_range: "noRouteError",
    unknown_map: "orderError",
  },
  nothingToCancel: "noOrderToCancel",
  initPosition: "initPosition",
  orderModes: ["AUTOMATIC", "SEMIAUTOMATIC"],
  actionModes: ["AUTOMATIC", "SEMIAUTOMATIC"],
  factsheet: strictFactsheet,
  state: (reported) => ({
    ...reported.order,
    actionStates: reported.actions.map(bare),
    agvPosition: {
      ...reported.position,
      mapId: reported.mapId,
      positionInitialized: reported.isPositionInitialized,
    },
    batteryState: {
      batteryCharge: reported.battery.percent,
      charging: reported.battery.isCharging,
    },
    operatingMode: reported.operatingMode,
    errors: reported.errors,
    information: [],
    loads: reported.loads,
    safetyState: { eStop: reported.eStop, fieldViolation: reported.fieldViolation },
  }),
  order: (frame) => frame as Order,
  actions: ({ actions }) => (Array.isArray(actions) ? actions : null),
};

/** Of 1.1 the text has some words in small letters: this robot does what the text says. */
const face11: Face = {
  ...face21,
  root: "uagv/v1",
  factsheet: null,
  state(reported) {
    const { information: informations, errors, ...state } = face21.state(reported);
    const small = reported.actions.map((each) => ({
      ...bare(each),
      actionStatus: each.actionStatus.toLowerCase(),
    }));
    const levels = (errors as ReportedState["errors"]).map((each) => ({
      ...each,
      errorLevel: each.errorLevel.toLowerCase(),
    }));
    const eStop = reported.eStop === "AUTOACK" ? "autoAck" : reported.eStop.toLowerCase();
    const safetyState = { eStop, fieldViolation: reported.fieldViolation };
    return { ...state, actionStates: small, errors: levels, informations, safetyState };
  },
  actions: ({ instantActions }) => (Array.isArray(instantActions) ? instantActions : null),
};

const face30: Face = {
  root: "vda5050/v3",
  hears: ["order", "instantActions", "zoneSet", "responses"],
  brokenLink: "CONNECTION_BROKEN",
  refusals: {
    malformed: "VALIDATION_FAILURE",
    wrong_mode: "MOBILE_ROBOT_NOT_AVAILABLE",
    other_active: "OTHER_ORDER_ACTIVE",
    outdated: "OUTDATED_ORDER_UPDATE",
    same_update: "SAME_ORDER_UPDATE_ID",
    after_cancel: "ORDER_UPDATE_FOLLOWING_CANCEL",
    no_continuation: "VALIDATION_FAILURE",
    start_out_of_range: "START_NODE_OUT_OF_RANGE",
    unknown_map: "UNKNOWN_MAP_ID",
  },
  nothingToCancel: "NO_ORDER_TO_CANCEL",
  initPosition: "initializePosition",
  orderModes: ["AUTOMATIC", "SEMIAUTOMATIC", "INTERVENED"],
  actionModes: ["AUTOMATIC", "SEMIAUTOMATIC"],
  factsheet: strictFactsheet30,
  state: (reported) => ({
    ...reported.order,
    actionStates: reported.actions.filter(({ isInstant }) => !isInstant).map(bare30),
    instantActionStates: reported.actions.filter(({ isInstant }) => isInstant).map(bare30),
    mobileRobotPosition: {
      ...reported.position,
      mapId: reported.mapId,
      localized: reported.isPositionInitialized,
    },
    powerSupply: { stateOfCharge: reported.battery.percent, charging: reported.battery.isCharging },
    operatingMode: reported.operatingMode,
    errors: reported.errors,
    information: [],
    loads: reported.loads,
    maps: [{ mapId: reported.mapId, mapVersion: "1", mapStatus: "ENABLED" }],
    zoneSets: reported.zoneSets,
    zoneRequests: reported.requests,
    safetyState: { activeEmergencyStop: reported.eStop, fieldViolation: reported.fieldViolation },
  }),
  order: (frame) => ({
    ...frame,
    nodes: frame.nodes.map((node: any) => ({
      ...node,
      ...(node.nodePosition && {
        nodePosition: {
          ...node.nodePosition,
          allowedDeviationXY: node.nodePosition.allowedDeviationXY?.b,
        },
      }),
    })),
    edges: frame.edges.map(({ maximumSpeed, ...edge }: any) => ({
      ...edge,
      maxSpeed: maximumSpeed,
    })),
  }),
  actions: ({ actions }) => (Array.isArray(actions) ? actions : null),
};

/** The face of each version. */
export const faces: Readonly<Record<RobotVersion, Face>> = {
  "1.1": face11,
  "2.0": face21,
  "2.1": face21,
  "3.0": face30,
};
