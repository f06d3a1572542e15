import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { FleetTable } from "../fleet-table.ts";
import type { FleetIdentity } from "../identity/fleet-identity.ts";
import type { RecordDocument } from "./record-document.ts";
import { maxRecords, recordKinds } from "./record-terms.ts";
import { digestOf, ReplicationState } from "./replication-state.ts";
import { mergedOf, nextStep, type Step } from "./settle.ts";
import type { SharedData, SharedKind } from "./shared-kind.ts";
import { ofRecordKey, recordKey, SignedRecords, type SignedRecord } from "./signed-records.ts";

/** Interval between two comparisons of the box with the table, in milliseconds. */
const lookMs = 1000;
/** Longest wait until the table shows an own write, in milliseconds. */
const echoMs = 10_000;

/** The parts of the replication. */
export interface ReplicationParts {
  table: FleetTable;
  identity: FleetIdentity;
  /** True while the box knows the whole table. */
  isListening(): boolean;
  store: Store;
  clock: Clock;
  log: Logger;
  boxId: string;
  kinds: readonly SharedKind[];
}

/** A record of this box beside that of the table. */
interface Comparison {
  shared: SharedKind;
  own: SharedData | null;
  read: SignedRecord | undefined;
}

/** A version that lost against the one that stands. */
export interface RecordConflict {
  /** Name of the conflict: kind, id of the record and box. */
  id: string;
  kind: RecordDocument["kind"];
  recordId: string;
  /** The box whose version lost. */
  boxId: string;
  atMs: number;
  /** Null when it had removed the record. */
  lost: SharedData | null;
  stands: SharedData | null;
}

/** What a box tells of its replication. */
export interface ReplicationReport {
  /** When this box last agreed with the whole table, Unix milliseconds; null before that. */
  agreedAtMs: number | null;
  records: number;
  conflicts: readonly RecordConflict[];
  /** Records that count for nothing here, by name, with the reason. */
  refused: readonly { kind: RecordDocument["kind"]; recordId: string; problem: string }[];
}

/**
 * Keeps organisations, keys, people and policies alike on all boxes of the fleet. The table has the version that
 * stands; each write names the revision that it replaces. A box that had changed another revision keeps its own version
 * as a conflict and takes over the one that stands. A revocation, and the removal of an account, win over any change.
 */
export class Replication implements Part {
  readonly #parts: ReplicationParts;
  readonly #state: ReplicationState;
  readonly #records: SignedRecords;
  readonly #lane = new SerialLane();
  readonly #refused = new Map<string, string>();
  /** Own writes that the table has not yet shown. */
  readonly #pending = new Map<string, { revision: number; atMs: number }>();
  #conflicts: readonly RecordConflict[] = [];
  readonly counts = { written: 0, taken: 0, lost: 0 };
  #agreedAtMs: number | null = null;
  #count = 0;
  #timer: Timer | undefined;
  #isWaiting = false;

