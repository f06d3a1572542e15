/**
 * Thrown by work that cannot continue now because a dependency is away. A job whose handler throws
 * it returns to the queue in `phase`, and the attempt does not count.
 */
export class Postponement extends Error {
  readonly phase: string;
  /** Shortest delay before the next attempt, in milliseconds. */
  readonly delayMs: number;

  constructor(phase: string, message: string, delayMs: number) {
    super(message);
    this.name = "Postponement";
    this.phase = phase;
    this.delayMs = delayMs;
  }

  /** Returns the first one in the cause chain of `error`, or undefined. */
  static find(error: unknown): Postponement | undefined {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      if (at instanceof Postponement) return at;
    }
    return undefined;
  }
}
