import { fail } from "../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";

/** The runs of one loaded model: none begins once it is closed, and closing waits for the last one. */
export class ModelRuns {
  #running: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** Runs `work`; fails with its coded error, else with `model_unavailable`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw fail("model_unavailable", "model: is closed. Load it again");
    const run = work();
    this.#running = run.catch(() => {});
    try {
      return await run;
    } catch (cause) {
      throw (
        GatehouseError.find(cause) ?? fail("model_unavailable", describeError(cause), { cause })
      );
    }
  }

  /** Lets go of the model by `release` after its last run; idempotent. */
  close(release: () => unknown): Promise<void> {
    this.#closing ??= this.#running.then(async () => void (await release()));
    return this.#closing;
  }
}
