import type { Job, RobotTaskChoice } from "../../../../client/source/generated.ts";

/** A step of a mission's plan. */
export interface RunStep {
  type: string;
  zone?: string | null;
  command?: {
    command: string;
    message?: string;
    target?: { place?: string; x?: number; y?: number };
  };
  seconds?: number;
  look_for?: string;
  question?: string;
  answers?: readonly string[];
  until_percent?: number;
  door?: string;
  operation?: string;
}

/** A step that has ended. */
export interface EndedStep {
  section: number;
  ended_at: number | null;
  /** Such as `found`; null for a run that is no mission. */
  result?: string | null;
}

/** What the job of a mission tells. */
export interface MissionRun {
  robotId: string | null;
  name: string;
  missionId: string | null;
  /** The number of its steps; `sections` may be fewer. */
  steps: number;
  choice: RobotTaskChoice | null;
  state: string;
  hindrance: { code: string; message: string } | null;
  sections: readonly { id?: string; steps: readonly RunStep[] }[];
  /** Index of the present step. */
  at: number | undefined;
  ended: readonly EndedStep[];
  skipped: readonly { section: number; reason: string; at: number }[];
  operationJobId: string | null;
}

/** The fields of `payload` that the page uses; before the run begins most of them are missing. */
interface Payload {
  robot_id?: string | null;
  mission?: {
    name: string;
    mission_id: string | null;
    steps: number;
    choice: RobotTaskChoice | null;
  };
  /** Of a dry run. */
  choice?: RobotTaskChoice;
  state?: string;
  hindrance?: MissionRun["hindrance"];
  plan?: Pick<MissionRun, "sections">;
  at?: { section: number } | null;
  laps?: MissionRun["ended"];
  skipped?: MissionRun["skipped"];
  operation_job_id?: string | null;
  input: { mission?: { name: string }; mission_id?: string };
}

/** Reads the payload of a mission's job. */
export function missionRunOf(job: Job): MissionRun {
  const payload = job.payload as Payload;
  const { mission, input, laps: ended = [], skipped = [], choice = null } = payload;
  const known = mission ?? {
    name: input.mission?.name ?? "",
    mission_id: input.mission_id ?? null,
    steps: 0,
    choice,
  };
  return {
    robotId: payload.robot_id ?? null,
    name: known.name,
    missionId: known.mission_id,
    steps: known.steps,
    choice: known.choice,
    state: payload.state ?? job.status,
    hindrance: payload.hindrance ?? null,
    sections: payload.plan?.sections ?? [],
    at: payload.at?.section,
    ended,
    skipped,
    operationJobId: payload.operation_job_id ?? null,
  };
}
