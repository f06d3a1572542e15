/** Runs asynchronous work one at a time, in call order. Its queue has no bound of its own. */
export class SerialLane {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work has settled, even with a failure. */
  run<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all earlier work has settled; never rejects. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
