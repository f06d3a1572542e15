import { type Static, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { actionSchema, angle, headerFields, optional, trajectorySchema } from "./header.ts";

const nodePosition = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  theta: optional(angle),
  allowedDeviationXY: optional(Type.Number({ minimum: 0 })),
  allowedDeviationTheta: optional(Type.Number({ minimum: 0, maximum: 3.141592654 })),
  mapId: Type.String(),
  mapDescription: optional(Type.String()),
});

const node = Type.Object({
  nodeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  nodeDescription: optional(Type.String()),
  released: Type.Boolean(),
  nodePosition: optional(nodePosition),
  actions: Type.Array(actionSchema),
});

const corridor = Type.Object({
  leftWidth: Type.Number({ minimum: 0 }),
  rightWidth: Type.Number({ minimum: 0 }),
  corridorRefPoint: optional(oneOfValues(["KINEMATICCENTER", "CONTOUR"])),
});

const edgeFields = {
  edgeId: Type.String(),
  sequenceId: Type.Integer({ minimum: 0 }),
  edgeDescription: optional(Type.String()),
  released: Type.Boolean(),
  startNodeId: Type.String(),
  endNodeId: Type.String(),
  maxSpeed: optional(Type.Number()),
  maxHeight: optional(Type.Number()),
  minHeight: optional(Type.Number()),
  orientation: optional(angle),
  orientationType: optional(oneOfValues(["GLOBAL", "TANGENTIAL"])),
  direction: optional(Type.String()),
  rotationAllowed: optional(Type.Boolean()),
  maxRotationSpeed: optional(Type.Number()),
  length: optional(Type.Number()),
  trajectory: optional(trajectorySchema),
  actions: Type.Array(actionSchema),
};

const orderFields = {
  ...headerFields,
  orderId: Type.String(),
  orderUpdateId: Type.Integer({ minimum: 0 }),
  zoneSetId: optional(Type.String()),
  nodes: Type.Array(node, { minItems: 1 }),
};

/** Topic `order` of 2.0 (section 6.6). */
export const orderSchema20 = Type.Object({
  ...orderFields,
  edges: Type.Array(Type.Object(edgeFields)),
});

/** Topic `order` of 2.1: edges may have a corridor. */
export const orderSchema21 = Type.Object({
  ...orderFields,
  edges: Type.Array(Type.Object({ ...edgeFields, corridor: optional(corridor) })),
});

/** Topic `instantActions` of 2.0 and 2.1 (section 6.9). */
export const instantActionsSchema = Type.Object({
  ...headerFields,
  actions: Type.Array(actionSchema),
});

/** A frame of topic `order`. */
export type OrderFrame = Static<typeof orderSchema21>;
/** A node of an order. */
export type OrderNode = OrderFrame["nodes"][number];
/** An edge of an order. */
export type OrderEdge = OrderFrame["edges"][number];
/** An action of an order or of an instantActions frame. */
export type ActionFrame = Static<typeof actionSchema>;
/** A frame of topic `instantActions`. */
export type InstantActionsFrame = Static<typeof instantActionsSchema>;
