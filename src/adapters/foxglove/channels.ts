import {
  CompressedImage,
  CompressedVideo,
  FrameTransforms,
  Grid,
  LaserScan,
  Log,
  PoseInFrame,
} from "@foxglove/schemas/jsonschema.js";

/** A JSON Schema with its name. */
export interface ChannelSchema {
  name: string;
  schema: object;
}

const time = {
  type: "object",
  properties: { sec: { type: "integer" }, nsec: { type: "integer" } },
} as const;
const number = { type: "number" } as const;
const text = { type: "string" } as const;
const orNull = (type: string) => ({ type: [type, "null"] });

function own(name: string, properties: object): ChannelSchema {
  const title = `gatehouse.${name}`;
  return { name: title, schema: { title, type: "object", properties } };
}

function known(schema: { title: string }): ChannelSchema {
  return { name: schema.title, schema };
}

/** The kinds of messages about robots with their schemas: Foxglove's well-known ones, and the box's own. */
export const channels = {
  pose: known(PoseInFrame),
  tf: known(FrameTransforms),
  scan: known(LaserScan),
  camera: known(CompressedImage),
  video: known(CompressedVideo),
  map: known(Grid),
  log: known(Log),
  velocity: own("Velocity", { timestamp: time, linear_mps: number, angular_radps: number }),
  battery: own("Battery", { timestamp: time, percent: number, is_charging: orNull("boolean") }),
  state: own("State", { timestamp: time, mode: orNull("string"), e_stop: orNull("boolean") }),
  record: own("RecordEntry", {
    timestamp: time,
    seq: { type: "integer" },
    event: text,
    command_id: orNull("string"),
    priority: orNull("string"),
    why: orNull("string"),
    detail: { type: "object" },
    hash: text,
  }),
} as const satisfies Record<string, ChannelSchema>;
