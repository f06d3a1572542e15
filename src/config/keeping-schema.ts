import { amount, choice, count, section } from "./fields.ts";

/** How long things are kept. */
export const retention = section("How long things are kept", {
  events_hours: amount({
    title: "Entries of the event log",
    unit: "hours",
    default: 24,
    minimum: 0.01,
    maximum: 8760,
  }),
  events: count({
    title: "Entries of the event log; the oldest go first",
    unit: "events",
    default: 200_000,
    minimum: 100,
    maximum: 10_000_000,
  }),
  jobs_days: amount({
    title: "Finished jobs",
    unit: "days",
    default: 30,
    minimum: 0.01,
    maximum: 3650,
  }),
  jobs: count({
    title: "Finished jobs of one organisation; the oldest go first",
    unit: "jobs",
    default: 100_000,
    minimum: 100,
    maximum: 10_000_000,
  }),
  inputs_hours: amount({
    title: "Inputs of finished jobs; 0 removes them within a minute",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  frame_inputs_hours: amount({
    title: "Inputs of finished stream jobs: pictures to analyse, addresses of cameras",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  health_inputs_hours: amount({
    title: "Inputs of finished health, clinical and neural jobs",
    unit: "hours",
    default: 24,
    minimum: 0,
    maximum: 87_600,
  }),
  coverage_days: amount({
    title: "What was observed, hour by hour",
    unit: "days",
    default: 90,
    minimum: 1,
    maximum: 3650,
  }),
  audit_days: amount({
    title: "Entries of the audit log",
    unit: "days",
    default: 365,
    minimum: 1,
    maximum: 3650,
  }),
  audit: count({
    title: "Entries of the audit log; the oldest go first",
    unit: "entries",
    default: 200_000,
    minimum: 1000,
    maximum: 10_000_000,
  }),
  tracks_days: amount({
    title: "Recorded tracks, on which policies can be replayed",
    unit: "days",
    default: 14,
    minimum: 0.01,
    maximum: 3650,
  }),
  tracks_megabytes: amount({
    title: "Recorded tracks of one stream; the oldest hours go first",
    unit: "megabytes",
    default: 200,
    minimum: 1,
    maximum: 1_000_000,
  }),
  assets_days: amount({
    title: "Pictures and snapshots",
    unit: "days",
    default: 14,
    minimum: 0.01,
    maximum: 3650,
  }),
  assets_gigabytes: amount({
    title: "Pictures and snapshots together; the oldest go first",
    unit: "gigabytes",
    default: 20,
    minimum: 0.01,
    maximum: 100_000,
  }),
  recordings_days: amount({
    title: "Continuous recordings",
    unit: "days",
    default: 7,
    minimum: 0.01,
    maximum: 3650,
  }),
  clips_days: amount({
    title: "Recordings of incidents; never shorter than `recordings_days`",
    unit: "days",
    default: 30,
    minimum: 0.01,
    maximum: 3650,
  }),
  free_disk_gigabytes: amount({
    title: "Stays free on the disk of the recordings: below it the oldest recordings go",
    unit: "gigabytes",
    default: 2,
    minimum: 0,
    maximum: 100_000,
  }),
});

/** What is recorded of streams that say nothing about it. */
export const recording = section(
  "Recording of streams that set no `recording`; docs/recording.md",
  {
    mode: choice(["off", "incidents", "continuous"], { title: "What is recorded", default: "off" }),
    pre_seconds: amount({
      title: "Video before an incident",
      unit: "seconds",
      default: 5,
      minimum: 0,
      maximum: 60,
    }),
    post_seconds: amount({
      title: "Video after an incident",
      unit: "seconds",
      default: 10,
      minimum: 0,
      maximum: 600,
    }),
  },
);
