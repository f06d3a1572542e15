import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey, StoreTransaction } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { type ChainEntry, link, type LinkedEntry } from "./chain.ts";
import { type CommandRecord, putCommand } from "./command-record.ts";
import { commandWire } from "./command-wire.ts";
import type { LeaseChange } from "./lease.ts";
import { type FoundIncident, robotIncident } from "./robot-incident-wire.ts";
import type { StopJournal } from "./stop-journal.ts";

/** Dependencies of the log. */
export interface CommandLogParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  journal: StopJournal;
  /** Hears each entry of the record once it is durable. Never throws. */
  onEntry?: (org: string, entry: LinkedEntry) => void;
}

/** The robot that an entry is about. */
export interface RobotRef {
  org: string;
  robotId: string;
}

/** The key of the limit set for the robot. */
export function limitKey({ org, robotId }: RobotRef): StoreKey {
  return [org, "robot-limit", robotId];
}

/** The key of the hold after a stop: runs and rules wait for an operator. */
export function holdKey({ org, robotId }: RobotRef): StoreKey {
  return [org, "robot-hold", robotId];
}

/** The key of a stop that is due when the robot connects. */
export function dueKey({ org, robotId }: RobotRef): StoreKey {
  return [org, "robot-stop-due", robotId];
}

type Entry = Omit<ChainEntry, "atMs" | "robotId">;

/** Changes of leases that wait for the next entry; far above what one robot can cause. */
const maxWaiting = 1000;
/** Below 100 keys a transaction, with three keys an entry. */
const importBatch = 30;

/**
 * Records the actions of one robot: commands before they are sent, their results, changes of leases in order,
 * and stops after they were sent.
 */
export class CommandLog {
  readonly #parts: CommandLogParts;
  readonly #robot: RobotRef & { name: string | null };
  #changes: LeaseChange[] = [];

  constructor(parts: CommandLogParts, robot: RobotRef & { name: string | null }) {
    this.#parts = parts;
    this.#robot = robot;
  }

  /** Adds this change before the next entry. */
  note(changes: readonly LeaseChange[]): void {
    this.#changes.push(...changes);
    if (this.#changes.length > maxWaiting)
      this.#changes.splice(0, this.#changes.length - maxWaiting);
  }

  /** Makes the command durable before it is sent. `also` runs in the transaction. */
  async accepted(
    command: CommandRecord,
    options: { also?: (tx: StoreTransaction) => void; endsHold: boolean },
  ): Promise<void> {
    await this.#write(
      (tx) => {
        putCommand(tx, command);
        if (options.endsHold) tx.remove(holdKey(this.#robot));
        options.also?.(tx);
        this.#announce(tx, command);
      },
      entryOf(command, "command_accepted"),
      false,
    );
  }

  /** Records a command that the gate or a lease refused; `rule` is the code. */
  async refused(command: CommandRecord, rule: string): Promise<void> {
    const entry = entryOf(command, "command_refused");
    await this.#write(
      (tx) => putCommand(tx, command),
      { ...entry, detail: { ...entry.detail, rule } },
      false,
    );
  }

  /** Records the progress or end of a command. Waits for a stalled disk; logs a failed write. Never rejects. */
  async changed(command: CommandRecord, event: string): Promise<void> {
    try {
      await this.#write(
        (tx) => {
          putCommand(tx, command);
          this.#announce(tx, command);
        },
        entryOf(command, event),
        true,
      );
    } catch (error) {
      this.#warn(error, `${event} of a command was not written`);
    }
  }

  /** True when a stop of an earlier process still applies. */
  isHeld(): boolean {
    return this.#parts.store.get(holdKey(this.#robot)) !== undefined;
  }

  /** True when a stop did not reach the robot, and is due when it reconnects. */
  isStopDue(): boolean {
    return this.#parts.store.get(dueKey(this.#robot)) !== undefined;
  }

  /** Stores `isStopDue` over a restart; logs a failed write, never rejects. */
  async noteStopDue(isDue: boolean): Promise<void> {
    await this.#keep(dueKey(this.#robot), isDue ? { v: 1 } : null);
  }

  /** The limit that an operator has set, in metres per second; null for none. */
  limitMps(): number | null {
    return this.#parts.store.get<{ mps: number }>(limitKey(this.#robot))?.mps ?? null;
  }

  /** Stores `limitMps` over a restart; logs a failed write, never rejects. */
  async noteLimit(mps: number | null): Promise<void> {
    await this.#keep(limitKey(this.#robot), mps === null ? null : { v: 1, mps });
  }

  /** Writes waiting changes in an entry of their own; never rejects. */
  async happened(entry: Entry): Promise<void> {
    try {
      await this.#write(() => undefined, entry, true);
    } catch (error) {
      this.#warn(error, `${entry.event} was not written`);
    }
  }

