import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Plan } from "./plans/plan-record.ts";
import { runLimits } from "./run-terms.ts";

/** The position of a run in its plan; `lap` counts from 0. */
export type PlanPosition = {
  section: number;
  lap: number;
  step: number;
};

/** A skipped step with the reason. */
export type SkippedStep = {
  section: number;
  lap: number;
  step: number;
  code: string;
  reason: string;
  at: number;
};

/** A round of a section. */
export type LapReport = {
  section: number;
  lap: number;
  started_at: number;
  ended_at: number | null;
  done: number;
  skipped: number;
};

/** An action's command, and its state up to the dispatch. */
export type ActionReport = {
  on: string;
  command: string;
  /** `failed`: it was not sent, or ended at once; `code` gives the reason. */
  state: "pending" | "sent" | "failed";
  required: boolean;
  command_id: string | null;
  code: string | null;
  at: number;
};

/** The detections of one picture. */
export type LookReport = PlanPosition & {
  /** The two ends of a leg; else a look of the plan. */
  moment: "start" | "end" | "look";
  frame_index: number | null;
  at: number;
  /** The number of things; `detections` lists the most certain ones. */
  count: number;
  detections: DetectionReport[];
};

/** A thing in a picture; `xyxy` are fractions of it. */
export type DetectionReport = {
  class: string;
  confidence: number;
  xyxy: number[];
};

/** The result of a step that looks for or counts things. */
export type RunFinding = PlanPosition & {
  class: string;
  /** The largest number in sight at once. */
  count: number;
  at: number;
};

/** The state of a run that survives a restart; plain data. */
export interface TaskRunRecord {
  v: 1;
  org: string;
  jobId: string;
  robotId: string;
  /** Null until a text endpoint has made it. */
  plan: Plan | null;
  /** True once a process has started it: the next process that does is another. */
  begun: boolean;
  at: PlanPosition;
  /** The command of the step at `at`; stored in the transaction that accepted it. */
  sent: string | null;
  /** The remaining time of a timed step. */
  leftMs: number | null;
  /** The reason why a person has to resume it. */
  pause: { code: string; message: string } | null;
  /** Wall times, by behavior, before which its actions do not repeat. */
  cooldowns: Record<string, number>;
  /** Looks at the caller's picture. */
  looks: LookReport[];
  findings: RunFinding[];
  incidents: number;
  laps: LapReport[];
  skipped: SkippedStep[];
  actions: ActionReport[];
  /** Failures that did not end the run, in sentences. */
  warnings: string[];
}

const keyOf = (org: string, jobId: string): StoreKey => [org, "robot-run", jobId];
const claimKey = (org: string, robotId: string): StoreKey => [org, "robot-run-of", robotId];

/** A run before its first step. */
export function newRun(
  identity: Pick<TaskRunRecord, "org" | "jobId" | "robotId" | "plan">,
): TaskRunRecord {
  return {
    v: 1,
    ...identity,
    begun: false,
    at: { section: 0, lap: 0, step: 0 },
    sent: null,
    leftMs: null,
    pause: null,
    cooldowns: {},
    looks: [],
    findings: [],
    incidents: 0,
    laps: [],
    skipped: [],
    actions: [],
    warnings: [],
  };
}

/** Returns the run, or undefined once it has ended. */
export function getRun(store: StoreReader, org: string, jobId: string): TaskRunRecord | undefined {
  const run = store.get<TaskRunRecord>(keyOf(org, jobId));
  // Runs that an earlier version accepted lack some fields.
  return (
    run && {
      ...run,
      warnings: run.warnings ?? [],
      looks: run.looks ?? [],
      findings: run.findings ?? [],
      begun: run.begun ?? true,
    }
  );
}

/** Stores the run; its lists keep their newest entries. */
export function putRun(tx: StoreTransaction, run: TaskRunRecord): void {
  const { laps, skipped, actions, warnings, findings, looks } = run;
  if (looks.length > runLimits.looks) looks.splice(0, looks.length - runLimits.looks);
  for (const list of [laps, skipped, actions, warnings, findings]) {
    if (list.length > runLimits.reported) list.splice(0, list.length - runLimits.reported);
  }
  tx.put(keyOf(run.org, run.jobId), run);
}

/** Returns the job that has the robot; undefined for none. It may have ended meanwhile. */
export function claimOf(store: StoreReader, org: string, robotId: string): string | undefined {
  return store.get<{ jobId: string }>(claimKey(org, robotId))?.jobId;
}

/** Claims the robot for the run until it ends. */
export function claim(tx: StoreTransaction, { org, robotId, jobId }: TaskRunRecord): void {
  tx.put(claimKey(org, robotId), { v: 1, jobId });
}

/** Removes the data of an ended run. */
export function endRun(tx: StoreTransaction, { org, robotId, jobId }: TaskRunRecord): void {
  tx.remove(keyOf(org, jobId));
  if (claimOf(tx, org, robotId) === jobId) tx.remove(claimKey(org, robotId));
}
