import type { Clock } from "../core/clock.ts";
import { type CommandRecord, isOver } from "./command-record.ts";
import type { CommandProgress } from "./driver-port.ts";
import type { LeaseDesk } from "./lease.ts";
import type { RecordBook } from "./record-book.ts";

/** What the active command is kept with. */
export interface ActiveCommandParts {
  clock: Clock;
  lease: LeaseDesk;
  book: RecordBook;
  onChange(): void;
}

/** The one movement that a robot is on, and the one place where commands end. */
export class ActiveCommand {
  readonly #parts: ActiveCommandParts;
  #current: CommandRecord | null = null;
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

  /** The robot is about to be on this one. */
  set(record: CommandRecord): void {
    this.#current = record;
    this.#parts.onChange();
  }

  /** The command is being ended by the box: whatever the robot says of its end, this is why. */
  plan(
    record: CommandRecord,
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
  ): void {
    this.#planned = { id: record.id, state, reason };
  }

  /** The robot did not take `record`: it is still on the one before, if that has not ended. */
  putBack(record: CommandRecord, before: CommandRecord | null): void {
    if (this.#current?.id !== record.id) return;
    this.#current = before && !isOver(before.state) ? before : null;
  }

  /** Ends a command once, gives back what was taken for it, and writes it down; never rejects. */
  async end(
    record: CommandRecord,
    state: "succeeded" | "failed" | "cancelled",
    reason: string | null,
  ): Promise<CommandRecord> {
    if (isOver(record.state)) return record;
    const { clock, book, lease, onChange } = this.#parts;
    record.state = state;
    record.reason = reason;
    record.endedAtMs = clock.wallMs();
    if (this.#current?.id === record.id) this.#current = null;
    onChange();
    book.note(lease.commandEnded(record.id));
    await book.changed(record, `command_${state}`);
    return record;
  }

  /** What the driver says of a command; late words about another one change nothing. */
  onProgress({ commandId, state, reason }: CommandProgress): void {
    const active = this.#current;
    if (active?.id !== commandId || state === "executing") return;
    const planned = this.#planned;
    if (planned?.id === commandId && state === "cancelled") {
      void this.end(active, planned.state, planned.reason);
      return;
    }
    void this.end(active, state, reason);
    if (state !== "failed") return;
    void this.#parts.book.incident({
      type: "command_failed",
      severity: "warning",
      command_id: commandId,
      summary: `The robot could not do ${active.body.command}: ${reason ?? "it did not say why"}`,
    });
  }
}
