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
  /** How the step of a mission ended, as its branches name it; null for other rounds. */
  result?: string | null;
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

/** What the dispatcher found about a robot for a mission. */
export type Candidate = {
  robot_id: string;
  /** Length of the way to the first place in metres, and where it is from; null for an unknown one. */
  path_m: number | null;
  path_source: "grid" | "straight" | null;
  charge_percent: number | null;
  /** Loads that the robot carries; null for unknown. */
  loads: number | null;
  /** Other missions that wait for this robot by its name. */
  waiting: number;
  /** The lowest takes the mission; null for a robot that cannot. */
  score: number | null;
  is_chosen: boolean;
  /** Why the robot was not taken; null for the chosen one. */
  code: string | null;
  reason: string | null;
};

/** The choice of a robot for a mission: its candidates at that time. */
export type Choice = { at: number; candidates: Candidate[] };

/** The part of a run's state that missions have beside others. */
export type MissionProgress = {
  id: string | null;
  name: string;
  /** The robot that the request or the mission named; null for any. A begun mission keeps its robot. */
  wantedRobotId: string | null;
  priority: number;
  isInterruptible: boolean;
  deadlineAtMs: number | null;
  createdAtMs: number;
  /** Bounds of the run, and the steps that it has begun so far. */
  maxSteps: number;
  maxMs: number;
  taken: number;
  /** When its first step began; null before. */
  begunAtMs: number | null;
  /** True between a pick and the drop. */
  isLoaded: boolean;
  choice: Choice | null;
};

/** The state of a run that survives a restart; plain data. */
export interface TaskRunRecord {
  v: 1;
  org: string;
  jobId: string;
  /** Empty while a mission waits for its first robot. */
  robotId: string;
  /** Null until a text endpoint has made it; of a mission, its job's input has the plan. */
  plan: Plan | null;
  /** True once a process has started it: the next process that does is another. */
  begun: boolean;
  at: PlanPosition;
  /** The command of the step at `at`; stored in the transaction that accepted it. */
  sent: string | null;
  /** The remaining time of a timed step. */
  leftMs: number | null;
  /** The answer of a person to the question of the step. */
  answer: string | null;
  /** The job of the operation that the step carries out. */
  stepJob: string | null;
  /** The part of a step that a robot is in; null for its beginning. */
  stage: "charging" | null;
  /** The robot charges before the step at `at`; null otherwise. */
  charging: { untilPercent: number; reason: string } | null;
  /** Null for a run that is no mission. */
  mission: MissionProgress | null;
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
  identity: Pick<TaskRunRecord, "org" | "jobId" | "robotId" | "plan"> &
    Partial<Pick<TaskRunRecord, "mission">>,
): TaskRunRecord {
  return {
    v: 1,
    mission: null,
    ...identity,
    begun: false,
    at: { section: 0, lap: 0, step: 0 },
    sent: null,
    leftMs: null,
    answer: null,
    stepJob: null,
    stage: null,
    charging: null,
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
      answer: run.answer ?? null,
      stepJob: run.stepJob ?? null,
      stage: run.stage ?? null,
      charging: run.charging ?? null,
      mission: run.mission ?? null,
    }
  );
}

/** Returns the runs of the organisation that have not ended, oldest first. */
export function listRuns(store: StoreReader, org: string): TaskRunRecord[] {
  return store.range<TaskRunRecord>({ prefix: [org, "robot-run"] }).map(({ value }) => value);
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
export function endRun(tx: StoreTransaction, run: TaskRunRecord): void {
  tx.remove(keyOf(run.org, run.jobId));
  unclaim(tx, run);
}

/** Gives the robot back that the run has; none for a run that waits for one. */
export function unclaim(tx: StoreTransaction, { org, robotId, jobId }: TaskRunRecord): void {
  if (claimOf(tx, org, robotId) === jobId) tx.remove(claimKey(org, robotId));
}