  constructor(parts: ReplicationParts) {
    this.#parts = parts;
    this.#state = new ReplicationState(parts.store);
    this.#records = new SignedRecords(parts.table, parts.identity);
    for (const prefix of ["record.", "conflict."]) {
      parts.table.read({ prefix, onEntry: () => this.#look() });
    }
  }

  start(): void {
    this.#state.load();
    this.#timer = this.#parts.clock.every(lookMs, () => this.#look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#lane.idle();
  }

  report(): ReplicationReport {
    return {
      agreedAtMs: this.#agreedAtMs,
      records: this.#count,
      conflicts: this.#conflicts,
      refused: [...this.#refused].map(([key, problem]) => {
        const { kind, id: recordId } = ofRecordKey(key);
        return { kind, recordId, problem };
      }),
    };
  }

  /**
   * Ends a conflict: with `lost` the version that lost stands from now on, on all boxes. Fails with `not_found`, and with
   * `conflict` when a revocation or removal stands, or the record has just changed.
   */
  async resolve(id: string, take: "stands" | "lost"): Promise<void> {
    await this.#lane.run(async () => {
      const conflict = this.#parts.isListening()
        ? await this.#records.get("conflict", id)
        : undefined;
      if (!conflict || "problem" in conflict) {
        throw fail("not_found", "conflict_id: there is no such conflict now. List the conflicts");
      }
      if (take === "lost") await this.#raise(conflict.document);
      if (!(await this.#records.removeConflict(id))) throw changed();
    });
    this.#look();
  }

  async #raise({ kind, id, data }: RecordDocument): Promise<void> {
    const key = recordKey(kind, id);
    const present = await this.#records.get("record", key);
    if (present && "problem" in present) throw changed();
    const { isRemovalFinal, keep } = this.#kind(kind);
    const stands = present?.document.data ?? null;
    if (stands === null && present && isRemovalFinal) throw revoked();
    const valid = stands && data && keep ? keep(stands, data) : data;
    if (digestOf(valid) !== digestOf(data)) throw revoked();
    const outcome = await this.#write(key, data, present?.revision ?? 0);
    if (outcome !== "written") throw changed();
  }

