import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { TrialAnswer, TrialTask } from "./child/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { InferenceServerAddress } from "../../perception/models/inference-servers.ts";
import type { InstalledModel } from "../../perception/models/installed-model.ts";
import type { BenchRow, ModelTrials, TrialResult } from "../../perception/models/trials.ts";
import { type ChildExit, ChildHandle, describeExit } from "../child-process/child-handle.ts";
import { forkDisposable } from "../child-process/start-child.ts";
import { remedyFor } from "./remedies.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** A model that takes longer than this to load and run is of no use on this box. */
const deadlineMs = 120_000;
/** Most threads that a bench tries; frames of one camera gain nothing beyond. */
const maxThreads = 4;

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
    const cores = Math.min(availableParallelism(), maxThreads);
    const threads = [...new Set([1, 2, cores])].filter((count) => count <= cores);
    return (await this.#run({
      task: "bench",
      model,
      threads,
      servers: this.#servers,
    })) as BenchRow[];
  }

  async #run(task: TrialTask): Promise<TrialResult | BenchRow[]> {
    const child = new ChildHandle<TrialTask, TrialAnswer>(forkDisposable(entry));
    const deadline = this.#clock.after(deadlineMs, () => child.kill());
    try {
      const { promise: answered, resolve } = Promise.withResolvers<TrialAnswer>();
      const ended = child.listen(resolve);
      child.send(task);
      const answer = await Promise.race([answered, ended]);
      if ("stderr" in answer) throw fail("model_refused", endOf(answer));
      if ("refusal" in answer) throw fail("model_refused", remedyFor(answer.refusal));
      return answer.result;
    } finally {
      deadline.cancel();
      child.kill();
    }
  }
}

/** Says how the process ended without an answer. */
function endOf(exit: ChildExit): string {
  if (exit.code === null && exit.signal === null) return `it cannot be tried: ${exit.stderr}`;
  const reason = describeExit(exit);
  return `it ends the process that tries it (${reason}); export it again, or use another model`;
}
