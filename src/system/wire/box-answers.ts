import { safeModeAnswer } from "./safe-mode.ts";
import { Type } from "typebox";
import { kind, mapOf, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { alarmCodes } from "../../notifications/alarms/wire/alarms.ts";
import { alarmOutletsAnswer } from "../../notifications/alarms/wire/alarm-outlets.ts";
import { mqttSystemAnswer } from "../../notifications/mqtt/wire/mqtt.ts";
import { scopes } from "../../base/contract/scopes.ts";
import { storeCopyStates } from "./system.ts";
import {
  capabilities,
  connectivities,
  dataClasses,
  endpointKinds,
} from "../../uplink/wire/uplink.ts";

const count = Type.Integer({ minimum: 0 });
const bytes = Type.Integer({ minimum: 0, description: "Bytes" });

/** One of `data.voice.speakers` of `GET /api/v1/system`. */
const speakerAnswer = named(
  "Speaker",
  Type.Object({
    name: Type.String(),
    sink: oneOfValues(["alsa", "file"]),
    note: orNull(Type.String({ description: "Why nothing can be heard, and where the files are" })),
    is_speaking: Type.Boolean(),
    waiting: count,
    spoken: count,
    interrupted: count,
    refused: count,
    expired: count,
    failed: count,
    last_problem: orNull(Type.String()),
  }),
);

/** `data.uplink` of `GET /api/v1/system`. */
const uplinkAnswer = named(
  "Uplink",
  Type.Object({
    endpoints: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: oneOfValues(endpointKinds),
        host: Type.String(),
        state: oneOfValues(connectivities),
        reason: orNull(Type.String({ description: "Why it is not up" })),
        since: orNull(unixTime),
        last_success_at: orNull(unixTime),
        next_try_at: orNull(unixTime),
        submitting: count,
        in_line: count,
        data: Type.Array(oneOfValues(dataClasses), {
          description: "Classes of data that may be sent there",
        }),
      }),
    ),
    routes: mapOf(Type.Array(Type.String()), "`endpoint/model` by capability, the preferred first"),
    usage: Type.Object(
      {
        requests: Type.Number({ minimum: 0 }),
        cost: Type.Number({ minimum: 0 }),
        requests_per_day: orNull(count),
        cost_per_day: orNull(Type.Number({ minimum: 0 })),
      },
      { description: "What the organisation has used today (UTC) and may use; null for no limit" },
    ),
  }),
);

/** An entry of the egress log. */
export const egressAnswer = named(
  "EgressEntry",
  Type.Object({
    id: Type.String(),
    object: kind("egress.entry"),
    created_at: unixTime,
    endpoint: Type.String(),
    host: Type.String(),
    model: orNull(Type.String()),
    capability: oneOfValues(capabilities),
    data_class: oneOfValues(dataClasses),
    job_id: Type.String({ description: "The job, or incident, on whose behalf it was sent" }),
    step: Type.String(),
    bytes_sent: bytes,
    bytes_received: orNull(bytes),
    cost: orNull(Type.Number()),
    outcome: Type.String({ description: "`sent` while no answer has come" }),
  }),
);

/** `data` of `GET /healthz`. */
export const healthAnswer = Type.Object({ healthy: Type.Boolean() });

/** `data` of `GET /readyz`. */
export const readyAnswer = Type.Object({ ready: Type.Boolean() });

/** `data.machine` of `GET /api/v1/system`. */
const machineAnswer = named(
  "Machine",
  Type.Object({
    disk: orNull(Type.Object({ free_bytes: bytes, total_bytes: bytes })),
    memory: orNull(Type.Object({ available_bytes: bytes, total_bytes: bytes })),
    load: Type.Array(Type.Number({ minimum: 0 }), { description: "Over 1, 5 and 15 minutes" }),
    cpus: count,
    temperature: orNull(Type.Object({ sensor: Type.String(), celsius: Type.Number() })),
    throttled: orNull(Type.Boolean()),
    clock_synchronised: orNull(Type.Boolean()),
  }),
);

const figures = Type.Array(orNull(Type.Number()));

/** `data` of `GET /api/v1/system/history`. */
export const systemHistoryAnswer = named(
  "SystemHistory",
  Type.Object({
    at: Type.Array(unixTime),
    disk_free_bytes: figures,
    memory_available_bytes: figures,
    load: figures,
    celsius: figures,
    cameras_online: figures,
    jobs_queued: figures,
  }),
);

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
        wish: Type.String({ description: "`perception.hardware_decoding`" }),
        used: mapOf(Type.String(), "Method by codec; other codecs are decoded in software"),
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
              ms: orNull(Type.Number({ description: "One detection, in milliseconds" })),
            }),
          ),
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
          reason: Type.String({ description: "In English; names the field at fault" }),
        }),
        {
          description:
            "Cameras of the site's configuration that the box does not accept now, of the caller's organisation; tried again every 30 s",
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
    alarm_outlets: alarmOutletsAnswer,
    mdns: orNull(
      Type.Object({
        host: orNull(Type.String({ description: "`gatehouse.local`; null while it has none" })),
        problem: orNull(Type.String({ description: "In words" })),
      }),
    ),
    event_streams: Type.Object({ open: count, waiting_bytes: bytes, cut: count }),
    live_views: Type.Object({ open: count, dropped: count }),
    live_videos: Type.Object({ open: count, dropped: count }),
    teleop: Type.Object({ open: count }),
    voice: Type.Object({
      speech: Type.Object({ available: Type.Boolean(), reason: orNull(Type.String()) }),
      speakers: Type.Array(speakerAnswer),
    }),
    audit: Type.Object({ entries_lost: count }),
    tls: orNull(
      named(
        "TlsCertificate",
        Type.Object({
          mode: oneOfValues(["site", "files"]),
          fingerprint_sha256: Type.String(),
          ca_fingerprint_sha256: orNull(Type.String()),
          names: Type.Array(Type.String()),
          not_before: unixTime,
          not_after: unixTime,
          renews_at: orNull(unixTime),
        }),
      ),
    ),
    memory: Type.Object({ rss_bytes: bytes }),
    machine: orNull(machineAnswer),
    alarms: Type.Array(
      named(
        "Alarm",
        Type.Object({
          code: oneOfValues(alarmCodes),
          severity: oneOfValues(["critical", "warning"]),
          message: Type.String({ description: "What is wrong and what to do about it" }),
        }),
      ),
    ),
  }),
);

/** `data` of the sign-in and of `GET /api/v1/session`. */
export const sessionAnswer = named(
  "Session",
  Type.Object({
    kind: oneOfValues(["session", "key"]),
    organisation: Type.String(),
    key_id: Type.String(),
    scopes: Type.Array(oneOfValues(scopes)),
    csrf_token: orNull(Type.String()),
    expires_at: orNull(unixTime),
    key: Type.Optional(
      Type.String({ description: "The key that the setup code made; shown this once" }),
    ),
  }),
);

/** `data` of the sign-out. */
export const signedOutAnswer = Type.Object({ signed_in: Type.Boolean() });
