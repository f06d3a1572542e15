import { Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";
import { angle, optional } from "./header.ts";

/** A parameter of an action (section 7.3.1). */
const actionParameter = Type.Object({
  key: Type.String(),
  value: Type.Union([
    Type.Array(Type.Unknown()),
    Type.Boolean(),
    Type.Number(),
    Type.String(),
    Type.Object({}),
  ]),
});

/** Words of `blockingType` (section 6.2.2). */
export const blockingTypes30 = ["NONE", "SINGLE", "SOFT", "HARD"] as const;

/** Fields that actions of orders and of zones share (sections 7.3 and 7.6). */
export const actionFields30 = {
  actionType: Type.String(),
  actionDescriptor: optional(Type.String()),
  blockingType: oneOfValues(blockingTypes30),
  actionParameters: optional(Type.Array(actionParameter)),
  retriable: optional(Type.Boolean()),
};

/** A NURBS (section 7.3). */
export const trajectorySchema30 = Type.Object({
  degree: optional(Type.Integer({ minimum: 1 })),
  knotVector: optional(Type.Array(Type.Number({ minimum: 0, maximum: 1 }))),
  controlPoints: Type.Array(
    Type.Object({ x: Type.Number(), y: Type.Number(), weight: optional(Type.Number()) }),
  ),
});

/** A point of a polygon. */
export const vertexSchema = Type.Object({ x: Type.Number(), y: Type.Number() });

/** The way that a robot has planned (section 7.8); `state` and `visualization` carry it. */
export const pathFields30 = {
  plannedPath: optional(
    Type.Object({
      trajectory: trajectorySchema30,
      traversedNodes: optional(Type.Array(Type.String())),
    }),
  ),
  intermediatePath: optional(
    Type.Object({
      polyline: Type.Array(
        Type.Object({
          x: Type.Number(),
          y: Type.Number(),
          theta: optional(angle),
          eta: Type.String(),
        }),
      ),
    }),
  ),
};

/** The pose of a robot (section 7.8); the angle is unbounded, because robots report any value. */
export const mobileRobotPositionSchema = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  theta: Type.Number(),
  mapId: Type.String(),
  localized: Type.Boolean(),
  localizationScore: optional(Type.Number({ minimum: 0, maximum: 1 })),
  deviationRange: optional(Type.Number({ minimum: 0 })),
});
