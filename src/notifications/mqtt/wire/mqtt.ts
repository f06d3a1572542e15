import { type Static, type TSchema, Type } from "typebox";
import { anyObject, mapOf, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";
import { severities } from "../../../base/contract/event-types.ts";
import { modeSchema } from "../../../perception/policies/mode-document.ts";
import {
  robotCommandRequestSchema,
  robotLeaseSchema,
  robotStopSchema,
} from "../../../robots/wire/robot.ts";
import { connectionStates, robotCommands } from "../../../robots/robot-terms.ts";
import { recordingModes } from "../mqtt-terms.ts";
import { siteModes } from "../../../perception/core/schedule-terms.ts";
import { streamStates } from "../../../perception/core/stream-terms.ts";

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

/** Payload of `box`: an overview of the box. */
export const busBoxSchema = Type.Object({
  box_id: text,
  name: text,
  version: text,
  started_at: unixTime,
  ready: Type.Boolean(),
  disk_full: Type.Boolean({ description: "Writes are refused" }),
  disk_free_gigabytes: orNull(Type.Number({ description: "On the disk of the data directory" })),
  cameras: Type.Object({ total: count, online: count }),
  robots: Type.Object({ total: count, online: count }),
  incidents: Type.Object({ open: count }),
});

/** An overview of the box. */
export type BusBox = Static<typeof busBoxSchema>;

/** Payload of `cameras/<stream_id>`. */
export const busCameraSchema = Type.Object({
  stream_id: text,
  name: orNull(text),
  state: oneOfValues(streamStates),
  since: unixTime,
  online: Type.Boolean({ description: "Pictures arrive and are looked at" }),
  problem: orNull(Type.String({ description: "Code of what is wrong" })),
  occupied: Type.Boolean({ description: "A person is in sight" }),
  people: count,
  counts: mapOf(count, "Things in sight, by class"),
  open_incidents: count,
  recording: oneOfValues(recordingModes),
});

/** An overview of a camera. */
export type BusCamera = Static<typeof busCameraSchema>;

/** Payload of `robots/<robot_id>`; null for unknown values. */
export const busRobotSchema = Type.Object({
  robot_id: text,
  name: orNull(text),
  connection: oneOfValues(connectionStates),
  since: unixTime,
  mode: orNull(text),
  battery_percent: orNull(Type.Integer({ minimum: 0, maximum: 100 })),
  charging: orNull(Type.Boolean()),
  e_stop: orNull(Type.Boolean()),
  active_command: orNull(oneOfValues(robotCommands)),
  held_by_stop: Type.Boolean(),
  inside_geofence: orNull(Type.Boolean()),
});

/** An overview of a robot. */
export type BusRobot = Static<typeof busRobotSchema>;

/** Payload of `events/<type>`. */
export const busEventSchema = Type.Object({
  event_id: Type.String({ description: "The same when the event is sent again" }),
  type: text,
  created_at: unixTime,
  sequence: Type.Integer({ minimum: 1, description: "Place in the box's log; grows" }),
  data: anyObject("The incident, the state of the stream, the command, or the job with its error"),
});

const gapSchema = Type.Object({
  after_sequence: count,
  before_sequence: Type.Integer({ minimum: 1 }),
});

const answerSchema = Type.Object({
  ok: Type.Boolean(),
  request_id: text,
  topic: Type.String({ description: "Of the command" }),
  data: Type.Optional(anyObject("As the API answers")),
  error: Type.Optional(
    Type.Object({
      code: text,
      message: text,
      param: Type.Optional(text),
      details: Type.Optional(Type.Array(anyObject("One for each rule that was broken"))),
    }),
  ),
});

/** The answer to a command. */
export type BusAnswer = Static<typeof answerSchema>;

const nothing = Type.Object({}, { additionalProperties: false });

/** Payload of `alarms/<alarm_id>`; empty once the alarm has cleared. */
export const busAlarmSchema = Type.Object({
  alarm_id: text,
  type: text,
  severity: oneOfValues(severities),
  summary: text,
  since: unixTime,
});

/** An active alarm. */
export type BusAlarm = Static<typeof busAlarmSchema>;

/** Payload of `commands/cameras/<stream_id>/recording`. */
const recordingCommandSchema = Type.Object(
  { mode: oneOfValues(recordingModes) },
  { additionalProperties: false },
);

/** Payload of `commands/cameras/<stream_id>/recording_enabled`. */
const recordingSwitchSchema = Type.Object(
  { enabled: Type.Boolean() },
  { additionalProperties: false },
);

/** One row of the topic table. `topic` is below the box's own base topic. */
export interface BusTopic {
  topic: string;
  direction: "out" | "in";
  qos: 0 | 1;
  isRetained: boolean;
  /** Null: a word, which `about` names, or a JPEG. */
  payload: TSchema | null;
  about: string;
}

// oxlint-disable-next-line max-params -- a table row reads best on one line
function out(topic: string, payload: TSchema | null, isRetained: boolean, about: string): BusTopic {
  return { topic, direction: "out", qos: 1, isRetained, payload, about };
}

function command(topic: string, payload: TSchema, about: string): BusTopic {
  return { topic, direction: "in", qos: 1, isRetained: false, payload, about };
}

/**
 * All topics of the box, written and read; `docs/integration/mqtt.md` has this table, and the tests hold
 * messages to it.
 */
export const busTopics: readonly BusTopic[] = [
  out("availability", null, true, "`online`, or `offline` (also the last will)"),
  out("box", busBoxSchema, true, "The box at a glance"),
  out("mode", null, true, `The site's mode: ${siteModes.map((mode) => `\`${mode}\``).join(", ")}`),
  out(
    "cameras/<stream_id>",
    busCameraSchema,
    true,
    "A camera at a glance; empty after its removal",
  ),
  out(
    "cameras/<stream_id>/picture",
    null,
    true,
    "The newest picture (JPEG), if `picture_seconds` is set; empty after the camera's removal",
  ),
  out("robots/<robot_id>", busRobotSchema, true, "A robot at a glance; empty after its removal"),
  {
    ...out("robots/<robot_id>/telemetry", anyObject("Telemetry as the API has it"), false, ""),
    qos: 0,
    about: "Pose, velocity and other changing values, every `telemetry_seconds`",
  },
  out("events/<type>", busEventSchema, false, "Events in order, each at least once"),
  out(
    "events/gap",
    gapSchema,
    false,
    "The box deleted the events between these positions before it could publish them",
  ),
  out("alarms/<alarm_id>", busAlarmSchema, true, "An active alarm; empty after it ends"),
  out("answers", answerSchema, false, "Answers to commands without a response topic"),
  command("commands/incidents/<incident_id>/acknowledge", nothing, "Acknowledges the incident"),
  command("commands/incidents/<incident_id>/resolve", nothing, "Resolves the incident"),
  command(
    "commands/cameras/<stream_id>/recording",
    recordingCommandSchema,
    "Sets the recording mode of the camera",
  ),
  command(
    "commands/cameras/<stream_id>/recording_enabled",
    recordingSwitchSchema,
    "Turns the recording of the camera off, or on in its former mode (`incidents` if it had none)",
  ),
  command("commands/mode", modeSchema, "Sets the site's mode or its schedule"),
  command(
    "commands/robots/<robot_id>/command",
    robotCommandRequestSchema,
    "Commands the robot, through the safety gate",
  ),
  command("commands/robots/<robot_id>/stop", robotStopSchema, "Stops the robot now"),
  command("commands/robots/<robot_id>/lease", robotLeaseSchema, "Takes or renews the lease"),
  command("commands/robots/<robot_id>/release", nothing, "Releases the lease"),
];

/** The connection in `GET /api/v1/system`; null where it is not configured. */
export const mqttSystemAnswer = Type.Object({
  broker: Type.String({ description: "Name of the broker in `mqtt_brokers`" }),
  base_topic: text,
  connected: Type.Boolean(),
  since: unixTime,
  last_error: orNull(Type.String({ description: "The error in words. Null if there is none" })),
  backlog: Type.Integer({
    minimum: 0,
    description: "Entries of the event log that the box has not yet published",
  }),
  events_acknowledged: count,
  events_lost: Type.Integer({
    minimum: 0,
    description: "Events that the box deleted before it could publish them",
  }),
  commands: orNull(Type.Object({ done: count, refused: count })),
});

/** The connection to the site's broker. */
export type MqttSystemWire = Static<typeof mqttSystemAnswer>;
