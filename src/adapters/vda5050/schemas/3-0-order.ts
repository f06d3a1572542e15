import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { angle, headerFields, optional } from "./header.ts";
import { actionFields30, trajectorySchema30, vertexSchema } from "./3-0-header.ts";

const action = Type.Object({ ...actionFields30, actionId: Type.String() });
const distance = Type.Number({ minimum: 0 });

const nodePosition = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  theta: optional(angle),
  allowedDeviationXY: optional(
    Type.Object({
      a: distance,
      b: distance,
      theta: Type.Number({ minimum: -1.570796327, maximum: 1.570796327 }),
    }),
  ),
  allowedDeviationTheta: optional(Type.Number({ minimum: 0, maximum: 3.141592654 })),
  mapId: Type.String(),
});

const node = Type.Object({
  nodeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  nodeDescriptor: optional(Type.String()),
  released: Type.Boolean(),
  nodePosition: optional(nodePosition),
  actions: Type.Array(action),
});

const corridor = Type.Object({
  leftWidth: distance,
  rightWidth: distance,
  corridorReferencePoint: optional(oneOfValues(["KINEMATIC_CENTER", "CONTOUR"])),
  releaseRequired: optional(Type.Boolean()),
  releaseLossBehavior: optional(oneOfValues(["STOP", "RETURN"])),
});

const edge = Type.Object({
  edgeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  edgeDescriptor: optional(Type.String()),
  released: Type.Boolean(),
  maximumSpeed: optional(Type.Number()),
  maximumMobileRobotHeight: optional(Type.Number()),
  minimumLoadHandlingDeviceHeight: optional(Type.Number()),
  orientation: optional(angle),
  orientationType: optional(oneOfValues(["GLOBAL", "TANGENTIAL"])),
  direction: optional(Type.String()),
  reachOrientationBeforeEntering: optional(Type.Boolean()),
  // The JSON schema has `maxRotationSpeed`; of the two the text counts (section 7).
  maximumRotationSpeed: optional(Type.Number()),
  trajectory: optional(trajectorySchema30),
  length: optional(Type.Number()),
  corridor: optional(corridor),
  actions: Type.Array(action),
});

/** Topic `order` of 3.0 (section 7.3). */
export const orderSchema30 = Type.Object({
  ...headerFields,
  orderId: Type.String(),
  orderUpdateId: Type.Integer({ minimum: 0 }),
  orderDescription: optional(Type.String()),
  nodes: Type.Array(node, { minItems: 1 }),
  edges: Type.Array(edge),
});

/** Topic `instantActions` of 3.0; nothing blocks (sections 6.2.1 and 7.4). */
export const instantActionsSchema30 = Type.Object({
  ...headerFields,
  actions: Type.Array(
    Type.Object({
      ...actionFields30,
      actionId: Type.String(),
      blockingType: oneOfValues(["NONE"]),
    }),
  ),
});

const zoneActions = Type.Array(Type.Object(actionFields30));
const zoneFields = {
  zoneId: Type.String(),
  zoneDescriptor: optional(Type.String()),
  vertices: Type.Array(vertexSchema, { minItems: 3 }),
};
const factor = Type.Number({ minimum: 0, maximum: 1 });

/** Each type of zone with its required fields (section 6.4.1). */
const zone = Type.Union([
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["BLOCKED", "LINE_GUIDED", "COORDINATED_REPLANNING"]),
  }),
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["RELEASE"]),
    releaseLossBehavior: oneOfValues(["STOP", "CONTINUE", "EVACUATE"]),
  }),
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["SPEED_LIMIT"]),
    maximumSpeed: Type.Number(),
  }),
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["ACTION"]),
    entryActions: zoneActions,
    duringActions: zoneActions,
    exitActions: zoneActions,
  }),
  Type.Object({ ...zoneFields, zoneType: oneOfValues(["PRIORITY"]), priorityFactor: factor }),
  Type.Object({ ...zoneFields, zoneType: oneOfValues(["PENALTY"]), penaltyFactor: factor }),
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["DIRECTED"]),
    direction: Type.Number(),
    directedLimitation: oneOfValues(["SOFT", "RESTRICTED", "STRICT"]),
  }),
  Type.Object({
    ...zoneFields,
    zoneType: oneOfValues(["BIDIRECTED"]),
    direction: Type.Number(),
    bidirectedLimitation: oneOfValues(["SOFT", "RESTRICTED"]),
  }),
]);

/** Topic `zoneSet` of 3.0 (section 7.6). */
export const zoneSetSchema = Type.Object({
  ...headerFields,
  zoneSet: Type.Object({
    mapId: Type.String(),
    zoneSetId: Type.String(),
    zoneSetDescriptor: optional(Type.String()),
    zones: Type.Array(zone),
  }),
});

/** Topic `responses` of 3.0 (section 7.5). */
export const responsesSchema = Type.Object({
  ...headerFields,
  responses: Type.Array(
    Type.Object({
      requestId: Type.String(),
      grantType: oneOfValues(["GRANTED", "QUEUED", "REVOKED", "REJECTED"]),
      leaseExpiry: optional(Type.String()),
    }),
  ),
});

/** A frame of topic `order` of 3.0. */
export type OrderFrame30 = Static<typeof orderSchema30>;
/** A set of zones of one map. */
export type ZoneSetFrame = Static<typeof zoneSetSchema>["zoneSet"];
/** A zone of a set. */
export type ZoneFrame = ZoneSetFrame["zones"][number];
/** An answer to a request of the robot. */
export type ResponseFrame = Static<typeof responsesSchema>["responses"][number];
