import { fail } from "../../base/contract/fail.ts";
import type { RunningTaskRuns } from "./task-run-handler.ts";

/** Pausing and resuming runs, for those who call over HTTP; cancelling is the job's own. */
export class TaskRunService {
  readonly #running: RunningTaskRuns;

  constructor(running: RunningTaskRuns) {
    this.#running = running;
  }

  /** The robot is brought to rest and keeps its place in the plan. `conflict` when the run is not on. */
  async pause(org: string, jobId: string, keyId: string): Promise<void> {
    const worker = this.#worker(org, jobId);
    if (worker.run.pause) throw fail("conflict", "run: is paused already. Resume it to go on");
    await worker.pause({ code: "paused", message: `paused by ${keyId}` });
  }

  /** Goes on where it was; `conflict` when the run is not paused. */
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
