import type { Clock } from "../../base/core/clock.ts";
import { type CommandRecord, isOver } from "./command-record.ts";
import type { CommandProgress } from "../driver/driver-port.ts";
import type { RobotLease } from "./lease.ts";
import type { CommandLog } from "./command-log.ts";

/** Dependencies of the active command. */
export interface ActiveCommandParts {
  clock: Clock;
  lease: RobotLease;
  commandLog: CommandLog;
  onChange(): void;
}

/** The one movement of a robot, and the one place where commands end. */
export class ActiveCommand {
  readonly #parts: ActiveCommandParts;
  #current: CommandRecord | null = null;
  /** The command that `current` is about to replace; null once that is certain. */
  #before: CommandRecord | null = null;
  #planned: {
    id: string;
    state: "succeeded" | "failed" | "cancelled";
    reason: string | null;
  } | null = null;

  constructor(parts: ActiveCommandParts) {
    this.#parts = parts;
  }

  get current(): CommandRecord | null {
    return this.#current;
  }

  /** All commands that the robot may be executing: the current one, and the one that it replaces. */
  get all(): CommandRecord[] {
    return [this.#current, this.#before].filter((each) => each !== null);
  }

  /** Notes that the robot is about to receive this one; until `settle` it may still execute the previous one. */
  set(record: CommandRecord): void {
    this.#before = this.#current;
    this.#current = record;
    this.#parts.onChange();
  }

  /** Notes that the robot has accepted `record`; returns the previous command, which it replaced. */
  settle(record: CommandRecord): CommandRecord | null {
    const before = this.#before;
    this.#before = null;
    return before && before.id !== record.id ? before : null;
  }

  /** Notes that the box ends the command: whatever end the robot reports, this is the reason. */
  plan(
    record: CommandRecord,
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
  ): void {
    this.#planned = { id: record.id, state, reason };
  }

  /** Notes that the robot did not accept `record` and still executes the previous one, if that has not ended. */
  putBack(record: CommandRecord): void {
    const before = this.#before;
    this.#before = null;
    if (this.#current && this.#current.id !== record.id) return;
    this.#current = before && !isOver(before.state) ? before : null;
  }

  /** Ends a command once, releases its resources, and records it; never rejects. */
  async end(
    record: CommandRecord,
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
  ): Promise<CommandRecord> {
    if (isOver(record.state)) return record;
    const { clock, commandLog, lease, onChange } = this.#parts;
    record.state = state;
    record.reason = reason;
    record.endedAtMs = clock.wallMs();
    if (this.#current?.id === record.id) this.#current = null;
    onChange();
    commandLog.note(lease.commandEnded(record.id));
    await commandLog.changed(record, `command_${state}`);
    return record;
  }

  /** Calls `end` for each of them. */
  async endAll(
    records: readonly CommandRecord[],
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
  ): Promise<void> {
    await Promise.all(records.map((record) => this.end(record, state, reason)));
  }

  /** Applies the driver's progress of a command; late progress of another one changes nothing. */
  onProgress({ commandId, state, reason }: CommandProgress): void {
    const active = this.all.find(({ id }) => id === commandId);
    if (!active || state === "executing") return;
    const planned = this.#planned;
    if (planned?.id === commandId && state === "cancelled") {
      void this.end(active, planned.state, planned.reason);
      return;
    }
    const isReplaced = active === this.#before && state === "cancelled";
    void this.end(active, state, isReplaced ? "superseded" : reason);
    if (state !== "failed") return;
    void this.#parts.commandLog.incident({
      type: "command_failed",
      severity: "warning",
      command_id: commandId,
      summary: `The robot could not do ${active.body.command}: ${reason ?? "it did not say why"}`,
    });
  }
}
