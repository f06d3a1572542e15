import { amount, choice, count, section } from "./fields.ts";

/** Retention of each kind of data. */
export const retention = section("How long things are kept", "live", {
  events_hours: amount({
    title: "How long the box keeps entries of the event log",
    unit: "hours",
    default: 24,
    minimum: 0.01,
    maximum: 8760,
  }),
  events: count({
    title: "Largest number of entries in the event log. Beyond it the box deletes the oldest",
    unit: "events",
    default: 200_000,
    minimum: 100,
    maximum: 10_000_000,
  }),
  jobs_days: amount({
    title: "How long the box keeps a job after its end",
    unit: "days",
    default: 30,
    minimum: 0.01,
    maximum: 3650,
  }),
  jobs: count({
    title: "Largest number of ended jobs per organisation. Beyond it the box deletes the oldest",
    unit: "jobs",
    default: 100_000,
    minimum: 100,
    maximum: 10_000_000,
  }),
  inputs_hours: amount({
    title:
      "How long the box keeps the input of a job after its end. With 0 it deletes the input within a minute",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  frame_inputs_hours: amount({
    title:
      "How long the box keeps the input of a stream's job after its end: pictures and addresses of cameras",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  health_inputs_hours: amount({
    title: "How long the box keeps the input of a health, clinical or neural job after its end",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  health_jobs_hours: amount({
    title:
      "How long the box keeps health, clinical and neural jobs and their reports after their end",
    unit: "hours",
    default: 24,
    minimum: 0.01,
    maximum: 87_600,
  }),
  coverage_days: amount({
    title: "How long the box keeps coverage, the share of each hour in which it observed a stream",
    unit: "days",
    default: 90,
    minimum: 1,
    maximum: 3650,
  }),
  audit_days: amount({
    title: "How long the box keeps entries of the audit log",
    unit: "days",
    default: 365,
    minimum: 1,
    maximum: 3650,
  }),
  audit: count({
    title: "Largest number of entries in the audit log. Beyond it the box deletes the oldest",
    unit: "entries",
    default: 200_000,
    minimum: 1000,
    maximum: 10_000_000,
  }),
  egress_days: amount({
    title:
      "How long the box keeps entries of the egress log, which lists transfers to model endpoints",
    unit: "days",
    default: 365,
    minimum: 1,
    maximum: 3650,
  }),
  egress: count({
    title: "Largest number of entries in the egress log. Beyond it the box deletes the oldest",
    unit: "entries",
    default: 200_000,
    minimum: 1000,
    maximum: 10_000_000,
  }),
  tracks_days: amount({
    title: "How long the box keeps recorded tracks, which replays of policies need",
    unit: "days",
    default: 14,
    minimum: 0.01,
    maximum: 3650,
  }),
  tracks_megabytes: amount({
    title:
      "Largest size of the recorded tracks of one stream. Beyond it the box deletes the oldest hours",
    unit: "megabytes",
    default: 200,
    minimum: 1,
    maximum: 1_000_000,
  }),
  assets_days: amount({
    title: "How long the box keeps pictures",
    unit: "days",
    default: 14,
    minimum: 0.01,
    maximum: 3650,
  }),
  assets_gigabytes: amount({
    title: "Largest size of all pictures together. Beyond it the box deletes the oldest",
    unit: "gigabytes",
    default: 20,
    minimum: 0.01,
    maximum: 100_000,
  }),
  recordings_days: amount({
    title: "How long the box keeps continuous recordings",
    unit: "days",
    default: 7,
    minimum: 0.01,
    maximum: 3650,
  }),
  clips_days: amount({
    title:
      "How long the box keeps recordings of incidents. If `recordings_days` is longer, it applies instead",
    unit: "days",
    default: 30,
    minimum: 0.01,
    maximum: 3650,
  }),
  free_disk_gigabytes: amount({
    title:
      "Space that recordings leave free on their disk. When less is free, the box deletes the oldest recordings",
    unit: "gigabytes",
    default: 2,
    minimum: 0,
    maximum: 100_000,
  }),
});

/** Recording of streams that have no setting of their own. */
export const recording = section(
  "Recording of streams that set no `recording`; docs/cameras/recording.md",
  "live",
  {
    mode: choice(["off", "incidents", "continuous"], {
      title:
        "Recording of streams without a setting of their own: `off`, only around `incidents`, or `continuous`",
      default: "off",
    }),
    pre_seconds: amount({
      title: "Length of the video before an incident",
      unit: "seconds",
      default: 5,
      minimum: 0,
      maximum: 60,
    }),
    post_seconds: amount({
      title: "Length of the video after an incident",
      unit: "seconds",
      default: 10,
      minimum: 0,
      maximum: 600,
    }),
  },
);
