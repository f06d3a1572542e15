import { type TSchema, Type } from "typebox";
import { oneOfValues } from "../../../base/contract/answers.ts";

/** Fields that every VDA 5050 frame begins with (2.0 and 2.1, section 6.5 "Protocol header"). */
export const headerFields = {
  headerId: Type.Integer({ minimum: 0 }),
  timestamp: Type.String(),
  version: Type.String(),
  manufacturer: Type.String(),
  serialNumber: Type.String(),
};

/** `field?` of the specification; null is read as absent before the check. */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

const piRad = 3.14159265359;

/** An angle in radians as the specification bounds it. */
export const angle = Type.Number({ minimum: -piRad, maximum: piRad });

/** An action of an order or of an instantActions frame (section 6.8). */
export const actionSchema = Type.Object({
  actionType: Type.String(),
  actionId: Type.String(),
  actionDescription: optional(Type.String()),
  blockingType: oneOfValues(["NONE", "SOFT", "HARD"]),
  actionParameters: optional(
    Type.Array(
      Type.Object({
        key: Type.String(),
        value: Type.Union([
          Type.Array(Type.Unknown()),
          Type.Boolean(),
          Type.Number(),
          Type.String(),
          Type.Object({}),
        ]),
      }),
    ),
  ),
});

const controlPoint = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  weight: optional(Type.Number({ minimum: 0 })),
});

/** A NURBS of an edge (section 6.6.6). */
export const trajectorySchema = Type.Object({
  degree: Type.Integer({ minimum: 1 }),
  knotVector: Type.Array(Type.Number({ minimum: 0, maximum: 1 })),
  controlPoints: Type.Array(controlPoint),
});

/** The pose of a robot (section 6.10.6); the angle is unbounded, because robots report any value. */
export const agvPositionSchema = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  theta: Type.Number(),
  mapId: Type.String(),
  mapDescription: optional(Type.String()),
  positionInitialized: Type.Boolean(),
  localizationScore: optional(Type.Number({ minimum: 0, maximum: 1 })),
  deviationRange: optional(Type.Number()),
});

/** The motion of a robot, in its own coordinates. */
export const velocitySchema = Type.Object({
  vx: optional(Type.Number()),
  vy: optional(Type.Number()),
  omega: optional(Type.Number()),
});
