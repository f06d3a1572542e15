import type { Clock } from "../../base/core/clock.ts";
import type { Abilities } from "./abilities.ts";
import type { ActionTracker } from "./action-tracker.ts";
import type { RobotChannel } from "./robot-channel.ts";
import type { RobotState } from "./robot-state.ts";
import { ZoneSync } from "./zone-sync.ts";

/** Dependencies of the upkeep of one robot. */
export interface UpkeepParts {
  clock: Clock;
  channel: RobotChannel;
  actions: ActionTracker;
  abilities(): Abilities;
  /** The zones that the robot keeps to are others now. */
  onZones(): void;
}

/** The box requests the state of a robot that was silent for this long, in milliseconds. */
const askAfterMs = 10_000;
/** A missing factsheet is requested again after this, then twice as long, in milliseconds. */
const firstSheetMs = 3000;
const lastSheetMs = 300_000;
/** Instant actions that are over and pile up in the state are cleared from this number on. */
const clearFrom = 12;
/** Between two attempts at the same thing, in milliseconds. */
const retryMs = 2000;
/** Answers of one frame. */
const maxAnswers = 50;

/** The duties of a master beside commands: it requests the factsheet, answers and clears requests, and sends zones. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  /** Only where the version has zone sets. */
  readonly zones: ZoneSync | null;
  #state: RobotState | null = null;
  #heardMs: number;
  #sheetMs = -Infinity;
  #sheetWaitMs = firstSheetMs;
  #clearedMs = -Infinity;
  #answeredMs = -Infinity;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    const { zoneSet } = parts.channel.dialect.schemas;
    this.zones = zoneSet ? new ZoneSync({ ...parts, onChange: () => parts.onZones() }) : null;
    this.#heardMs = parts.clock.monoMs();
  }

  /** Takes a state that is newer than the one before. */
  observe(state: RobotState): void {
    this.#state = state;
    this.#heardMs = this.#parts.clock.monoMs();
    this.#askForSheet(state);
    this.#answer(state);
    this.#clear(state);
    this.zones?.observe(state);
  }

  /** Requests the state, and the factsheet until it arrives. */
  ask(): void {
    this.#heardMs = this.#parts.clock.monoMs();
    // In any other mode another party controls the robot: no actions (section "operatingMode").
    if (this.#state?.takesActions === false) return;
    this.#sheetWaitMs = firstSheetMs;
    this.#parts.actions.hint("stateRequest", ...(this.#needsSheet ? ["factsheetRequest"] : []));
    this.#sheetMs = this.#heardMs;
  }

  get #needsSheet(): boolean {
    const { abilities, channel } = this.#parts;
    return channel.dialect.schemas.factsheet !== undefined && !abilities().isKnown;
  }

  /** The answer gets lost like any other frame; a robot may also have none at all. */
  #askForSheet({ takesActions }: RobotState): void {
    const nowMs = this.#parts.clock.monoMs();
    if (!this.#needsSheet || !takesActions || nowMs - this.#sheetMs < this.#sheetWaitMs) return;
    this.#sheetMs = nowMs;
    this.#sheetWaitMs = Math.min(lastSheetMs, this.#sheetWaitMs * 2);
    this.#parts.actions.hint("factsheetRequest");
  }

  /** Asks a robot that has been silent for long. */
  tick(): void {
    if (this.#parts.clock.monoMs() - this.#heardMs >= askAfterMs) this.ask();
  }

  /** The box sends no zones that need a request, so it has none to grant. */
  #answer({ openRequests }: RobotState): void {
    const { clock, channel } = this.#parts;
    if (openRequests.length === 0 || clock.monoMs() - this.#answeredMs < retryMs) return;
    this.#answeredMs = clock.monoMs();
    const answers = openRequests
      .slice(0, maxAnswers)
      .map((requestId) => ({ requestId, grantType: "REJECTED" as const }));
    channel.sendResponses(answers).catch(() => undefined);
  }

  /** Never while one of ours is waited for: its state would be gone as well. */
  #clear(state: RobotState): void {
    const { clock, channel, actions, abilities } = this.#parts;
    if (!channel.dialect.keepsInstantActions || state.overInstantActions < clearFrom) return;
    const isFree = !actions.isAnyAsked && state.takesActions;
    if (!isFree || clock.monoMs() - this.#clearedMs < retryMs) return;
    if (!abilities().has("clearInstantActions", "INSTANT")) return;
    this.#clearedMs = clock.monoMs();
    actions.hint("clearInstantActions");
  }
}
