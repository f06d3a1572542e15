import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { cameraEventKinds } from "../../cameras/events/camera-event-terms.ts";
import { calibrationSchema } from "../core/calibration-document.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import { severities } from "../../base/contract/event-types.ts";
import { limits } from "../../base/contract/limits.ts";
import { localeTag } from "../../base/contract/locale-tag.ts";
import { stringMap } from "../../base/contract/string-map.ts";
import { modesSchema, scheduleSchema } from "../core/schedule-document.ts";
import { autotrackingSchema } from "./autotracking-document.ts";
import { sourcePatchSchema, sourceSchema } from "./source-document.ts";
import { fraction, namedObject, object, text } from "../../base/contract/field-schemas.ts";
import { groupings, streamIdPattern, surveillanceLimits } from "../core/stream-terms.ts";

const coordinate = Type.Number({ minimum: 0, maximum: 1 });

const point = Type.Unsafe<[number, number]>({
  type: "array",
  items: coordinate,
  minItems: 2,
  maxItems: 2,
});

const polygon = Type.Array(point, {
  minItems: 3,
  maxItems: surveillanceLimits.polygonPoints,
  description: "Corners in fractions of the frame, from the top left. The sides must not cross",
});

const metreValue = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });

const metrePoint = Type.Unsafe<[number, number]>({
  type: "array",
  items: Type.Number({ minimum: -10_000, maximum: 10_000 }),
  minItems: 2,
  maxItems: 2,
});

const zoneSize = object({
  width: Type.Optional(metreValue),
  height: Type.Optional(metreValue),
  corners: Type.Optional(
    Type.Unsafe<[PointNorm, PointNorm, PointNorm, PointNorm]>({
      type: "array",
      items: metrePoint,
      minItems: 4,
      maxItems: 4,
      description:
        "Positions of the zone's corners on the ground in metres, in the order of the corners",
    }),
  ),
});

/** A zone in one of its three shapes. */
export const zoneSchema = namedObject("Zone", {
  xyxy: Type.Optional(
    Type.Unsafe<[number, number, number, number]>({
      type: "array",
      items: coordinate,
      minItems: 4,
      maxItems: 4,
      description: "x1, y1, x2, y2 in fractions of the frame",
    }),
  ),
  polygon: Type.Optional(polygon),
  line: Type.Optional(
    Type.Unsafe<[[number, number], [number, number]]>({
      type: "array",
      items: point,
      minItems: 2,
      maxItems: 2,
      description:
        "First and second end. Looking from the first to the second end, side a is on the left",
    }),
  ),
  metres: Type.Optional(zoneSize),
});

/** The values of `model` that are no names of models. */
const ownModels =
  "`auto`, `motion`, or `camera` for what the camera itself finds (ONVIF Profile M)";

const classes = Type.Array(text(surveillanceLimits.classLength, "Name of a class of the model"), {
  maxItems: surveillanceLimits.classes,
});

/** A behavior to detect, with its place. */
export const behaviorSchema = namedObject("Behavior", {
  type: text(
    surveillanceLimits.nameLength,
    "Type of the behavior, for example `intrusion`, `loitering` or `line_crossing`",
  ),
  zone: Type.Optional(text(surveillanceLimits.nameLength, "Name of a zone in `context.zones`")),
  line: Type.Optional(
    text(surveillanceLimits.nameLength, "Name of a zone in `context.zones` that is a line"),
  ),
  seconds: Type.Optional(Type.Number({ minimum: 0, maximum: surveillanceLimits.seconds })),
  classes: Type.Optional(classes),
  severity: Type.Optional(
    oneOfValues(
      severities,
      "Severity of the incidents. Without it the default of the behavior applies",
    ),
  ),
  direction: Type.Optional(
    oneOfValues(["any", "a_to_b", "b_to_a"], "Direction of the crossings that count"),
  ),
  heading: Type.Optional(
    Type.Number({
      minimum: 0,
      exclusiveMaximum: 360,
      description: "Allowed direction in degrees, clockwise from the top of the picture",
    }),
  ),
  min_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  max_mps: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 200, description: "Speed in metres per second" }),
  ),
  distance: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: "Distance in metres" }),
  ),
  other_classes: Type.Optional(classes),
  sensitivity: Type.Optional(
    fraction(
      "For `anomaly`: sensitivity from 0 to 1. With 1 the box reports the smallest deviations",
    ),
  ),
  events: Type.Optional(
    Type.Array(oneOfValues(cameraEventKinds, "Kind of an event that the camera reports"), {
      maxItems: cameraEventKinds.length,
      uniqueItems: true,
      description: "For `camera_event`: the kinds that count. Without it or if it is empty, all",
    }),
  ),
  min_score: Type.Optional(
    fraction("Objects count only if they have reached this score at least once"),
  ),
  min_height: Type.Optional(
    fraction(
      "Objects count only if they have reached this height at least once, as a fraction of the frame's height",
    ),
  ),
  schedule: Type.Optional(scheduleSchema),
  modes: Type.Optional(modesSchema),
  cooldown_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: surveillanceLimits.cooldownSeconds,
      description:
        "Cooldown in seconds. Without it `alerts.cooldown_seconds` of the stream applies",
    }),
  ),
});

