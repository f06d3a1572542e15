import { Type } from "typebox";
import { choice, flag, section } from "./fields.ts";

const className = Type.String({ pattern: "^[a-z][a-z0-9_]{0,31}$" });

/** A net for biosignals; docs/health.md has its tensors. */
const netFields = {
  file: Type.Optional(
    Type.String({ title: "ONNX file on this box; or `url`", minLength: 1, maxLength: 4096 }),
  ),
  url: Type.Optional(
    Type.String({
      title: "Base address of a server with the Open Inference Protocol v2",
      pattern: "^https?://[^\\s/]+(/\\S*)?$",
      maxLength: 2048,
    }),
  ),
  remote_name: Type.Optional(
    Type.String({ title: "The model's name on the server", minLength: 1, maxLength: 200 }),
  ),
  sample_rate_hz: Type.Number({
    title: "Sample rate of its input",
    unit: "samples per second",
    minimum: 1,
    maximum: 20_000,
  }),
  window_seconds: Type.Number({
    title: "Length of one window",
    unit: "seconds",
    minimum: 0.1,
    maximum: 300,
  }),
  channels: Type.Integer({
    title: "Channels of one window; 1 looks at each by itself",
    minimum: 1,
    maximum: 256,
  }),
};

/** Health, clinical and neural work. */
export const health = section("Health, clinical and neural work; docs/health.md", {
  triage: flag({ title: "Triage of medical pictures and EEG", default: false }),
  mains: choice(["50", "60", "off"], {
    title: "Mains frequency that is filtered out of biosignals",
    unit: "Hz",
    default: "50",
  }),
  key_file: Type.Optional(
    Type.String({
      title:
        "Key of 32 bytes that encrypts inputs and reports, such as a systemd credential; made when absent",
      minLength: 1,
      maxLength: 4096,
    }),
  ),
  eeg_classifier: Type.Optional(
    section("A model that tells seizures; without one `seizure_detected` is null", {
      ...netFields,
      threshold: Type.Number({
        title: "Score from which on a window is a seizure",
        minimum: 0,
        maximum: 1,
      }),
    }),
  ),
  neural_decoder: Type.Optional(
    section("A model that decodes neural signals; without one `decoded` is null", {
      ...netFields,
      classes: Type.Array(className, {
        title: "What its outputs stand for, in their order",
        minItems: 1,
        maxItems: 256,
      }),
    }),
  ),
});
