import { Type } from "typebox";
import { choice, flag, section } from "../base/settings/fields.ts";

const className = Type.String({ pattern: "^[a-z][a-z0-9_]{0,31}$" });

/** The place of a model: a file or a server. */
const placeFields = {
  file: Type.Optional(
    Type.String({
      title: "ONNX file of the model on this box. Set either `file` or `url`",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  url: Type.Optional(
    Type.String({
      title: "Base address of the server that runs the model (Open Inference Protocol v2)",
      pattern: "^https?://[^\\s/]+(/\\S*)?$",
      maxLength: 2048,
    }),
  ),
  remote_name: Type.Optional(
    Type.String({
      title: "Name of the model on the server at `url`",
      minLength: 1,
      maxLength: 200,
    }),
  ),
};

/** A model for biosignals; docs/integration/health.md has its tensors. */
const netFields = {
  ...placeFields,
  sample_rate_hz: Type.Number({
    title: "Sample rate of the model's input",
    unit: "samples per second",
    minimum: 1,
    maximum: 20_000,
  }),
  window_seconds: Type.Number({
    title: "Length of one window, the part of a recording that the model gets at once",
    unit: "seconds",
    minimum: 0.1,
    maximum: 300,
  }),
  channels: Type.Integer({
    title: "Number of channels in one window. With 1 the model gets each channel separately",
    minimum: 1,
    maximum: 256,
  }),
  channel_labels: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
      title:
        "Labels of the channels that the model gets, in order. Without it the model gets the first usable channels",
      minItems: 1,
      maxItems: 256,
      uniqueItems: true,
    }),
  ),
};

function atMost(maximum: number, title: string, start: number) {
  return Type.Number({ title, unit: "seconds", minimum: 0, maximum, default: start });
}

/** A model that classifies each time step of an EEG; docs/integration/health.md has its tensors. */
const eegSegmenter = section(
  "A model that divides an EEG into segments; without one `segments` is null",
  {
    ...netFields,
    step_seconds: Type.Number({
      title:
        "Length of one time step of the model's output. A window must be a whole number of steps",
      unit: "seconds",
      minimum: 0.01,
      maximum: 60,
    }),
    overlap: Type.Number({
      title:
        "Share of a window that overlaps the next window. Where windows overlap, the box averages the scores",
      minimum: 0,
      maximum: 0.95,
      default: 0.5,
    }),
    classes: Type.Array(className, {
      title: "Class of each output, in order. Name the class of seizures `seizure`",
      minItems: 1,
      maxItems: 8,
      uniqueItems: true,
    }),
    background: Type.Optional(
      Type.String({
        title: "Class that means no finding. The box makes no segments of it",
        minLength: 1,
        maxLength: 32,
      }),
    ),
    threshold: Type.Number({
      title: "Lowest score of a step that belongs to a class",
      minimum: 0.01,
      maximum: 1,
      default: 0.5,
    }),
    join_seconds: atMost(
      600,
      "Longest gap across which the box joins two segments of one class",
      0,
    ),
    min_seconds: atMost(600, "Shortest segment that the box reports", 0),
  },
);

function side(title: string) {
  return Type.Integer({ title, unit: "px", minimum: 16, maximum: 2048 });
}

function perChannel(title: string, minimum: number) {
  return Type.Optional(
    Type.Array(Type.Number({ minimum, maximum: 1000 }), { title, minItems: 1, maxItems: 3 }),
  );
}

/** A model that classifies each pixel; docs/integration/health.md has its tensors. */
const segmenter = section("A model for some kinds of pictures", {
  modalities: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    title: "Kinds of pictures that it supports, as in `input.modality`",
    minItems: 1,
    maxItems: 32,
  }),
  ...placeFields,
  width_px: side("Width of its input; the box stretches pictures to it"),
  height_px: side("Height of its input"),
  channels: Type.Unsafe<1 | 3>({ type: "integer", enum: [1, 3], title: "1: luma; 3: RGB" }),
  mean: perChannel("Of each channel of values from 0 to 1; 0 when absent", -1000),
  std: perChannel("As `mean`; 1 when absent", 1e-6),
  classes: Type.Array(className, {
    title: "Class of each output, in order",
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
  }),
  threshold: Type.Number({
    title: "Lowest score at which a pixel belongs to a class",
    minimum: 0.01,
    maximum: 1,
    default: 0.5,
  }),
});

/** Health, clinical and neural work. */
export const health = section(
  "Health, clinical and neural work; docs/integration/health.md",
  "live",
  {
    triage: flag({ title: "Allow triage of medical pictures and EEG", default: false }),
    mains: choice(["50", "60", "off"], {
      title: "Mains frequency that the box filters out of biosignals",
      unit: "Hz",
      default: "50",
    }),
    key_file: Type.Optional(
      Type.String({
        title:
          "File with the key of 32 bytes that encrypts inputs, reports and addresses of cameras, for example a systemd credential. Without this setting the box creates a key",
        applies: "restart",
        minLength: 1,
        maxLength: 4096,
      }),
    ),
    eeg_classifier: Type.Optional(
      section("A model that detects seizures; without one `seizure_detected` is null", {
        ...netFields,
        threshold: Type.Number({
          title: "Lowest score of a window that counts as a seizure",
          minimum: 0,
          maximum: 1,
        }),
      }),
    ),
    eeg_segmenter: Type.Optional(eegSegmenter),
    neural_decoder: Type.Optional(
      section("A model that decodes neural signals; without one `decoded` is null", {
        ...netFields,
        classes: Type.Array(className, {
          title: "Class of each output, in order",
          minItems: 1,
          maxItems: 256,
        }),
      }),
    ),
    segmenters: Type.Array(segmenter, {
      title:
        "Models that segment pictures. Without one, `segmentation_overlay_url` in reports is null",
      default: [],
      maxItems: 8,
    }),
  },
);
