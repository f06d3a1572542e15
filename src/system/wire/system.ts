import { type Static, Type } from "typebox";
import { mapOf, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { tlsAnswer } from "../../base/contract/wire/tls-answers.ts";
import { alarmOutletsAnswer } from "../../notifications/alarms/wire/alarm-outlets.ts";
import { fleetSystemAnswer } from "../../fleet/wire/fleet.ts";
import { mqttSystemAnswer } from "../../notifications/mqtt/wire/mqtt.ts";
import { engineAnswer } from "../../perception/wire/models-answers.ts";
import { recordingProblemsAnswer } from "../../robots/wire/robot-recordings.ts";
import { uplinkAnswer } from "../../uplink/wire/uplink-answers.ts";
import { speakerAnswer } from "../../voice/wire/speaker.ts";
import { boxAlarmAnswer } from "../machine/wire/box-alarms.ts";
import { machineAnswer } from "../machine/wire/machine.ts";
import { safeModeAnswer } from "./safe-mode.ts";
import { storeCopyStates } from "../store/store-terms.ts";

const count = Type.Integer({ minimum: 0 });
const bytes = Type.Integer({ minimum: 0, description: "Number of bytes" });

/** `data` of `GET /api/v1/system`. */
export const systemAnswer = named(
  "System",
  Type.Object({
    name: Type.String(),
    version: Type.String(),
    started_at: unixTime,
    uptime_seconds: count,
    ready: Type.Boolean(),
    safe_mode: safeModeAnswer,
    store: Type.Object({
      full: Type.Boolean(),
      writes_refused: count,
      copy: Type.Object(
        {
          state: oneOfValues(storeCopyStates),
          made_at: orNull(unixTime),
          problem: orNull(Type.String()),
        },
        { description: "The checked copy of the store in the data directory" },
      ),
    }),
    vision: Type.Object({
      state: Type.String(),
      restarts: count,
      decoding: Type.Object({
        wish: Type.String({ description: "The setting `perception.hardware_decoding`" }),
        used: mapOf(
          Type.String(),
          "Decoder of each codec. The box decodes other codecs in software",
        ),
        tried: Type.Array(
          Type.Object({ method: Type.String(), codec: Type.String(), outcome: Type.String() }),
        ),
      }),
      models: Type.Array(
        Type.Object({
          name: Type.String(),
          labels: Type.Array(Type.String()),
          executor: orNull(Type.String()),
          note: orNull(Type.String()),
          tried: Type.Array(
            Type.Object({
              executor: Type.String(),
              outcome: Type.String(),
              ms: orNull(Type.Number({ description: "Milliseconds of one detection" })),
            }),
          ),
          engine: orNull(engineAnswer),
        }),
      ),
    }),
    models: Type.Object({
      default: Type.String(),
      chosen: orNull(Type.String()),
      used: Type.Array(Type.String()),
      damaged: Type.Array(
        Type.Object({ name: Type.String(), state: Type.String(), file: Type.String() }),
      ),
      engines: Type.Array(Type.Object({ name: Type.String(), ...engineAnswer.properties }), {
        description: "Engines that a GPU's executor needs",
      }),
      checked_at: orNull(unixTime),
    }),
    cameras: Type.Object({
      sources: count,
      online: count,
      ring_bytes: bytes,
      ring_fragments: count,
      ring_evicted: count,
      ring_refused: count,
      refused: Type.Array(
        Type.Object({
          stream_id: Type.String(),
          reason: Type.String({ description: "Reason in English. It names the wrong field" }),
        }),
        {
          description:
            "Cameras of the caller's organisation in the site file that the box does not accept now. It tries them again every 30 s",
        },
      ),
      without_events: Type.Array(
        Type.Object({
          stream_id: Type.String(),
          reason: Type.String({ description: "Reason in English" }),
        }),
        {
          description:
            "Cameras of the caller's organisation that send video, whose own events a behavior needs, and whose events do not arrive now. The box subscribes again by itself",
        },
      ),
    }),
    jobs: Type.Object({ running: count, waiters: count, queued: count }),
    webhooks: Type.Object({
      registered: count,
      active: count,
      pending: count,
      running: count,
      refused: count,
    }),
    uplink: uplinkAnswer,
    mqtt: orNull(named("MqttConnection", mqttSystemAnswer)),
    fleet: orNull(named("Fleet", fleetSystemAnswer)),
    alarm_outlets: alarmOutletsAnswer,
    mdns: orNull(
      Type.Object({
        host: orNull(
          Type.String({
            description:
              "The local name, for example `gatehouse.local`. Null while the box has none",
          }),
        ),
        problem: orNull(Type.String({ description: "The problem in words" })),
      }),
    ),
    event_streams: Type.Object({ open: count, waiting_bytes: bytes, cut: count }),
    live_views: Type.Object({ open: count, dropped: count }),
    live_videos: Type.Object({ open: count, dropped: count }),
    teleop: Type.Object({ open: count }),
    robots: Type.Object({ recording_problems: recordingProblemsAnswer }),
    voice: Type.Object({
      speech: Type.Object({ available: Type.Boolean(), reason: orNull(Type.String()) }),
      speakers: Type.Array(speakerAnswer),
    }),
    health: Type.Object({
      triage: Type.Boolean({ description: "The setting `health.triage`" }),
    }),
    audit: Type.Object({ entries_lost: count }),
    tls: orNull(tlsAnswer),
    memory: Type.Object({ rss_bytes: bytes }),
    machine: orNull(machineAnswer),
    alarms: Type.Array(boxAlarmAnswer),
  }),
);

/** `data` of `GET /api/v1/system`. */
export type SystemWire = Static<typeof systemAnswer>;
