import { type Static, Type } from "typebox";
import {
  boxIdField,
  kind,
  mapOf,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import { cameraEventKinds, cameraEventStates } from "../../cameras/events/camera-event-terms.ts";
import { calibrationAnswer } from "./calibration.ts";
import { autotrackingAnswer } from "./autotracking.ts";
import { severities } from "../../base/contract/event-types.ts";
import { behaviorSchema, zoneSchema } from "../settings/stream-document.ts";
import { talkFields } from "./talk-answers.ts";
import { backfillStates } from "../core/backfill-terms.ts";
import { audioStates, groupings, metadataStates, streamStates } from "../core/stream-terms.ts";

const severity = oneOfValues(severities);
const texts = Type.Array(Type.String());
const count = Type.Integer({ minimum: 0 });
const rate = Type.Number({ minimum: 0, description: "Frames per second" });

/** A stream (decisions section 5). */
export const streamAnswer = named(
  "Stream",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.stream"),
    stream_id: Type.String(),
    box_id: boxIdField,
    display_name: orNull(Type.String({ description: "The camera's name for people" })),
    state: oneOfValues(streamStates),
    since: unixTime,
    job_id: Type.String(),
    source: Type.Object({
      type: Type.String(),
      url: Type.String({
        description:
          "Address without credentials. `***` stands for credentials in path and query; for keys that may not change streams, it stands for the whole path and query",
      }),
      sub_url: Type.Optional(
        Type.String({ description: "The smaller stream, which the box analyses" }),
      ),
      fps_cap: Type.Number(),
    }),
    profile: orNull(Type.String()),
    fps_in: rate,
    fps_detected: rate,
    idle: Type.Boolean({
      description: "True while the scene is quiet. The box then decodes only key frames",
    }),
    frames_dropped: mapOf(count, "Frames that the box has not analysed since the start, by reason"),
    last_error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
    codec: orNull(Type.String()),
    width: orNull(count),
    height: orNull(count),
    connects: count,
    main_source: orNull(
      Type.Object(
        {
          state: Type.String(),
          last_error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
          fps_in: rate,
          codec: orNull(Type.String()),
          width: orNull(count),
          height: orNull(count),
        },
        { description: "The camera's main stream, if the box analyses a sub-stream" },
      ),
    ),
    model: Type.Object({
      name: Type.String(),
      executor: orNull(Type.String()),
      note: orNull(Type.String()),
      unsupported_behaviors: Type.Array(Type.String(), {
        description:
          "Types of behaviors that the stream cannot have, because the model has no class for them",
      }),
    }),
    detect: texts,
    behaviors: Type.Array(behaviorSchema),
    inactive_behaviors: Type.Array(Type.Integer({ minimum: 0 }), {
      description: "Indexes of the `behaviors` that their schedule or the site's mode suspends now",
    }),
    alerts: Type.Object({
      min_severity: severity,
      cooldown_seconds: Type.Number({ minimum: 0 }),
      group_by: oneOfValues(groupings),
    }),
    outputs: Type.Object({
      delivery: texts,
      format: oneOfValues(["full", "compact"]),
      webhook_url: Type.Optional(
        orNull(
          Type.String({
            description:
              "Address that gets the incidents. Null means every active webhook. Absent for keys without `webhooks:read`",
          }),
        ),
      ),
    }),
    output: Type.Object({
      locale: Type.String(),
      format: oneOfValues(["json", "annotated"]),
      include_diagnostics: Type.Boolean(),
    }),
    motion: Type.Object({ mode: Type.String(), sensitivity: Type.Number() }),
    anomaly: orNull(
      Type.Object({
        state: oneOfValues(["learning", "partly_learnt", "ready"]),
        known_hours: Type.Integer({
          minimum: 0,
          maximum: 168,
          description: "Number of the 168 hours of a week that the box has learnt",
        }),
      }),
    ),
    camera_events: orNull(
      Type.Object(
        {
          state: oneOfValues(cameraEventStates),
          since: unixTime,
          problem: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
          active: Type.Array(oneOfValues(cameraEventKinds), {
            description: "Kinds of events that hold now",
          }),
          received: count,
          dropped: Type.Integer({
            minimum: 0,
            description: "Conditions that ended early, because the camera reported more than 64",
          }),
          recent: Type.Array(
            Type.Object({
              kind: oneOfValues(cameraEventKinds),
              name: orNull(Type.String({ description: "The camera's rule or input" })),
              active: orNull(
                Type.Boolean({
                  description: "True at the begin, false at the end; null for a moment",
                }),
              ),
              at: unixTime,
            }),
            { description: "The newest events first, at most 20" },
          ),
        },
        {
          description:
            "The camera's own events by ONVIF. Null while no behavior `camera_event` needs them",
        },
      ),
    ),
    camera_metadata: orNull(
      Type.Object(
        {
          state: oneOfValues(metadataStates),
          documents: Type.Integer({ minimum: 0, description: "Documents since the start" }),
          frames: Type.Integer({ minimum: 0, description: "Frames in these documents" }),
          dropped: mapOf(count, "Documents that the box did not read, by reason"),
        },
        {
          description:
            "What the camera finds itself (ONVIF Profile M). Null unless the model is `camera`",
        },
      ),
    ),
    masks: Type.Array(Type.Object({ polygon: Type.Array(Type.Array(Type.Number())) })),
    audio: Type.Object(
      {
        enabled: Type.Boolean(),
        state: oneOfValues(audioStates),
        codec: orNull(Type.String({ description: "`aac` or `opus`, as recordings have it" })),
      },
      {
        description:
          "The camera's sound. `waiting`: the camera sends no video; `absent`: it has no sound; `unsupported`: it sends a codec that the box does not take; `masked`: the stream has masks and therefore no sound",
      },
    ),
    talk: Type.Object(talkFields, {
      description:
        "The camera's loudspeaker. `unknown`: nobody has asked for it since the stream began; `absent`: the camera offers none; `unsupported`: it takes no G.711",
    }),
    autotracking: autotrackingAnswer,
    recording: Type.Object({
      mode: oneOfValues(["off", "incidents", "continuous"]),
      pre_seconds: Type.Number({ minimum: 0 }),
      post_seconds: Type.Number({ minimum: 0 }),
      state: oneOfValues(["off", "waiting", "recording", "stopped"]),
      problem: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
      backfill: Type.Object(
        {
          enabled: Type.Boolean(),
          state: oneOfValues(backfillStates),
          problem: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
        },
        { description: "Fetching of what the camera stored during outages" },
      ),
      transcoded: Type.Boolean({
        description: "True if the box encodes the video again to paint the masks",
      }),
      frames_dropped: count,
      bytes_written: count,
    }),
    context: Type.Object({
      site: orNull(Type.String()),
      zones: mapOf(zoneSchema, "Zones by name"),
    }),
    calibration: orNull(calibrationAnswer),
    open_incidents: count,
    tracks: count,
    policies: Type.Array(Type.String(), { description: "Ids of the policies that apply" }),
    warnings: texts,
    created_at: unixTime,
  }),
);

/** A built-in profile. */
export const profileAnswer = named(
  "Profile",
  Type.Object({
    object: kind("surveillance.profile"),
    name: Type.String(),
    description: Type.String(),
    detect: texts,
    behaviors: Type.Array(behaviorSchema),
  }),
);

/** A built-in profile, on the wire. */
export type ProfileWire = Static<typeof profileAnswer>;

/** A stream on the wire; the source's URL is shown without credentials. */
export type StreamWire = Static<typeof streamAnswer>;