  #kind(kind: string): SharedKind {
    return this.#parts.kinds.find((each) => each.kind === kind)!;
  }

  #look(): void {
    if (this.#isWaiting || !this.#timer) return;
    this.#isWaiting = true;
    void this.#lane.run(async () => {
      this.#isWaiting = false;
      try {
        if (this.#timer && this.#parts.isListening()) await this.#compare();
      } catch (error) {
        this.#parts.log.error({ error: describeError(error) }, "the shared records were not read");
      }
    });
  }

  async #compare(): Promise<void> {
    let count = 0;
    const names = new Set(this.#records.keys("record"));
    for (const kind of recordKinds) {
      const shared = this.#kind(kind);
      const own = shared.list();
      const keys = new Set([...own.keys()].map((id) => recordKey(kind, id)));
      for (const key of [...names, ...this.#state.keys()]) {
        if (key.startsWith(`${kind}.`)) keys.add(key);
      }
      count += keys.size;
      for (const key of keys) {
        if (!this.#timer || !this.#parts.isListening()) return;
        await this.#reconcile(key, shared, own.get(ofRecordKey(key).id) ?? null);
      }
    }
    this.#count = count;
    await this.#readConflicts();
    this.#agreedAtMs = this.#parts.clock.wallMs();
  }

  async #reconcile(key: string, shared: SharedKind, own: SharedData | null): Promise<void> {
    try {
      const read = await this.#records.get("record", key);
      if (this.#isPending(key, read?.revision ?? 0)) return;
      if (read && "problem" in read) {
        await this.#onUnreadable(key, own, read);
        return;
      }
      const versions = { own, agreed: this.#state.get(key), read };
      const step = nextStep(shared, versions, this.#parts.boxId);
      await this.#do(step, key, { shared, own, read });
    } catch (error) {
      this.#refuse(key, describeError(error));
    }
  }

  #isPending(key: string, revision: number): boolean {
    const pending = this.#pending.get(key);
    if (!pending) return false;
    const isShown = revision >= pending.revision;
    const isOver = isShown || this.#parts.clock.monoMs() - pending.atMs > echoMs;
    if (isOver) this.#pending.delete(key);
    return !isOver;
  }

  /** A box signs again what it had signed with an earlier key; all else only an administrator can mend. */
  async #onUnreadable(
    key: string,
    own: SharedData | null,
    { problem, revision }: { problem: string; revision: number },
  ): Promise<void> {
    const agreed = this.#state.get(key);
    const isOurs = agreed?.revision === revision && digestOf(own) === agreed.digest;
    if (isOurs && problem.includes(this.#parts.boxId)) await this.#publish(key, own, revision);
    else this.#refuse(key, problem);
  }

  async #do(step: Step, key: string, { shared, own, read }: Comparison): Promise<void> {
    switch (step) {
      case "none":
        break;
      case "agree":
        await this.#state.set(key, read!.revision, digestOf(own));
        break;
      case "merge": {
        const { id } = read!.document;
        await shared.apply(id, mergedOf(shared, own, read!));
        await this.#publish(key, shared.get(id), read!.revision);
        return;
      }
      case "write":
        await this.#publish(key, own, read?.revision ?? 0);
        return;
      case "lose":
        await this.#keepLost(key, own, read!);
        await this.#take(key, shared, read!);
        break;
      case "take":
        await this.#take(key, shared, read!);
    }
    this.#refused.delete(key);
  }

  async #take(key: string, shared: SharedKind, read: SignedRecord): Promise<void> {
    const { data, id } = read.document;
    await shared.apply(id, data);
    // What is stored may lack fields of a later version: that is no change of this box.
    await this.#state.set(key, read.revision, digestOf(shared.get(id)));
    this.counts.taken += 1;
  }

  /** Keeps the version of this box, where a person can choose it later. */
  async #keepLost(
    key: string,
    own: SharedData | null,
    { document, revision }: SignedRecord,
  ): Promise<void> {
    const { clock, boxId, log } = this.#parts;
    const lost: RecordDocument = { ...document, base: revision, atMs: clock.wallMs(), data: own };
    const about = { document: lost, expected: "any" } as const;
    const outcome = await this.#records.write("conflict", `${key}.${boxId}`, about);
    if (outcome.kind !== "written") {
      throw fail(
        "conflict",
        `record: its conflict was not stored (${outcome.kind}). It is tried again`,
      );
    }
    this.counts.lost += 1;
    log.warn({ record: key }, "a shared record was changed on two boxes; the other version stands");
  }

  async #publish(key: string, data: SharedData | null, expected: number): Promise<void> {
    const outcome = await this.#write(key, data, expected);
    if (outcome === "written") this.#refused.delete(key);
    if (outcome === "too_large") this.#refuse(key, "it is too large to be shared");
  }

  async #write(key: string, data: SharedData | null, expected: number): Promise<string> {
    if (expected === 0 && this.#records.keys("record").length >= maxRecords) return "too_large";
    const document: RecordDocument = {
      v: 1,
      ...ofRecordKey(key),
      base: expected,
      atMs: this.#parts.clock.wallMs(),
      data,
    };
    const outcome = await this.#records.write("record", key, { document, expected });
    if (outcome.kind === "written") {
      this.#pending.set(key, { revision: outcome.revision, atMs: this.#parts.clock.monoMs() });
      const own = this.#kind(document.kind).get(document.id);
      if (digestOf(own) === digestOf(data)) {
        await this.#state.set(key, outcome.revision, digestOf(data));
      }
      this.counts.written += 1;
    }
    return outcome.kind;
  }

  #refuse(key: string, problem: string): void {
    if (this.#refused.get(key) === problem) return;
    this.#refused.set(key, problem);
    this.#parts.log.warn({ record: key, problem }, "a shared record counts for nothing here");
  }

  async #readConflicts(): Promise<void> {
    const conflicts: RecordConflict[] = [];
    for (const id of this.#records.keys("conflict")) {
      const read = await this.#records.get("conflict", id);
      if (!read || "problem" in read) continue;
      const { kind, id: recordId, atMs, data } = read.document;
      const present = await this.#records.get("record", recordKey(kind, recordId));
      const stands = present && "document" in present ? present.document.data : null;
      conflicts.push({ id, kind, recordId, boxId: read.boxId, atMs, lost: data, stands });
    }
    this.#conflicts = conflicts;
  }
}

function changed() {
  return fail(
    "conflict",
    "conflict_id: the record has changed meanwhile. List the conflicts again",
  );
}

function revoked() {
  const message =
    "take: the record was revoked or removed, which wins over every change. Make a new one";
  return fail("conflict", message, { param: "take" });
}
