import type { Executor, LoadedModel } from "../../../src/perception/models/executor.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";

/** Stands in for a slow machine: another executor, each run of which takes at least `runMs`. */
export class SlowExecutor implements Executor {
  readonly name: string;
  readonly patienceMs = 1_000;
  readonly mayAppear = false;
  readonly #inner: Executor;
  readonly #runMs: number;

  constructor(inner: Executor, runMs: number) {
    this.#inner = inner;
    this.#runMs = runMs;
    this.name = `slow-${inner.name}`;
  }

  obstacle(model: InstalledModel): Promise<string | undefined> {
    return this.#inner.obstacle(model);
  }

  async load(model: InstalledModel): Promise<LoadedModel> {
    const net = await this.#inner.load(model);
    const runMs = this.#runMs;
    return {
      note: `${net.note}, made slow`,
      async run(input) {
        const outputs = await net.run(input);
        await new Promise((done) => {
          // oxlint-disable-next-line house/no-sleep -- the time that a slow net takes
          setTimeout(done, runMs);
        });
        return outputs;
      },
      close: () => net.close(),
    };
  }
}
