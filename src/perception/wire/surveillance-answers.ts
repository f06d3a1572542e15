import { type TSchema, Type } from "typebox";
import { kind, mapOf, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { calibrationAnswer, mapPositionAnswer } from "./calibration.ts";
import { severities } from "../../base/contract/event-types.ts";
import { incidentVerdicts } from "./incident.ts";
import { behaviorSchema, groupings, streamStates, zoneSchema } from "./surveillance.ts";

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
    state: oneOfValues(streamStates),
    since: unixTime,
    job_id: Type.String(),
    source: Type.Object({
      type: Type.String(),
      url: Type.String({
        description:
          "Without credentials: `***` stands for those in path and query, and for both of them where the " +
          "key may not change streams",
      }),
      sub_url: Type.Optional(Type.String({ description: "What is looked at instead" })),
      fps_cap: Type.Number(),
    }),
    profile: orNull(Type.String()),
    fps_in: rate,
    fps_detected: rate,
    idle: Type.Boolean({ description: "The scene is quiet: its key frames alone are decoded" }),
    frames_dropped: mapOf(count, "Frames not looked at since the start, by reason"),
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
        { description: "The main stream, where a sub-stream is looked at" },
      ),
    ),
    model: Type.Object({
      name: Type.String(),
      executor: orNull(Type.String()),
      note: orNull(Type.String()),
    }),
    detect: texts,
    behaviors: Type.Array(behaviorSchema),
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
            description: "Null: to every active webhook; absent for keys without `webhooks:read`",
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
        known_hours: Type.Integer({ minimum: 0, maximum: 168, description: "Of the week's 168" }),
      }),
    ),
    masks: Type.Array(Type.Object({ polygon: Type.Array(Type.Array(Type.Number())) })),
    recording: Type.Object({
      mode: oneOfValues(["off", "incidents", "continuous"]),
      pre_seconds: Type.Number({ minimum: 0 }),
      post_seconds: Type.Number({ minimum: 0 }),
      state: oneOfValues(["off", "waiting", "recording", "stopped"]),
      problem: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
      transcoded: Type.Boolean({ description: "Masks are burnt in by coding the video again" }),
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
    policies: Type.Array(Type.String(), { description: "Ids of the policies in force" }),
    warnings: texts,
    created_at: unixTime,
  }),
);

/** An incident (decisions section 5). */
export const incidentAnswer = named(
  "Incident",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.incident"),
    type: Type.String(),
    state: oneOfValues(["open", "resolved"]),
    severity,
    stream_id: Type.String(),
    job_id: Type.String(),
    policy_id: orNull(Type.String()),
    zone: orNull(Type.String()),
    classes: texts,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    track_ids: Type.Array(Type.Integer()),
    count,
    started_at: unixTime,
    last_seen_at: unixTime,
    resolved_at: orNull(unixTime),
    acknowledged_at: orNull(unixTime),
    acknowledged_by: orNull(Type.String()),
    resolved_by: orNull(Type.String()),
    notes: Type.Array(
      Type.Object({ text: Type.String(), created_at: unixTime, created_by: Type.String() }),
    ),
    verdict: orNull(oneOfValues(incidentVerdicts)),
    locale: Type.String(),
    summary: Type.String(),
    details: orNull(
      Type.Unsafe<Record<string, string | number | null>>({
        type: "object",
        additionalProperties: { type: ["string", "number", "null"] },
        description: "Why, in the behavior's own terms",
      }),
    ),
    narration: orNull(Type.String()),
    snapshot_url: orNull(Type.String()),
    clip_url: orNull(Type.String()),
    map_position: orNull(mapPositionAnswer),
    site: orNull(Type.String()),
    group_key: orNull(Type.String()),
  }),
);

/** Incidents that belong together. */
export const incidentGroupAnswer = named(
  "IncidentGroup",
  Type.Object({
    object: kind("surveillance.incident_group"),
    group_key: orNull(Type.String()),
    count,
    open: count,
    severity,
    types: texts,
    stream_ids: texts,
    first_started_at: unixTime,
    last_started_at: unixTime,
    latest: incidentAnswer,
  }),
);

/** What marked incidents of a stream say about its thresholds. */
export const adviceAnswer = named(
  "Advice",
  Type.Object({
    object: kind("surveillance.advice"),
    stream_id: Type.String(),
    false_positives: count,
    true_positives: count,
    min_score: orNull(Type.Number()),
    options: Type.Array(
      Type.Object({ min_score: Type.Number(), false_removed: count, true_removed: count }),
    ),
    sentence: Type.String(),
  }),
);

/** A built-in profile. */
export const profileAnswer: TSchema = named(
  "Profile",
  Type.Object({
    object: kind("surveillance.profile"),
    name: Type.String(),
    description: Type.String(),
    detect: texts,
    behaviors: Type.Array(behaviorSchema),
  }),
);
