import { type Static, Type } from "typebox";
import {
  boxIdField,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import { mapPositionAnswer } from "../../base/geo/wire/map-position.ts";
import { severities } from "../../base/contract/event-types.ts";
import { incidentLimits, incidentVerdicts, reviewChanges } from "../incidents/incident-terms.ts";

/** Body of `POST …/notes`. */
export const noteSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: incidentLimits.noteLength }) },
  { additionalProperties: false, title: "IncidentNote" },
);

/** Body of `POST …/verdict`; null takes the verdict back. */
export const verdictSchema = Type.Object(
  {
    verdict: Type.Union([oneOfValues(incidentVerdicts), Type.Null()]),
  },
  { additionalProperties: false, title: "IncidentVerdict" },
);

const severity = oneOfValues(severities);
const texts = Type.Array(Type.String());
const count = Type.Integer({ minimum: 0 });

/** An incident (decisions section 5). */
export const incidentAnswer = named(
  "Incident",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.incident"),
    box_id: boxIdField,
    type: Type.String(),
    source: oneOfValues(
      ["box", "camera"],
      "Who found it: the box, or the camera, which reported it by ONVIF",
    ),
    state: oneOfValues(["open", "resolved"]),
    severity,
    stream_id: Type.String(),
    stream_name: orNull(
      Type.String({ description: "Display name of the stream when the incident opened" }),
    ),
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
        description: "Facts about the incident that depend on the behavior",
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
    unacknowledged: count,
    severity,
    types: texts,
    stream_ids: texts,
    first_started_at: unixTime,
    last_started_at: unixTime,
    latest: incidentAnswer,
  }),
);

/** The result of a review: what changed on each incident. */
export const reviewAnswer = named(
  "Review",
  Type.Object({
    object: kind("surveillance.review"),
    changed: count,
    unchanged: count,
    not_found: count,
    has_more: Type.Boolean({
      description:
        "True if the filter matches more incidents that the review would change. Then repeat the request",
    }),
    incidents: Type.Array(
      Type.Object({
        incident_id: Type.String(),
        outcome: oneOfValues(["changed", "unchanged", "not_found"]),
        changes: Type.Array(oneOfValues(reviewChanges)),
      }),
    ),
  }),
);

/** The advice on a stream's thresholds from its marked incidents. */
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

/** An incident on the wire (decisions section 5). Times are Unix seconds with fractions; people are ids of keys. */
export type IncidentWire = Static<typeof incidentAnswer>;

/** Incidents that `alerts.group_by` puts together and that follow one another. */
export type IncidentGroupWire = Static<typeof incidentGroupAnswer>;

/** The advice on a stream's thresholds from its marked incidents. */
export type AdviceWire = Static<typeof adviceAnswer>;
