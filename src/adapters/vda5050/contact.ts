import type { ConnectionWord } from "./schemas/state.ts";

/** Knows whether a robot can be commanded, from its states and its connection topic. */
export class Contact {
  /** The fault of the newest state; null when it is usable. */
  #stateProblem: string | null = null;
  /** The reason for the disconnection from its own connection topic; a state ends it. */
  #linkProblem: string | null = null;
  /** True when a state came since the broker was connected to. */
  #isHeardHere = false;

  /** The connection to the broker began or ended. */
  onBroker(): void {
    this.#isHeardHere = false;
  }

  /** A state came; `problem` is its fault, null for a usable one. */
  onState(problem: string | null): void {
    this.#stateProblem = problem;
    this.#linkProblem = null;
    this.#isHeardHere = true;
  }

  /** A message on its connection topic; `isKept` when the broker had retained it. Returns true when the robot is lost. */
  onConnection(word: ConnectionWord, isKept: boolean): boolean {
    // One that the broker kept is older than a state of now.
    const isLost = word !== "ONLINE" && !(isKept && this.#isHeardHere);
    this.#linkProblem = isLost ? `it is not connected to its broker (connection: ${word})` : null;
    return isLost;
  }

  /**
   * Returns the reason why no command is possible now, as part of a sentence; null when one is. `brokerProblem` is that
   * of the broker, and `frameProblems` are the faults of the robot's newest frames.
   */
  obstacle(
    brokerProblem: string | null,
    hasState: boolean,
    frameProblems: readonly string[],
  ): string | null {
    if (brokerProblem !== null) return `its broker cannot be reached: ${brokerProblem}`;
    if (this.#linkProblem !== null) return this.#linkProblem;
    if (this.#stateProblem !== null) return `its states cannot be used: ${this.#stateProblem}`;
    if (hasState) return null;
    const [frame] = frameProblems;
    return frame === undefined ? "it has not sent a state yet" : `its frames are wrong: ${frame}`;
  }
}
