import { type ErrorCode, isErrorCode } from "../../base/contract/error-codes.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { type Plan, type PlanSection, progressOf, toFailure } from "./plans/plan-record.ts";
import type { Hindrance } from "./run-commander.ts";
import { type MissionProgress, putRun, type TaskRunRecord } from "./task-run-record.ts";
import type { RunPhase } from "./run-terms.ts";

/** The end of a step: done, skipped for a reason, or done with a result that branches know. */
export type StepOutcome = "done" | { code: string; reason: string } | { answer: string };

/** The parts that record the progress of a run. */
export interface RunProgressParts {
  clock: Clock;
  store: Store;
  context: Pick<JobContext, "update">;
  run: TaskRunRecord;
  /** Pictures that could not be analysed. */
  missedPictures(): number;
  /** The detections in the newest picture of the robot's own camera; null without one. */
  newestLook(): JsonObject | null;
}

/** Stores the position and laps of a run in its record, and reports them to readers of its job. */
export class RunProgress {
  readonly #parts: RunProgressParts;
  #notified = "";
  #skippedInLap = 0;
  #doneInLap = 0;

  constructor(parts: RunProgressParts) {
    this.#parts = parts;
  }

  /** Moves past an ended step; fails with `no_progress` after a round without a reachable place. */
  async advance(plan: Plan, end: StepOutcome): Promise<void> {
    const { run } = this.#parts;
    const { at } = run;
    const nowSec = this.#parts.clock.wallMs() / 1000;
    const section = plan.sections[at.section]!;
    const isSkipped = typeof end === "object" && "code" in end;
    const next = nextOf(section, end);
    if (isSkipped) run.skipped.push({ ...at, ...end, at: nowSec });
    const isMove = section.steps[at.step]!.type === "move";
    if (isMove && isSkipped) this.#skippedInLap += 1;
    if (isMove && !isSkipped) this.#doneInLap += 1;
    if (at.step === 0) {
      const { section: index, lap } = at;
      run.laps.push({
        section: index,
        lap,
        started_at: nowSec,
        ended_at: null,
        done: 0,
        skipped: 0,
        result: section.next ? resultOf(end) : null,
      });
    }
    const lap = run.laps.at(-1);
    if (lap) lap[isSkipped ? "skipped" : "done"] += 1;
    at.step += 1;
    run.sent = null;
    run.leftMs = null;
    run.answer = null;
    run.stepJob = null;
    if (section.next) this.#jump(plan, next, nowSec);
    else if (at.step >= section.steps.length) this.#endLap(section.laps, nowSec);
    await this.keep();
    this.renew();
  }

  /** To the section that follows the result of a mission's step. */
  #jump(plan: Plan, to: number | undefined, nowSec: number): void {
    const { at, laps, mission } = this.#parts.run;
    const kind = plan.sections[at.section]!.steps[0]!;
    const command = "command" in kind ? kind.command.command : null;
    if (mission && (command === "pick" || command === "drop"))
      mission.isLoaded = command === "pick";
    if (mission) mission.taken += 1;
    laps.at(-1)!.ended_at = nowSec;
    Object.assign(at, { section: to ?? at.section + 1, lap: 0, step: 0 });
    this.#skippedInLap = 0;
    this.#doneInLap = 0;
  }

  #endLap(laps: number | null, nowSec: number): void {
    const { at, laps: reports } = this.#parts.run;
    const lap = reports.at(-1);
    if (lap) lap.ended_at = nowSec;
    const isStuck = this.#skippedInLap > 0 && this.#doneInLap === 0;
    this.#skippedInLap = 0;
    this.#doneInLap = 0;
    at.step = 0;
    at.lap += 1;
    if (isStuck)
      throw fail(
        "no_progress",
        "plan: the robot reached no place of a whole round. Check the zones and the way there",
      );
    if (laps !== null && at.lap >= laps) {
      at.section += 1;
      at.lap = 0;
    }
  }

  /** Stores the record. */
  async keep(): Promise<void> {
    await this.#parts.store.transact((tx) => putRun(tx, this.#parts.run), { essential: true });
  }

  /** Marks the report as changed: readers get it again, whatever the phase. */
  renew(): void {
    this.#notified = "";
  }

  /** Sends readers of the job a changed report. */
  async notify(plan: Plan, phase: RunPhase, hindrance: Hindrance | null): Promise<void> {
    const state = `${phase} ${hindrance?.code ?? ""}`;
    if (state === this.#notified) return;
    this.#notified = state;
    const progress = progressOf(plan, this.#parts.run.at);
    const payload = { ...this.report(plan, phase), hindrance: hindrance && { ...hindrance } };
    try {
      await this.#parts.context.update({ phase, progress, payload });
    } catch {
      this.#notified = "";
    }
  }

  /** The payload of the job. */
  report(plan: Plan, phase: string): JsonObject {
    const { run } = this.#parts;
    const data = {
      robot_id: run.robotId === "" ? null : run.robotId,
      run_id: run.jobId,
      plan: shown(plan),
      ...(run.mission
        ? {
            mission: missionReport(run.mission, plan, run.at.section),
            operation_job_id: run.stepJob,
            charging: run.charging && {
              until_percent: run.charging.untilPercent,
              reason: run.charging.reason,
            },
          }
        : {}),
      state: phase,
      hindrance: null,
      at: run.at,
      command_id: run.sent,
      laps: run.laps,
      skipped: run.skipped,
      incidents: run.incidents,
      actions: run.actions,
      warnings: run.warnings,
      findings: run.findings,
      perception: { looks: run.looks, robot_camera: this.#parts.newestLook() },
      pictures_missed: this.#parts.missedPictures(),
    };
    return structuredClone(data);
  }
}

/** Sections of a plan that reports show; a longer one is read with its mission. */
const shownSections = 50;

function shown(plan: Plan): Plan {
  if (plan.sections.length <= shownSections) return plan;
  return { ...plan, sections: plan.sections.slice(0, shownSections) };
}

/** The state of a mission in the payload of its job. */
export function missionReport(mission: MissionProgress, plan: Plan, section: number): JsonObject {
  return {
    mission_id: mission.id,
    name: mission.name,
    priority: mission.priority,
    deadline_at: mission.deadlineAtMs === null ? null : mission.deadlineAtMs / 1000,
    steps: plan.sections.length,
    taken: mission.taken,
    step_id: plan.sections[section]?.id ?? null,
    choice: mission.choice,
  };
}

/** Returns the result of a mission's step as its branches name it. */
function resultOf(end: StepOutcome): string {
  if (end === "done") return end;
  return "code" in end ? "failed" : end.answer;
}

/**
 * Returns the section that follows the result of a mission's step; undefined for the next one. Fails with the code of a
 * failure that has no branch, and with `mission_failed` for a branch to a failure.
 */
function nextOf({ id, next }: PlanSection, end: StepOutcome): number | undefined {
  if (!next) return undefined;
  const isFailed = typeof end === "object" && "code" in end;
  const result = resultOf(end);
  const to = next.find(({ on }) => on === result)?.to;
  if (to === toFailure)
    throw fail(
      "mission_failed",
      `${id}: ended as ${result}, which fails the mission. Look at its branches`,
    );
  if (!isFailed || to !== undefined) return to;
  const code: ErrorCode = isErrorCode(end.code) ? end.code : "robot_refused";
  throw fail(code, `${id}: ${end.reason}`, { retryable: false });
}
