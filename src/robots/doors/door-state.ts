import type { DoorSettings } from "./door-settings.ts";
import type { DoorWords } from "./door-port.ts";
import type { DoorState, ReportedDoorState } from "./door-terms.ts";

/** A door as it is now. */
export interface DoorView {
  state: DoorState;
  /** Where a lift is; null where it does not say. */
  level: string | null;
  /** Age of what it said last, in milliseconds; null when it said nothing yet. */
  ageMs: number | null;
  /** Why the state is unknown or a fault, for people; null for another one. */
  problem: string | null;
}

/**
 * What a door says, checked: words without a meaning and old ones make it unknown, and a false one makes a fault. Pure:
 * the caller gives the time, in monotonic milliseconds.
 */
export class DoorStateReader {
  readonly #settings: DoorSettings;
  #state: ReportedDoorState | null = null;
  #level: string | null = null;
  #heardMs: number | null = null;
  #closedMs: number | null = null;
  /** Why the last words mean nothing. */
  #misread: string | null = null;
  /** Why nothing is heard. */
  #silence: string | null = null;
  /** A false report; the door is trusted again once it says that it is closed, and nobody stands in it. */
  #lie: string | null = null;

  constructor(settings: DoorSettings) {
    this.#settings = settings;
  }

  /** Takes what the door says. `inside` are the robots that stand in it. */
  heard(words: DoorWords, nowMs: number, inside: ReadonlySet<string>): void {
    const { states, leastOpenMs } = this.#settings;
    this.#heardMs = nowMs;
    this.#silence = null;
    const before = this.#state;
    this.#state = states.get(words.state) ?? null;
    this.#misread =
      this.#state === null
        ? `it says ${quoted(words.state)}, which is none of its states. Correct states`
        : null;
    this.#readLevel(words.level);
    if (this.#state === "closed") this.#closed(before, nowMs, inside);
    const openedMs = this.#closedMs === null ? Infinity : nowMs - this.#closedMs;
    if (this.#state === "open" && openedMs < leastOpenMs)
      this.#lie ??= `it says that it opened in ${(openedMs / 1000).toFixed(1)} s, and needs at least ${leastOpenMs / 1000} s`;
  }

  /** Notes why nothing is heard; what was heard before stays until it is too old. */
  silent(problem: string): void {
    this.#silence = problem;
  }

  /** Returns the door as it is now. */
  view(nowMs: number): DoorView {
    const ageMs = this.#heardMs === null ? null : nowMs - this.#heardMs;
    const level = this.#level;
    const unknown = (problem: string): DoorView => ({ state: "unknown", level, ageMs, problem });
    if (ageMs === null) return unknown(this.#silence ?? "it has said nothing yet");
    if (ageMs > this.#settings.mostAgeMs) {
      const why = this.#silence === null ? "" : `: ${this.#silence}`;
      return unknown(`its last state is ${Math.round(ageMs / 1000)} s old${why}`);
    }
    if (this.#lie !== null) return { state: "fault", level, ageMs, problem: this.#lie };
    if (this.#misread !== null || this.#state === null)
      return unknown(this.#misread ?? "it has said nothing yet");
    const problem = this.#state === "fault" ? "it says that it has a fault" : null;
    return { state: this.#state, level, ageMs, problem };
  }

  #closed(before: ReportedDoorState | null, nowMs: number, inside: ReadonlySet<string>): void {
    this.#closedMs = nowMs;
    // A lift closes around its robot.
    const robots = this.#settings.kind === "lift" ? [] : [...inside];
    if (robots.length === 0) this.#lie = null;
    else if (before !== null && before !== "closed")
      this.#lie ??= `it says that it is closed while ${robots.join(", ")} stands in it`;
  }

  #readLevel(word: string | null): void {
    const { kind, levels } = this.#settings;
    if (kind !== "lift") return;
    this.#level = levels.find((each) => each.word === word)?.name ?? null;
    if (word !== null && this.#level === null)
      this.#misread ??= `it says the level ${quoted(word)}, which is none of its levels. Correct levels`;
  }
}

function quoted(word: string): string {
  return JSON.stringify(word.slice(0, 40));
}
