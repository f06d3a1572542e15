import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { TrialAnswer, TrialTask } from "./child/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { InferenceServerAddress } from "../../perception/models/inference-servers.ts";
import type { InstalledModel } from "../../perception/models/installed-model.ts";
import type { BenchRow, ModelTrials, TrialResult } from "../../perception/models/trials.ts";
import { remedyFor } from "./remedies.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** A model that takes longer than this to load and run is of no use on this box. */
const DEADLINE_MS = 120_000;
/** Most threads that a bench tries; frames of one camera gain nothing beyond. */
const MAX_THREADS = 4;

/** Runs models in a process of their own, one for each call. */
export class ModelTrial implements ModelTrials {
  readonly #clock: Clock;
  readonly #servers: readonly InferenceServerAddress[];

  /** `servers`: inference servers of the site, for `bench`. */
  constructor(clock: Clock, servers: readonly InferenceServerAddress[] = []) {
    this.#clock = clock;
    this.#servers = servers;
  }

  async tryModel(model: InstalledModel): Promise<TrialResult> {
    return (await this.#run({ task: "try", model })) as TrialResult;
  }

  async bench(model: InstalledModel): Promise<BenchRow[]> {
    const cores = Math.min(availableParallelism(), MAX_THREADS);
    const threads = [...new Set([1, 2, cores])].filter((count) => count <= cores);
    return (await this.#run({
      task: "bench",
      model,
      threads,
      servers: this.#servers,
    })) as BenchRow[];
  }

  async #run(task: TrialTask): Promise<TrialResult | BenchRow[]> {
    const child = fork(ENTRY, [], {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const deadline = this.#clock.after(DEADLINE_MS, () => child.kill("SIGKILL"));
    try {
      child.send(task, () => {
        // A child that is gone already says so by its exit.
      });
      const answer = await answerOf(child);
      if (typeof answer === "string") throw fail("model_refused", answer);
      if ("refusal" in answer) throw fail("model_refused", remedyFor(answer.refusal));
      return answer.result;
    } finally {
      deadline.cancel();
      child.kill("SIGKILL");
    }
  }
}

/** What the child says, or how it ended without a word. */
function answerOf(child: ChildProcess): Promise<TrialAnswer | string> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(message as TrialAnswer));
    child.once("error", (error) => resolve(`it cannot be tried: ${error.message}`));
    child.once("exit", (code, signal) => {
      const how = signal === null ? `code ${code}` : signal;
      resolve(`it ends the process that tries it (${how}); export it again, or use another model`);
    });
  });
}
