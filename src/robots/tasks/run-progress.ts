import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { type Plan, progressOf } from "./plans/plan-record.ts";
import type { Hindrance } from "./run-commander.ts";
import { putRun, type TaskRunRecord } from "./task-run-record.ts";
import type { RunPhase } from "./run-terms.ts";

/** The end of a step: done, or skipped for a reason. */
export type StepOutcome = "done" | { code: string; reason: string };

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
    const isSkipped = end !== "done";
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
      });
    }
    const lap = run.laps.at(-1);
    if (lap) lap[isSkipped ? "skipped" : "done"] += 1;
    at.step += 1;
    run.sent = null;
    run.leftMs = null;
    if (at.step >= section.steps.length) this.#endLap(section.laps, nowSec);
    await this.keep();
    this.renew();
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
      robot_id: run.robotId,
      run_id: run.jobId,
      plan,
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
