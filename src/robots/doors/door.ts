import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { DoorLink } from "./door-port.ts";
import type { DoorSettings } from "./door-settings.ts";
import { DoorStateReader, type DoorView } from "./door-state.ts";
import { doorLimits } from "./door-terms.ts";

/** Who needs a door open. */
export interface DoorHold {
  by: string;
  /** Of a lift; null: where it is. */
  level: string | null;
}

/** The parts of a door. */
export interface DoorParts {
  settings: DoorSettings;
  link: DoorLink;
  clock: Clock;
  /** True when an earlier process asked the door to open, and not to close. */
  wasRequested: boolean;
  /** Makes it durable that the door is asked to open, or no longer; rejects when it cannot. */
  remember(isRequested: boolean): Promise<void>;
  /** The door's state, level or problem has changed. */
  onChange(door: Door): void;
}

/** Why a robot may not drive into a door. */
export interface DoorObstacle {
  code: "door_closed" | "door_unknown" | "door_fault";
  message: string;
}

/**
 * One door or lift: what it says, and who needs it open. While somebody does, the box asks it to open and repeats that;
 * afterwards it asks it to close, also if the process died in between.
 */
export class Door {
  readonly settings: DoorSettings;
  readonly #parts: DoorParts;
  readonly #reader: DoorStateReader;
  readonly #holds = new Map<string, DoorHold>();
  readonly #inside = new Set<string>();
  #isRequested: boolean;
  #askedMs = -Infinity;
  #isBusy = false;
  #reported = "";
  #timer: Timer | undefined;
  /** Why the last request failed; null after one that did not. */
  requestProblem: string | null = null;
  failures = 0;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.settings = parts.settings;
    this.#reader = new DoorStateReader(parts.settings);
    this.#isRequested = parts.wasRequested;
  }

  start(): void {
    const { link, clock } = this.#parts;
    link.open({
      onWords: (words) => {
        this.#reader.heard(words, clock.monoMs(), this.#inside);
        this.look();
      },
      onProblem: (problem) => {
        this.#reader.silent(problem);
        this.look();
      },
    });
    this.#timer = clock.every(doorLimits.lookMs, () => this.look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#parts.link.close();
  }

  /** The door as it is now. */
  get view(): DoorView {
    return this.#reader.view(this.#parts.clock.monoMs());
  }

  /** Who needs it open, the first one first. */
  get holds(): readonly DoorHold[] {
    return [...this.#holds.values()];
  }

  /** Keeps the door open for somebody, a lift at a level; an earlier wish of the same one is replaced. */
  hold(hold: DoorHold): void {
    const before = this.#holds.get(hold.by);
    if (before?.level === hold.level) return;
    this.#holds.set(hold.by, hold);
    this.#askedMs = -Infinity;
    this.look();
  }

  /** Ends what `hold` began. */
  release(by: string): void {
    if (this.#holds.delete(by)) this.look();
  }

  /** Notes whether a robot stands in the door. */
  occupy(robotId: string, isInside: boolean): void {
    if (isInside) this.#inside.add(robotId);
    else this.#inside.delete(robotId);
  }

  /** Returns why nobody may drive into the door; null when it is open, at this level for a lift. */
  obstacle(level: string | null): DoorObstacle | null {
    const { name, kind } = this.settings;
    const { state, level: at, problem } = this.view;
    if (state === "unknown")
      return { code: "door_unknown", message: `${name} is unknown: ${problem}` };
    if (state === "fault")
      return { code: "door_fault", message: `${name} has a fault: ${problem}` };
    if (state !== "open") return { code: "door_closed", message: `${name} is ${state}` };
    if (kind === "door" || (level !== null && at === level)) return null;
    const where = at === null ? "does not say its level" : `is at level ${at}`;
    return { code: "door_closed", message: `${name} ${where}, and is needed at level ${level}` };
  }

  /** Reports changes, and asks the door for what is due. */
  look(): void {
    const { state, level, problem } = this.view;
    // The age in a problem changes all the time.
    const reported = `${state} ${level} ${problem?.replace(/\d+ s/g, "")}`;
    const isNew = reported !== this.#reported;
    this.#reported = reported;
    if (isNew) this.#parts.onChange(this);
    if (!this.#isBusy) void this.#ask();
  }

  async #ask(): Promise<void> {
    const { clock, link } = this.#parts;
    const [hold] = this.#holds.values();
    const agoMs = clock.monoMs() - this.#askedMs;
    if (!hold && !this.#isRequested) return;
    if (
      agoMs <
      (hold && this.obstacle(hold.level) === null ? this.settings.renewMs : doorLimits.retryMs)
    )
      return;
    this.#isBusy = true;
    this.#askedMs = clock.monoMs();
    try {
      if (hold) await this.#askToOpen(hold);
      else {
        if (link.hasClose) await link.request({ kind: "close" });
        await this.#parts.remember(false);
        this.#isRequested = false;
      }
      this.requestProblem = null;
    } catch (error) {
      this.failures += 1;
      this.requestProblem = describeError(error);
    } finally {
      this.#isBusy = false;
    }
    if (this.#holds.size > 0 !== this.#isRequested) this.look();
  }

  async #askToOpen({ level }: DoorHold): Promise<void> {
    if (!this.#isRequested) await this.#parts.remember(true);
    this.#isRequested = true;
    const { levels, kind } = this.settings;
    const name = level ?? (kind === "lift" ? this.view.level : null);
    const known = levels.find((each) => each.name === name);
    if (kind === "lift" && !known) return;
    await this.#parts.link.request({ kind: "open", level: known?.word ?? null });
  }
}
