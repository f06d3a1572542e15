import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { angle, headerFields, optional, velocitySchema } from "./header.ts";
import { mobileRobotPositionSchema, pathFields30, trajectorySchema30 } from "./3-0-header.ts";

const sequenceId = Type.Integer({ minimum: 0 });

const nodeState = Type.Object({
  nodeId: Type.String(),
  sequenceId,
  nodeDescriptor: optional(Type.String()),
  released: Type.Boolean(),
  nodePosition: optional(
    Type.Object({
      x: Type.Number(),
      y: Type.Number(),
      theta: optional(angle),
      mapId: Type.String(),
    }),
  ),
});

const edgeState = Type.Object({
  edgeId: Type.String(),
  sequenceId,
  edgeDescriptor: optional(Type.String()),
  released: Type.Boolean(),
  trajectory: optional(trajectorySchema30),
});

const requestStatus = oneOfValues(["REQUESTED", "GRANTED", "REVOKED", "EXPIRED"]);

const zoneRequest = Type.Object({
  requestId: Type.String(),
  requestType: oneOfValues(["ACCESS", "REPLANNING"]),
  zoneId: Type.String(),
  zoneSetId: Type.String(),
  requestStatus,
  trajectory: optional(trajectorySchema30),
});

const edgeRequest = Type.Object({
  requestId: Type.String(),
  requestType: oneOfValues(["CORRIDOR"]),
  edgeId: Type.String(),
  sequenceId,
  requestStatus,
});

const actionState = Type.Object({
  actionId: Type.String(),
  actionType: optional(Type.String()),
  actionDescriptor: optional(Type.String()),
  actionStatus: oneOfValues([
    "WAITING",
    "INITIALIZING",
    "RUNNING",
    "PAUSED",
    "RETRIABLE",
    "FINISHED",
    "FAILED",
  ]),
  actionResult: optional(Type.String()),
});

const size = Type.Number({ minimum: 0 });

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
  loadDimensions: optional(Type.Object({ length: size, width: size, height: optional(size) })),
  weight: optional(size),
});

const powerSupply = Type.Object({
  stateOfCharge: Type.Number({ minimum: 0, maximum: 100 }),
  batteryVoltage: optional(Type.Number()),
  batteryCurrent: optional(Type.Number()),
  batteryHealth: optional(Type.Number({ minimum: 0, maximum: 100 })),
  charging: Type.Boolean(),
  range: optional(Type.Number({ minimum: 0 })),
});

const reference = Type.Object({ referenceKey: Type.String(), referenceValue: Type.String() });
const translations = optional(
  Type.Array(Type.Object({ translationKey: Type.String(), translationValue: Type.String() })),
);

const error = Type.Object({
  errorType: Type.String(),
  errorReferences: optional(Type.Array(reference)),
  errorDescription: optional(Type.String()),
  errorDescriptionTranslations: translations,
  errorHint: optional(Type.String()),
  errorHintTranslations: translations,
  errorLevel: oneOfValues(["WARNING", "URGENT", "CRITICAL", "FATAL"]),
});

const information = Type.Object({
  infoType: Type.String(),
  infoReferences: optional(Type.Array(reference)),
  infoDescriptor: optional(Type.String()),
  infoLevel: oneOfValues(["INFO", "DEBUG"]),
});

const enabled = oneOfValues(["ENABLED", "DISABLED"]);

/** Topic `state` of 3.0 (section 7.8). */
export const stateSchema30 = Type.Object({
  ...headerFields,
  maps: optional(
    Type.Array(
      Type.Object({
        mapId: Type.String(),
        mapVersion: Type.String(),
        mapStatus: enabled,
        mapDescriptor: optional(Type.String()),
      }),
    ),
  ),
  zoneSets: optional(
    Type.Array(
      Type.Object({ zoneSetId: Type.String(), mapId: Type.String(), zoneSetStatus: enabled }),
    ),
  ),
  orderId: Type.String(),
  orderUpdateId: sequenceId,
  lastNodeId: Type.String(),
  lastNodeSequenceId: sequenceId,
  nodeStates: Type.Array(nodeState),
  edgeStates: Type.Array(edgeState),
  ...pathFields30,
  mobileRobotPosition: optional(mobileRobotPositionSchema),
  velocity: optional(velocitySchema),
  loads: optional(Type.Array(load)),
  driving: Type.Boolean(),
  paused: optional(Type.Boolean()),
  newBaseRequest: optional(Type.Boolean()),
  zoneRequests: optional(Type.Array(zoneRequest)),
  edgeRequests: optional(Type.Array(edgeRequest)),
  distanceSinceLastNode: optional(Type.Number()),
  actionStates: Type.Array(actionState),
  instantActionStates: Type.Array(actionState),
  zoneActionStates: optional(Type.Array(actionState)),
  powerSupply,
  operatingMode: oneOfValues([
    "STARTUP",
    "AUTOMATIC",
    "SEMIAUTOMATIC",
    "INTERVENED",
    "MANUAL",
    "SERVICE",
    "TEACH_IN",
  ]),
  errors: Type.Array(error),
  information: optional(Type.Array(information)),
  safetyState: Type.Object({
    activeEmergencyStop: oneOfValues(["MANUAL", "REMOTE", "NONE"]),
    fieldViolation: Type.Boolean(),
  }),
});

/** Topic `visualization` of 3.0 (section 7.9). */
export const visualizationSchema30 = Type.Object({
  ...headerFields,
  referenceStateHeaderId: Type.Integer({ minimum: 0 }),
  ...pathFields30,
  mobileRobotPosition: optional(mobileRobotPositionSchema),
  velocity: optional(velocitySchema),
});

/** Topic `connection` of 3.0 (section 7.7). */
export const connectionSchema30 = Type.Object({
  ...headerFields,
  connectionState: oneOfValues(["ONLINE", "OFFLINE", "HIBERNATING", "CONNECTION_BROKEN"]),
});

/** A frame of topic `state` of 3.0. */
export type StateFrame30 = Static<typeof stateSchema30>;
/** A frame of topic `visualization` of 3.0. */
export type VisualizationFrame30 = Static<typeof visualizationSchema30>;
/** Values of topic `connection` of 3.0. */
export type ConnectionWord30 = Static<typeof connectionSchema30>["connectionState"];
