/**
 * Thrown by work that cannot go on now through no fault of its own: what it needs is away. A job whose
 * handler throws it goes back to the queue in `phase`, and the attempt does not count.
 */
export class Postponed extends Error {
  readonly phase: string;
  /** Not before this many milliseconds from now. */
  readonly delayMs: number;

  constructor(phase: string, message: string, delayMs: number) {
    super(message);
    this.name = "Postponed";
    this.phase = phase;
    this.delayMs = delayMs;
  }

  /** The one in the cause chain of `error`, or undefined. */
  static find(error: unknown): Postponed | undefined {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at instanceof Postponed) return at;
    }
    return undefined;
  }
}
