/** Runs asynchronous work one after the other, in the order in which it comes. Its waiting work has no bound of its own. */
export class SerialLane {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything before it has settled; a failure of one does not keep the next from running. */
  run<R>(work: () => Promise<R>): Promise<R> {
    const result = this.#tail.then(work, work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything that came before this call has settled; never rejects. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
