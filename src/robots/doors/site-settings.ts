import { type Static, type TSchema, Type } from "typebox";
import { amount, organisationSetting } from "../../base/settings/fields.ts";
import { doorKinds, doorLimits, reportedDoorStates } from "./door-terms.ts";

const closed = { additionalProperties: false } as const;
const word = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: doorLimits.wordLength });
const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

const stateField = optional(
  word("Path of the state in JSON, such as `door.state`. Without it the whole text is the state"),
);
const levelField = optional(word("Path of the level in JSON"));
const topic = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: 256, pattern: "^[^+#]+$" });
const pollSeconds = amount({
  title: "Interval between two questions for the state",
  unit: "seconds",
  default: 1,
  minimum: 0.1,
  maximum: 60,
});
const table = (values: readonly string[], title: string) =>
  Type.Unsafe<string>({ type: "string", enum: [...values], title });
const address = Type.Integer({ title: "Address, from 0", minimum: 0, maximum: 65_535 });

const mqtt = Type.Object(
  {
    broker: word("Name of a broker in `mqtt_brokers`"),
    state_topic: topic("Topic on which the door says its state"),
    state_field: stateField,
    level_field: levelField,
    command_topic: topic("Topic of requests"),
    open: word("Message that opens it; `{level}` stands for the level"),
    close: optional(word("Message that closes it. Without it the door closes by itself")),
  },
  { title: "Door at an MQTT broker", ...closed },
);

const httpRequest = (title: string) =>
  Type.Object(
    {
      url: Type.String({ title: "Address; `{level}` stands for the level", maxLength: 2048 }),
      method: Type.Unsafe<"POST" | "PUT" | "GET">({
        type: "string",
        enum: ["POST", "PUT", "GET"],
        default: "POST",
        title: "Method",
      }),
      body: optional(
        Type.String({ title: "Body; `{level}` stands for the level", maxLength: 4096 }),
      ),
    },
    { title, ...closed },
  );

const http = Type.Object(
  {
    state_url: Type.String({ title: "Address of the state (GET)", maxLength: 2048 }),
    state_field: stateField,
    level_field: levelField,
    open: httpRequest("Request that opens it"),
    close: optional(httpRequest("Request that closes it. Without it the door closes by itself")),
    token_file: optional(word("File whose first line is sent as a bearer token")),
    poll_seconds: pollSeconds,
  },
  { title: "Door with an HTTP interface", ...closed },
);

const modbusRead = (title: string) =>
  Type.Object(
    {
      table: table(["coil", "discrete_input", "holding_register", "input_register"], "Table"),
      address,
      count: Type.Integer({
        title: "Bits or registers; several bits make a word such as `10`",
        minimum: 1,
        maximum: 16,
        default: 1,
      }),
    },
    { title, ...closed },
  );

const modbusWrite = (title: string) =>
  Type.Object(
    {
      table: table(["coil", "holding_register"], "Table"),
      address,
      value: optional(
        Type.Integer({
          title: "Value. Without it, the level's word as a number for lifts, 1 for doors",
          minimum: 0,
          maximum: 65_535,
        }),
      ),
    },
    { title, ...closed },
  );

const modbus = Type.Object(
  {
    host: word("Name or address"),
    port: Type.Integer({ title: "Port", minimum: 1, maximum: 65_535, default: 502 }),
    unit: Type.Integer({ title: "Unit id", minimum: 0, maximum: 255, default: 1 }),
    state: modbusRead("Where its state is"),
    level: optional(modbusRead("Where the level of a lift is")),
    open: modbusWrite("What opens it"),
    close: optional(modbusWrite("What closes it. Without it the door closes by itself")),
    poll_seconds: pollSeconds,
  },
  { title: "Door with Modbus TCP", ...closed },
);

const words = optional(
  Type.Array(word("Word"), { title: "Words of the door", minItems: 1, maxItems: 20 }),
);

const door = Type.Object(
  {
    id: Type.String({
      title: "Id, which places and corridors name",
      pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
    }),
    name: optional(word("Name for people. The default is the id")),
    organisation: organisationSetting("Organisation that the door belongs to"),
    kind: Type.Unsafe<(typeof doorKinds)[number]>({
      type: "string",
      enum: [...doorKinds],
      default: "door",
      title: "A door, or a lift with its levels",
    }),
    levels: Type.Array(
      Type.Object(
        {
          name: Type.String({ title: "Level, as places name it", minLength: 1, maxLength: 64 }),
          word: optional(word("The lift's word for it. The default is the name")),
        },
        closed,
      ),
      { title: "Levels of a lift", maxItems: doorLimits.levels, default: [] },
    ),
    states: Type.Object(
      Object.fromEntries(reportedDoorStates.map((state) => [state, words])) as Record<
        (typeof reportedDoorStates)[number],
        typeof words
      >,
      {
        title: "The door's words for each state. The default is the state's own name",
        default: {},
        ...closed,
      },
    ),
    maximum_state_age_seconds: amount({
      title: "A state that is older counts as unknown",
      unit: "seconds",
      default: 5,
      minimum: 0.5,
      maximum: 300,
    }),
    timeout_seconds: amount({
      title: "A robot gives up when the door is not open after this time",
      unit: "seconds",
      default: 60,
      minimum: 1,
      maximum: 3600,
    }),
    renew_seconds: amount({
      title: "The box repeats its request at this interval while a robot needs the door",
      unit: "seconds",
      default: 5,
      minimum: 1,
      maximum: 300,
    }),
    least_open_seconds: amount({
      title: "Shortest time from closed to open. A door that says that it was faster has a fault",
      unit: "seconds",
      default: 0,
      minimum: 0,
      maximum: 60,
    }),
    radius_m: amount({
      title: "Radius of the ground of the door around a place that names it",
      unit: "metres",
      default: 1,
      minimum: 0.2,
      maximum: 10,
    }),
    mqtt: optional(mqtt),
    http: optional(http),
    modbus: optional(modbus),
  },
  { title: "A door or lift; one of `mqtt`, `http` and `modbus`", ...closed },
);

/** The doors and lifts of the site. */
export const doorsSetting = Type.Array(door, {
  title: "Doors and lifts that the box opens for robots (docs/robots/doors.md)",
  applies: "restart",
  default: [],
  maxItems: doorLimits.doors,
});

/** A door as written. */
export type DoorYaml = Static<typeof door>;
