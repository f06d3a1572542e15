/** The window of the share, in milliseconds: several beats, and several runs of a slow model. */
const windowMs = 4_000;

/**
 * The share of its time for which models block the vision process, over the last four seconds; a decoder that
 * falls behind meanwhile is not the cause.
 */
export class BlockedShare {
  #samples: { atMs: number; netMs: number }[] = [];

  /** `netMs`: time blocked by models since the process began; a smaller one is that of a new process. */
  note(atMs: number, netMs: number): void {
    const last = this.#samples.at(-1);
    if (last && netMs < last.netMs) this.#samples = [];
    this.#samples.push({ atMs, netMs });
    while (this.#samples.length > 2 && this.#samples[1]!.atMs <= atMs - windowMs) {
      this.#samples.shift();
    }
  }

  /** 0–1; 0 before two notes. */
  get value(): number {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs <= first.atMs) return 0;
    return Math.min(1, (last.netMs - first.netMs) / (last.atMs - first.atMs));
  }
}
