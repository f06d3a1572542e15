import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { robotCommands } from "../robot-terms.ts";
import { closed, corner, placeSchema, polygon } from "./command-document.ts";

/** Settings of a simulated robot. */
export const simSchema = Type.Object(
  {
    start: Type.Optional(placeSchema),
    dock: Type.Optional(placeSchema),
    battery_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 100 })),
    obstacles: Type.Optional(
      Type.Array(polygon, { maxItems: 50, description: "Solid areas of the map" }),
    ),
    people: Type.Optional(
      Type.Array(
        Type.Object(
          {
            way: Type.Array(corner, {
              minItems: 1,
              maxItems: 20,
              description:
                "Corners [x, y] in metres. The person walks along them and back, again and again. With one corner the person stands there",
            }),
            speed_mps: Type.Optional(Type.Number({ minimum: 0, maximum: 5, default: 1 })),
          },
          closed,
        ),
        { maxItems: 20, description: "People around the robot. Only its camera sees them" },
      ),
    ),
    camera: Type.Optional(
      Type.Object(
        {
          fov_degrees: Type.Optional(
            Type.Number({
              minimum: 20,
              maximum: 120,
              default: 70,
              description: "Horizontal angle of view in degrees",
            }),
          ),
          height_m: Type.Optional(
            Type.Number({
              minimum: 0.1,
              maximum: 1.9,
              default: 0.9,
              description: "Height above the ground in metres",
            }),
          ),
          down_degrees: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 45,
              default: 8,
              description: "Downward tilt from the horizon in degrees",
            }),
          ),
        },
        { ...closed, description: "The forward camera. Without it the robot has no pictures" },
      ),
    ),
    scanner: Type.Optional(
      Type.Object(
        {
          fov_degrees: Type.Optional(
            Type.Number({ minimum: 10, maximum: 360, default: 270, description: "Angle of view" }),
          ),
          range_m: Type.Optional(
            Type.Number({
              minimum: 0.5,
              maximum: 100,
              default: 10,
              description: "Range in metres",
            }),
          ),
          beams: Type.Optional(Type.Integer({ minimum: 10, maximum: 1000, default: 180 })),
        },
        { ...closed, description: "The laser scanner. Without it the robot has no scans" },
      ),
    ),
    distance_m: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10,
        default: 0.3,
        description:
          "Least distance between the circles (`radius_m`) of this and another simulated robot while one of them drives, in metres. The greater value of the two applies",
      }),
    ),
    faults: Type.Optional(
      Type.Object(
        {
          silent: Type.Optional(
            Type.Boolean({ description: "True: the robot sends nothing and receives nothing" }),
          ),
          drift_mps: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 5,
              description: "Sideways drift during movements, in metres per second",
            }),
          ),
          refuse: Type.Optional(
            Type.Array(oneOfValues(robotCommands), { maxItems: robotCommands.length }),
          ),
          lacks: Type.Optional(
            Type.Array(oneOfValues(robotCommands), {
              maxItems: robotCommands.length,
              description: "Capabilities that the robot has lost",
            }),
          ),
          e_stop: Type.Optional(
            Type.Boolean({ description: "True: the emergency stop is pressed" }),
          ),
          no_pose: Type.Optional(
            Type.Boolean({ description: "True: the robot sends everything except its pose" }),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: "SimulatedRobot" },
);

/** Settings of a simulated robot. */
export type SimSettings = Static<typeof simSchema>;