  /** Records that the box stopped the robot for `rule`: runs and rules wait, over a restart too; never rejects. */
  async held(rule: string, commandId: string | null): Promise<void> {
    const atMs = this.#parts.clock.wallMs();
    const entry = { event: "breach", commandId, who: null, why: null, detail: { rule } };
    try {
      await this.#write((tx) => tx.put(holdKey(this.#robot), { v: 1, atMs }), entry, true);
    } catch (error) {
      this.#warn(error, "a breach was not written");
    }
  }

  /**
   * Writes a stop to the store, else to the journal. Waits for a stalled disk. Never rejects; returns where
   * it was written.
   */
  async stopped(entry: Entry): Promise<"store" | "journal" | "lost"> {
    const atMs = this.#parts.clock.wallMs();
    try {
      await this.#write((tx) => tx.put(holdKey(this.#robot), { v: 1, atMs }), entry, true);
      return "store";
    } catch (error) {
      this.#warn(error, "a stop could not be written to the store");
      const { org, robotId } = this.#robot;
      const journalEntry = { org, entry: { ...entry, atMs, robotId } };
      return (await this.#parts.journal.add(journalEntry)) ? "journal" : "lost";
    }
  }

  /** Raises an incident of the robot and publishes it to readers of events; never rejects. */
  async incident(found: FoundIncident): Promise<void> {
    const { events, clock } = this.#parts;
    const { org, robotId, name } = this.#robot;
    const incident = { ...found, robot_id: robotId, robot_name: name };
    try {
      await events.append(robotIncident(org, incident, clock.wallMs()));
    } catch (error) {
      this.#warn(error, `the incident ${found.type} was not written`);
    }
  }

  async #keep(key: StoreKey, value: object | null): Promise<void> {
    const write = (tx: StoreTransaction): void => (value ? tx.put(key, value) : tx.remove(key));
    try {
      await this.#parts.store.transact(write, { essential: true });
    } catch (error) {
      this.#warn(error, "what has to outlast a restart was not written");
    }
  }

  async #write(
    work: (tx: StoreTransaction) => void,
    entry: Entry,
    essential: boolean,
  ): Promise<void> {
    const { store, clock } = this.#parts;
    const { org, robotId } = this.#robot;
    const changes = this.#changes;
    const atMs = clock.wallMs();
    this.#changes = [];
    try {
      await store.transact(
        (tx) => {
          const own = [...changes.map(leaseEntry), entry];
          const linked = own.map((each) => link(tx, org, { ...each, atMs, robotId }));
          tx.afterCommit(() => linked.forEach((each) => this.#parts.onEntry?.(org, each)));
          work(tx);
        },
        // The record gets a robot's events once a stalled disk answers again.
        { essential, outlastsStall: essential },
      );
    } catch (error) {
      this.#changes = [...changes, ...this.#changes].slice(-maxWaiting);
      throw error;
    }
  }

  #announce(tx: StoreTransaction, command: CommandRecord): void {
    const { org, robotId } = this.#robot;
    const data = { ...commandWire(command) };
    this.#parts.events.appendIn(tx, {
      org,
      type: "robot.command",
      streamId: `robot:${robotId}`,
      data,
    });
  }

  #warn(error: unknown, message: string): void {
    const { robotId } = this.#robot;
    this.#parts.log.warn({ robot_id: robotId, error: describeError(error) }, message);
  }
}

/** Moves the entries of a journal into the chains; an entry that cannot be written stays there. */
export async function importJournal({ store, journal }: CommandLogParts): Promise<number> {
  const entries = journal.entries();
  for (let at = 0; at < entries.length; at += importBatch) {
    await store.transact((tx) => {
      for (const { org, entry } of entries.slice(at, at + importBatch)) {
        link(tx, org, { ...entry, detail: { ...entry.detail, journalled: true } });
        tx.put(holdKey({ org, robotId: entry.robotId }), { v: 1, atMs: entry.atMs });
      }
    });
  }
  if (entries.length > 0) await journal.remove(entries.length);
  return entries.length;
}

function entryOf(command: CommandRecord, event: string): Entry {
  return {
    event,
    commandId: command.id,
    who: command.holder,
    why: command.why,
    detail: {
      command: JSON.stringify(command.body),
      state: command.state,
      reason: command.reason,
      request_id: command.requestId,
    },
  };
}

function leaseEntry({ event, lease }: LeaseChange): Entry {
  const { keyId, priority, commandId, id } = lease;
  return { event, commandId, who: { keyId, priority }, why: null, detail: { lease_id: id } };
}