const displayName = Type.String({
  minLength: 1,
  maxLength: surveillanceLimits.nameLength,
  // Names stand in one line of lists, messages and logs.
  pattern: "^[^\\p{Cc}]*[^\\s\\p{Cc}][^\\p{Cc}]*$",
  description: "The camera's name for people, in any script",
});

const alertsSchema = object({
  min_severity: Type.Optional(
    oneOfValues(severities, "Least severity. Less severe conditions raise no incident"),
  ),
  cooldown_seconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: surveillanceLimits.cooldownSeconds }),
  ),
  group_by: Type.Optional(
    oneOfValues(groupings, "Property that forms the `group_key` of incidents"),
  ),
});

const zoneMap = Type.Unsafe<Record<string, Static<typeof zoneSchema>>>({
  type: "object",
  propertyNames: { minLength: 1, maxLength: surveillanceLimits.nameLength },
  additionalProperties: zoneSchema,
  maxProperties: surveillanceLimits.zones,
});

const contextFields = {
  site: Type.Optional(text(surveillanceLimits.nameLength, "Name of the site")),
  zones: Type.Optional(zoneMap),
};

const behaviorList = Type.Array(behaviorSchema, { maxItems: surveillanceLimits.behaviors });

const motionSchema = object({
  mode: Type.Optional(oneOfValues(["auto", "always", "off"], "Times at which the detector runs")),
  sensitivity: Type.Optional(
    fraction("Sensitivity from 0 (only large movements) to 1 (the smallest movements)"),
  ),
});

const recordingSchema = object({
  mode: oneOfValues(["off", "incidents", "continuous"], "Recording of the stream"),
  pre_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 60 })),
  post_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 600 })),
  backfill: Type.Optional(
    Type.Boolean({
      description:
        "True: after an outage, the box fetches what the camera's own storage has of it (ONVIF Profile G). Needs `continuous` recording and no masks. By default false",
    }),
  ),
});

const outputsSchema = object({
  delivery: Type.Optional(
    Type.Array(oneOfValues(["sse", "webhook"], "Receivers of incidents"), { maxItems: 2 }),
  ),
  format: Type.Optional(
    oneOfValues(
      ["full", "compact", "json", "annotated"],
      "Content of incident events: `full` or `compact`. The box treats a value of `output.format` as if it stood there",
    ),
  ),
  webhook_url: Type.Optional(
    text(
      surveillanceLimits.urlLength,
      "The https address that gets the incidents, instead of the organisation's webhooks",
    ),
  ),
});

