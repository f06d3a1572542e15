import { type Static, Type } from "typebox";
import { closed } from "./command-document.ts";

/** A name of a topic, service or action; `description` says what for. */
export const rosName = (description: string) =>
  Type.String({
    pattern: "^/?[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$",
    maxLength: 200,
    description,
  });

/** A field of a goal or request, with dots for fields of nested messages. */
const fieldPath = Type.String({
  pattern: "^[a-z][a-z0-9_]{0,63}(\\.[a-z][a-z0-9_]{0,63}){0,7}$",
});
/** A value of a `pick` or `drop`, by the name that the API gives it. */
const commandValue = Type.String({
  pattern:
    "^(load\\.(id|type)|station\\.(type|name|height_m|depth_m|side)|device|parameters\\.[A-Za-z0-9_.-]{1,64})$",
});

const handlingSchema = Type.Object(
  {
    name: rosName("Name of the action or service on the robot"),
    type: Type.String({
      pattern: "^[a-z][a-z0-9_]*/(action|srv)/[A-Z][A-Za-z0-9]*$",
      maxLength: 200,
      description:
        "Type of the action or service, such as `my_lift_msgs/action/PickLoad` or `std_srvs/srv/Trigger`",
    }),
    fields: Type.Optional(
      Type.Record(fieldPath, commandValue, {
        ...closed,
        maxProperties: 32,
        description:
          "Fields of the goal or request, each with the value of the command that it gets: `load.id`, `load.type`, `station.type`, `station.name`, `station.height_m`, `station.depth_m`, `station.side`, `device` or `parameters.<name>`. The box refuses a command with a value that no field gets",
      }),
    ),
    constants: Type.Optional(
      Type.Record(
        fieldPath,
        Type.Union([
          Type.String({ maxLength: 200 }),
          Type.Number({ minimum: -1e9, maximum: 1e9 }),
          Type.Boolean(),
        ]),
        {
          ...closed,
          maxProperties: 32,
          description:
            "Fields of the goal or request with the value that they have unless the command has one for them",
        },
      ),
    ),
    timeout_s: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          "For a service: seconds within which it must answer. The command fails after that. The default is 60",
      }),
    ),
  },
  { ...closed, title: "RosLoadHandling" },
);

/** How one command handles a load on the robot. */
export type RosLoadHandling = Static<typeof handlingSchema>;

/** `loads` of a ROS robot: the robot's own actions or services for loads. */
export const rosLoadsSchema = Type.Object(
  {
    pick: Type.Optional(handlingSchema),
    drop: Type.Optional(handlingSchema),
    state_topic: Type.Optional(
      rosName(
        "Topic that says what the robot carries: std_msgs/msg/Bool (true while it carries a load) or std_msgs/msg/String (id of the load, empty without one). Without it the box knows only the loads that it had picked up or put down since the bridge started",
      ),
    ),
  },
  {
    ...closed,
    title: "RosLoads",
    description:
      "Actions or services of the robot for `pick` and `drop`. ROS has no common interface for loads, so a robot has only those commands that are named here",
  },
);

/** `loads` of a ROS robot. */
export type RosLoads = Static<typeof rosLoadsSchema>;
