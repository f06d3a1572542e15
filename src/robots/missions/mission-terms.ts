/** Kinds of steps of a mission. */
export const missionStepTypes = [
  "go",
  "wait",
  "look",
  "ask",
  "announce",
  "pick",
  "drop",
  "door",
  "charge",
  "webhook",
  "operation",
] as const;

/** A kind of step. */
export type MissionStepType = (typeof missionStepTypes)[number];

/** Bounds of missions; requests beyond them are refused. */
export const missionLimits = {
  /** Of one organisation. */
  missions: 500,
  steps: 1000,
  branches: 20,
  /** Steps that one run may carry out; a step in a loop counts each time. */
  takenDefault: 1000,
  takenMost: 100_000,
  minutesDefault: 1440,
  /** A week. */
  minutesMost: 10_080,
  /** Longest wait, look, question, call or operation, in seconds: a day. */
  stepSec: 86_400,
  webhookSecDefault: 15,
  webhookSecMost: 60,
  operationSecDefault: 3600,
  doorSecDefault: 60,
  answers: 10,
  answerLength: 64,
  streams: 16,
  priorityMost: 100,
  priorityDefault: 50,
  /** Robot runs of one organisation, missions included, that have not ended. */
  waiting: 1000,
  /** Of the input of an operation and the data of a webhook, in characters of JSON. */
  inputLength: 16_384,
} as const;