/** Body of `POST /surveillance/streams` (contract section 4.10, decisions section 5). */
export const streamRequestSchema = namedObject("StreamRequest", {
  stream_id: Type.Optional(Type.String({ pattern: streamIdPattern })),
  display_name: Type.Optional(displayName),
  source: Type.Optional(sourceSchema),
  profile: Type.Optional(text(surveillanceLimits.nameLength, "A built-in profile")),
  detect: Type.Optional(classes),
  behaviors: Type.Optional(behaviorList),
  anomaly: Type.Optional(
    object({
      enabled: Type.Optional(Type.Boolean()),
      sensitivity: Type.Optional(
        fraction("Sensitivity from 0 to 1. A higher value reports smaller deviations"),
      ),
    }),
  ),
  outputs: Type.Optional(outputsSchema),
  alerts: Type.Optional(alertsSchema),
  context: Type.Optional(
    object({
      ...contextFields,
      locale: Type.Optional(localeTag("Language of texts if `output.locale` is absent")),
    }),
  ),
  input: Type.Optional(
    object({
      data: text(surveillanceLimits.inputDataLength, "One picture, as base64 or a data URL"),
      mime_type: Type.Optional(
        text(100, "Type of the picture: `image/jpeg`, `image/png` or `image/webp`"),
      ),
    }),
  ),
  output: Type.Optional(
    object({
      locale: Type.Optional(
        localeTag("Language of texts. Without it `context.locale` applies, and without that `en`"),
      ),
      include_diagnostics: Type.Optional(Type.Boolean()),
      format: Type.Optional(
        oneOfValues(
          ["json", "annotated", "full", "compact"],
          "`annotated` adds a picture to results. The box treats a value of `outputs.format` as if it stood there",
        ),
      ),
    }),
  ),
  recording: Type.Optional(recordingSchema),
  audio: Type.Optional(
    Type.Boolean({
      description:
        "True: live video, recordings and clips have the camera's sound. The default is false. A stream with masks has no sound",
    }),
  ),
  masks: Type.Optional(Type.Array(object({ polygon }), { maxItems: surveillanceLimits.masks })),
  motion: Type.Optional(motionSchema),
  model: Type.Optional(text(surveillanceLimits.nameLength, `Name of a model, ${ownModels}`)),
  calibration: Type.Optional(calibrationSchema),
  autotracking: Type.Optional(autotrackingSchema),
  client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
  metadata: Type.Optional(
    stringMap("Your own values. The job and its webhook deliveries repeat them"),
  ),
});

/** Body of `POST /surveillance/streams`. */
export type StreamRequest = Static<typeof streamRequestSchema>;

/** A zone as the caller gives it: exactly one of the three shapes. */
export type ZoneSettings = Static<typeof zoneSchema>;

/** A behavior as the caller gives it. */
export type BehaviorSettings = Static<typeof behaviorSchema>;

/** Body of `PATCH /surveillance/streams/<id>`: what is given replaces the stream's value. */
export const streamPatchSchema = Type.Object(
  {
    display_name: Type.Optional(
      Type.Union([displayName, Type.Null()], {
        description: "The camera's name for people. Null removes it",
      }),
    ),
    source: Type.Optional(sourcePatchSchema),
    model: Type.Optional(
      Type.Union(
        [Type.String({ minLength: 1, maxLength: surveillanceLimits.nameLength }), Type.Null()],
        {
          description: `Name of a model, ${ownModels}. Null selects the default of the site`,
        },
      ),
    ),
    detect: Type.Optional(classes),
    behaviors: Type.Optional(behaviorList),
    alerts: Type.Optional(alertsSchema),
    context: Type.Optional(object(contextFields)),
    motion: Type.Optional(motionSchema),
    anomaly: streamRequestSchema.properties.anomaly,
    masks: streamRequestSchema.properties.masks,
    recording: Type.Optional(recordingSchema),
    audio: streamRequestSchema.properties.audio,
    calibration: Type.Optional(
      Type.Union([calibrationSchema, Type.Null()], {
        description: "Calibration of the camera. Null removes it",
      }),
    ),
    autotracking: streamRequestSchema.properties.autotracking,
  },
  { additionalProperties: false, minProperties: 1, title: "StreamPatch" },
);

/** Body of `PATCH /surveillance/streams/<id>`. */
export type StreamPatch = Static<typeof streamPatchSchema>;

/** A change of a running camera's source. */
export type SourcePatch = NonNullable<StreamPatch["source"]>;
