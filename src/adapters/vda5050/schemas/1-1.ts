import { Type } from "typebox";
import { actionSchema, angle, headerFields, optional, trajectorySchema } from "./header.ts";
import { connectionSchema, stateSchema20, visualizationSchema } from "./state.ts";
import { orderSchema20 } from "./order.ts";

// VDA 5050 1.1 was published without JSON schemas. Its frames are those of 2.0, but for what
// follows; its text writes some words in small letters, `vda11.ts` reads both.

const controlPoint = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  orientation: optional(angle),
  weight: optional(Type.Number({ minimum: 0 })),
});

/** A NURBS of 1.1 (section 6.7): its points may have a heading. */
const trajectorySchema11 = Type.Object({
  ...trajectorySchema.properties,
  controlPoints: Type.Array(controlPoint),
});

const edge20 = orderSchema20.properties.edges.items.properties;
const { orientationType: _later, ...edge11 } = edge20;

/** Topic `order` of 1.1 (section 6.7). */
export const orderSchema11 = Type.Object({
  ...orderSchema20.properties,
  edges: Type.Array(Type.Object({ ...edge11, trajectory: optional(trajectorySchema11) })),
});

/** Topic `instantActions` of 1.1 (section 6.9): the list has the name of the topic. */
export const instantActionsSchema11 = Type.Object({
  ...headerFields,
  instantActions: Type.Array(actionSchema),
});

const { information, ...state20 } = stateSchema20.properties;

/** Topic `state` of 1.1 (section 6.10.6). */
export const stateSchema11 = Type.Object({
  ...state20,
  // The text has `informations`; robots of that time send either.
  information,
  informations: information,
});

/** Topic `visualization` of 1.1 (section 6.13). */
export const visualizationSchema11 = visualizationSchema;

/** Topic `connection` of 1.1 (section 6.14). */
export const connectionSchema11 = connectionSchema;
