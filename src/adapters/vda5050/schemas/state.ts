import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import {
  agvPositionSchema,
  headerFields,
  optional,
  trajectorySchema,
  velocitySchema,
} from "./header.ts";

const nodeState = Type.Object({
  nodeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  nodeDescription: optional(Type.String()),
  released: Type.Boolean(),
  nodePosition: optional(
    Type.Object({
      x: Type.Number(),
      y: Type.Number(),
      theta: optional(Type.Number()),
      mapId: Type.String(),
    }),
  ),
});

const edgeState = Type.Object({
  edgeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  edgeDescription: optional(Type.String()),
  released: Type.Boolean(),
  trajectory: optional(trajectorySchema),
});

const reference = Type.Object({ referenceKey: Type.String(), referenceValue: Type.String() });

const errorFields = {
  errorType: Type.String(),
  errorReferences: optional(Type.Array(reference)),
  errorDescription: optional(Type.String()),
  errorLevel: oneOfValues(["WARNING", "FATAL"]),
};

const information = Type.Object({
  infoType: Type.String(),
  infoReferences: optional(Type.Array(reference)),
  infoDescription: optional(Type.String()),
  infoLevel: oneOfValues(["INFO", "DEBUG"]),
});

const load = Type.Object({
  loadId: optional(Type.String()),
  loadType: optional(Type.String()),
  loadPosition: optional(Type.String()),
  boundingBoxReference: optional(
    Type.Object({
      x: Type.Number(),
      y: Type.Number(),
      z: Type.Number(),
      theta: optional(Type.Number()),
    }),
  ),
  loadDimensions: optional(
    Type.Object({
      length: Type.Number(),
      width: Type.Number(),
      height: optional(Type.Number()),
    }),
  ),
  weight: optional(Type.Number({ minimum: 0 })),
});

const actionState = Type.Object({
  actionId: Type.String(),
  actionType: optional(Type.String()),
  actionDescription: optional(Type.String()),
  // Table 2 of both versions has PAUSED; the JSON schema of 2.1.0 forgot it.
  actionStatus: oneOfValues(["WAITING", "INITIALIZING", "RUNNING", "PAUSED", "FINISHED", "FAILED"]),
  resultDescription: optional(Type.String()),
});

const batteryState = Type.Object({
  batteryCharge: Type.Number(),
  batteryVoltage: optional(Type.Number()),
  batteryHealth: optional(Type.Number({ minimum: 0, maximum: 100 })),
  charging: Type.Boolean(),
  reach: optional(Type.Number({ minimum: 0 })),
});

const safetyState = Type.Object({
  eStop: oneOfValues(["AUTOACK", "MANUAL", "REMOTE", "NONE"]),
  fieldViolation: Type.Boolean(),
});

const stateFields = {
  ...headerFields,
  orderId: Type.String(),
  orderUpdateId: Type.Integer({ minimum: 0 }),
  zoneSetId: optional(Type.String()),
  lastNodeId: Type.String(),
  lastNodeSequenceId: Type.Integer({ minimum: 0 }),
  driving: Type.Boolean(),
  paused: optional(Type.Boolean()),
  newBaseRequest: optional(Type.Boolean()),
  distanceSinceLastNode: optional(Type.Number()),
  operatingMode: oneOfValues(["AUTOMATIC", "SEMIAUTOMATIC", "MANUAL", "SERVICE", "TEACHIN"]),
  nodeStates: Type.Array(nodeState),
  edgeStates: Type.Array(edgeState),
  agvPosition: optional(agvPositionSchema),
  velocity: optional(velocitySchema),
  loads: optional(Type.Array(load)),
  actionStates: Type.Array(actionState),
  batteryState,
  errors: Type.Array(Type.Object({ ...errorFields, errorHint: optional(Type.String()) })),
  information: optional(Type.Array(information)),
  safetyState,
};

const mapState = Type.Object({
  mapId: Type.String(),
  mapVersion: Type.String(),
  mapDescription: optional(Type.String()),
  mapStatus: oneOfValues(["ENABLED", "DISABLED"]),
});

/** Topic `state` of 2.0 (section 6.10). */
export const stateSchema20 = Type.Object(stateFields);

/** Topic `state` of 2.1: also the maps that are on the robot. */
export const stateSchema21 = Type.Object({ ...stateFields, maps: optional(Type.Array(mapState)) });

/** Topic `visualization` of 2.0 and 2.1 (section 6.13). */
export const visualizationSchema = Type.Object({
  headerId: optional(headerFields.headerId),
  timestamp: optional(headerFields.timestamp),
  version: optional(headerFields.version),
  manufacturer: optional(headerFields.manufacturer),
  serialNumber: optional(headerFields.serialNumber),
  agvPosition: optional(agvPositionSchema),
  velocity: optional(velocitySchema),
});

/** Topic `connection` of 2.0 and 2.1 (section 6.14). */
export const connectionSchema = Type.Object({
  ...headerFields,
  connectionState: oneOfValues(["ONLINE", "OFFLINE", "CONNECTIONBROKEN"]),
});

/** A frame of topic `state` as the specification has it. */
export type StateFrame = Static<typeof stateSchema21>;
/** A frame of topic `visualization`. */
export type VisualizationFrame = Static<typeof visualizationSchema>;
/** Values of topic `connection`; a robot hibernates since 3.0. */
export type ConnectionWord = Static<typeof connectionSchema>["connectionState"] | "HIBERNATING";
