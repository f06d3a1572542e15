import { fail } from "../../base/contract/fail.ts";
import type { RunningTaskRuns } from "./task-run-handler.ts";

/** Pauses and resumes runs for HTTP callers; jobs cancel themselves. */
export class TaskRunService {
  readonly #running: RunningTaskRuns;

  constructor(running: RunningTaskRuns) {
    this.#running = running;
  }

  /** Stops the robot for `by` and keeps its position in the plan. `conflict` when the run is not active. */
  async pause(org: string, jobId: string, by: string): Promise<void> {
    const worker = this.#worker(org, jobId);
    if (worker.run.pause) throw fail("conflict", "run: is paused already. Resume it to go on");
    await worker.pause({ code: "paused", message: `paused by ${by}` });
  }

  /** Continues at its position; `conflict` when the run is not paused. */
  async resume(org: string, jobId: string): Promise<void> {
    if (await this.#worker(org, jobId).resume()) return;
    throw fail("conflict", "run: is not paused. Pause it first");
  }

  #worker(org: string, jobId: string) {
    const worker = this.#running.get(org, jobId);
    if (worker) return worker;
    throw fail(
      "conflict",
      "run: no worker carries it out now. Try again when its state is running",
    );
  }
}
