import type { Reading } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { robotIncident } from "../commands/robot-incident-wire.ts";
import { Door } from "./door.ts";
import type { DoorLink } from "./door-port.ts";
import { doorReadings } from "./door-metrics.ts";
import type { DoorSettings } from "./door-settings.ts";

/** The parts of the doors of the box. */
export interface DoorsParts {
  store: Store;
  events: Pick<EventLog, "append">;
  clock: Clock;
  log: Logger;
  doors: readonly { settings: DoorSettings; link: DoorLink }[];
}

/** That the box asked a door to open, and not yet to close. */
interface RequestedRecord {
  v: 1;
  isRequested: boolean;
}

const keyOf = (org: string, id: string): StoreKey => [org, "robot-door", id];

/** The doors and lifts of the site, by organisation. */
export class Doors implements Part {
  readonly #parts: DoorsParts;
  readonly #doors: Door[];
  readonly #listeners: ((door: Door) => void)[] = [];
  readonly #faults = new Set<string>();

  constructor(parts: DoorsParts) {
    this.#parts = parts;
    const { store, clock } = parts;
    this.#doors = parts.doors.map(({ settings, link }) => {
      const key = keyOf(settings.org, settings.id);
      return new Door({
        settings,
        link,
        clock,
        wasRequested: store.get<RequestedRecord>(key)?.isRequested === true,
        remember: async (isRequested) => {
          const record: RequestedRecord = { v: 1, isRequested };
          await store.transact((tx) => tx.put(key, record), { essential: true });
        },
        onChange: (door) => this.#changed(door),
      });
    });
  }

  async start(): Promise<void> {
    for (const door of this.#doors) door.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#doors.map((door) => door.stop()));
  }

  /** Returns the doors of an organisation, in the order of the settings. */
  list(org: string): Door[] {
    return this.#doors.filter(({ settings }) => settings.org === org);
  }

  /** Returns the doors of all organisations. */
  all(): readonly Door[] {
    return this.#doors;
  }

  /** Returns the metrics of all doors. */
  readings(): Reading[] {
    return this.#doors.flatMap(doorReadings);
  }

  find(org: string, id: string): Door | undefined {
    return this.list(org).find(({ settings }) => settings.id === id);
  }

  /** Calls `listener` after a door's state, level or problem has changed. */
  onChange(listener: (door: Door) => void): void {
    this.#listeners.push(listener);
  }

  #changed(door: Door): void {
    const { org, id, name } = door.settings;
    const { state, problem } = door.view;
    const { log } = this.#parts;
    log.info({ door: id, state, problem }, "a door has changed");
    if (state !== "fault") this.#faults.delete(`${org}/${id}`);
    else if (!this.#faults.has(`${org}/${id}`)) {
      this.#faults.add(`${org}/${id}`);
      void this.#tell(org, `${name} has a fault: ${problem}`);
    }
    for (const listener of this.#listeners) listener(door);
  }

  async #tell(org: string, summary: string): Promise<void> {
    const { events, clock, log } = this.#parts;
    try {
      const found = { type: "door_fault", severity: "warning", summary } as const;
      await events.append(robotIncident(org, found, clock.wallMs()));
    } catch (error) {
      log.warn({ error: describeError(error) }, "an incident of a door was not written");
    }
  }
}
