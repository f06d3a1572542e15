/** JSON Schemas of the channels: two of Foxglove's well-known ones, and the box's own. */
const time = {
  type: "object",
  properties: { sec: { type: "integer" }, nsec: { type: "integer" } },
} as const;
const number = { type: "number" } as const;
const text = { type: "string" } as const;
const orNull = (type: string) => ({ type: [type, "null"] });

const pose = {
  type: "object",
  properties: {
    position: { type: "object", properties: { x: number, y: number, z: number } },
    orientation: { type: "object", properties: { x: number, y: number, z: number, w: number } },
  },
} as const;

/** The channels of a trace by topic, each with its schema. */
export const channels = {
  "/pose": {
    name: "foxglove.PoseInFrame",
    schema: { type: "object", properties: { timestamp: time, frame_id: text, pose } },
  },
  "/log": {
    name: "foxglove.Log",
    schema: {
      type: "object",
      properties: {
        timestamp: time,
        level: { type: "integer", description: "2: info, 3: warning" },
        message: text,
        name: text,
        file: text,
        line: { type: "integer" },
      },
    },
  },
  "/velocity": {
    name: "gatehouse.Velocity",
    schema: {
      type: "object",
      properties: { timestamp: time, linear_mps: number, angular_radps: number },
    },
  },
  "/battery": {
    name: "gatehouse.Battery",
    schema: {
      type: "object",
      properties: { timestamp: time, percent: number, is_charging: orNull("boolean") },
    },
  },
  "/state": {
    name: "gatehouse.State",
    schema: {
      type: "object",
      properties: { timestamp: time, mode: orNull("string"), e_stop: orNull("boolean") },
    },
  },
  "/record": {
    name: "gatehouse.RecordEntry",
    schema: {
      type: "object",
      properties: {
        timestamp: time,
        seq: { type: "integer" },
        event: text,
        command_id: orNull("string"),
        priority: orNull("string"),
        why: orNull("string"),
        detail: { type: "object" },
        hash: text,
      },
    },
  },
} as const;

/** A topic of a trace. */
export type TraceTopic = keyof typeof channels;
