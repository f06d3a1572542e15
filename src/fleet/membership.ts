import type { Clock, Timer } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { FleetEntry, FleetLink, ServerFacts, WriteOutcome } from "./fleet-port.ts";
import type { FleetTable } from "./fleet-table.ts";
import {
  beatMs,
  type FleetState,
  forgetMs,
  holdMs,
  lostMs,
  type MemberState,
} from "./fleet-terms.ts";
import { type MemberDocument, readMember } from "./member-document.ts";

const prefix = "box.";

/** Two own heartbeats that are further apart than this show a pause: of the server, or of this box. */
const pauseMs = 2 * beatMs;

/** What a box says of itself; `url` is read for each heartbeat. */
export interface OwnBox {
  boxId: string;
  /** Random id of this start. */
  session: string;
  name(): string;
  url(): string;
  version: string;
}

/** The parts of the membership. */
export interface MembershipParts {
  link: FleetLink;
  table: FleetTable;
  clock: Clock;
  log: Logger;
  own: OwnBox;
}

/** Another box of the fleet, or this one. */
export interface Member {
  boxId: string;
  isOwn: boolean;
  state: MemberState;
  name: string;
  url: string;
  version: string;
  /** Monotonic time of its last heartbeat, as this box saw it. */
  seenMs: number;
}

interface Peer {
  entry: FleetEntry;
  document: MemberDocument;
  seenMs: number;
}

/** The box's own contact with the fleet. */
export interface Contact {
  state: FleetState;
  /** Wall time since when, Unix milliseconds. */
  sinceMs: number;
  /** Null while all is well. */
  problem: string | null;
  server: string | null;
  /** Servers that keep a copy of the table; null before the first connection. */
  copies: number | null;
}

/**
 * The box's place in the fleet: its heartbeat, and those of the others. A heartbeat is an entry of the table that is
 * written again; a box judges another by its own monotonic clock, so that no two clocks need to agree.
 */
export class Membership implements Part {
  readonly #parts: MembershipParts;
  readonly #peers = new Map<string, Peer>();
  readonly beats = { acknowledged: 0, failed: 0 };
  #timer: Timer | undefined;
  #isBeating = false;
  #server: ServerFacts | undefined;
  #copies: number | null = null;
  #problem: string | null = "not connected yet";
  #intruder = false;
  #wasJoined = false;
  /** Monotonic time until which the leases of this box hold. */
  #heldUntilMs = -Infinity;
  /** Number of times that the box had lost its hold before it got it again. */
  #period = 0;
  /** Monotonic time from which on silence of others counts. */
  #listeningSinceMs = Infinity;
  /** Number of the newest heartbeat. */
  #beat = 0;
  /** Monotonic times when the heartbeats were sent that this connection has not yet shown, by their numbers. */
  readonly #sentMs = new Map<number, number>();
  /** When the newest heartbeat was sent that this connection has shown: what was written before it is known. */
  #shownMs = -Infinity;
  #upMs = Infinity;
  /** Monotonic time of the first acknowledged heartbeat that this connection has not yet shown. */
  #echoDueMs = Infinity;
  /** Time of the servers less the monotonic time, by the newest own heartbeat. */
  #sharedOffsetMs: number | undefined;
  #state: { state: FleetState; sinceMs: number };

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    this.#state = { state: "joining", sinceMs: parts.clock.wallMs() };
    parts.table.read({ prefix, onEntry: (entry) => this.#onEntry(entry) });
    parts.table.readContact({
      onUp: (server) => this.#onUp(server),
      onDown: (problem) => this.#onDown(problem),
    });
  }

  async start(signal: AbortSignal): Promise<void> {
    const { link, clock } = this.#parts;
    this.#timer = clock.every(beatMs, () => void this.#sendBeat());
    await link.start?.(signal);
  }

  /** Leaves, so that others need not wait, and ends the connection. */
  async stop(): Promise<void> {
    await this.leave();
    await this.#parts.link.stop?.();
  }

  /** Says goodbye, and writes no more heartbeats; idempotent. */
  async leave(): Promise<void> {
    if (!this.#timer) return;
    this.#timer.cancel();
    this.#timer = undefined;
    this.#heldUntilMs = -Infinity;
    if (this.#server && !this.#intruder) await this.#write(true);
  }

  /**
   * Unix time in milliseconds by the clock of the NATS servers, so that boxes whose clocks differ agree on it; by the
   * own clock before the first heartbeat.
   */
  sharedTimeMs(): number {
    const { clock } = this.#parts;
    return Math.floor(
      this.#sharedOffsetMs === undefined ? clock.wallMs() : clock.monoMs() + this.#sharedOffsetMs,
    );
  }

  /** True while the box may act on its leases: others still count on it. */
  isHeld(): boolean {
    return this.heldForMs() > 0;
  }

  /** How long the box may still act on its leases, in milliseconds; 0 or less when it may not. */
  heldForMs(): number {
    return this.#intruder ? -Infinity : this.#heldUntilMs - this.#parts.clock.monoMs();
  }

  /** Number of the present holding period; it grows when the box holds again after it did not. */
  get period(): number {
    return this.#period;
  }

  /** True while the box knows the whole table and may judge others by it. */
  isListening(): boolean {
    return this.isHeld() && this.#server !== undefined && this.#listeningSinceMs !== Infinity;
  }

  contact(): Contact {
    this.#refresh();
    const { state, sinceMs } = this.#state;
    const problem = state === "joined" ? null : this.#problem;
    return { state, sinceMs, problem, server: this.#server?.name ?? null, copies: this.#copies };
  }

  /** All boxes that the table names, this one too, by their ids. */
  members(): Member[] {
    const { own } = this.#parts;
    return [...this.#peers]
      .map(([boxId, { document, seenMs }]) => ({
        boxId,
        isOwn: boxId === own.boxId,
        state: this.#stateOf(boxId),
        name: document.name,
        url: document.url,
        version: document.version,
        seenMs,
      }))
      .toSorted((a, b) => (a.boxId < b.boxId ? -1 : 1));
  }

  #stateOf(boxId: string): MemberState {
    const { own } = this.#parts;
    const peer = this.#peers.get(boxId)!;
    if (boxId === own.boxId) return "up";
    if (peer.document.left) return "left";
    // Silence counts only while this box hears others.
    if (!this.isListening()) return "up";
    // Up to what this connection has shown: a watch that stands still hides the heartbeats of all.
    const silentMs = this.#shownMs - Math.max(peer.seenMs, this.#listeningSinceMs);
    return silentMs > lostMs ? "lost" : "up";
  }

  #onUp(server: ServerFacts): void {
    this.#server = server;
    this.#copies = server.copies;
    this.#listeningSinceMs = Infinity;
    this.#echoDueMs = Infinity;
    this.#upMs = this.#parts.clock.monoMs();
    void this.#sendBeat();
  }

  #onDown(problem: string): void {
    if (this.#problem !== problem) {
      this.#parts.log.warn({ problem }, "the fleet is out of reach");
    }
    this.#server = undefined;
    this.#problem = problem;
    this.#listeningSinceMs = Infinity;
    this.#refresh();
  }

  #onEntry(entry: FleetEntry): void {
    const boxId = entry.key.slice(prefix.length);
    const document = entry.value === null ? undefined : readMember(entry.value);
    if (!document) {
      this.#peers.delete(boxId);
      return;
    }
    const { own, clock } = this.#parts;
    const nowMs = clock.monoMs();
    this.#peers.set(boxId, { entry, document, seenMs: nowMs });
    if (boxId === own.boxId) this.#onOwnEntry(entry, document);
  }

  #onOwnEntry(
    { revision, writtenAtMs }: FleetEntry,
    { session, left, beat }: MemberDocument,
  ): void {
    const { own, log } = this.#parts;
    if (session === own.session) {
      this.#onShown(beat, writtenAtMs);
      return;
    }
    // The record of an earlier start comes before the first own one.
    if (left || this.#listeningSinceMs === Infinity) return;
    this.#intruder = true;
    this.#problem =
      "another process has the identity of this box: its data directory was copied. Give one of the two an empty one";
    log.error({ revision }, "another process writes the heartbeats of this box");
    this.#refresh();
  }

  /** The connection has shown this own heartbeat, and so all that was written before it. */
  #onShown(beat: number, writtenAtMs: number): void {
    const sentMs = this.#sentMs.get(beat);
    if (sentMs !== undefined) this.#sharedOffsetMs = writtenAtMs - sentMs;
    for (const each of this.#sentMs.keys()) if (each <= beat) this.#sentMs.delete(each);
    // One of an earlier connection comes among the first entries.
    if (sentMs === undefined || sentMs < this.#upMs) return;
    // After a pause others could perhaps not write either: they get their time again. The connection may show a
    // heartbeat before it acknowledges it, so the pause counts from here.
    if (this.#listeningSinceMs === Infinity || sentMs - this.#shownMs > pauseMs) {
      this.#listeningSinceMs = this.#parts.clock.monoMs();
    }
    this.#shownMs = sentMs;
    this.#echoDueMs = Infinity;
  }

  async #sendBeat(): Promise<void> {
    this.#refresh();
    this.#forget();
    if (this.#isBeating || !this.#server || this.#intruder || !this.#timer) return;
    this.#isBeating = true;
    const { clock, link } = this.#parts;
    const sentMs = clock.monoMs();
    if (sentMs > this.#echoDueMs) {
      link.reset("the NATS server no longer sends the changes of the table");
    }
    const outcome = await this.#write(false);
    this.#isBeating = false;
    if (!this.#timer) return;
    this.#note(outcome, sentMs);
    this.#refresh();
  }

  #note(outcome: WriteOutcome, sentMs: number): void {
    if (outcome.kind !== "written") {
      this.beats.failed += 1;
      this.#sentMs.delete(this.#beat);
      if (outcome.kind === "lost") this.#problem = outcome.problem;
      return;
    }
    this.beats.acknowledged += 1;
    // What ended meanwhile stays ended: another box may have taken it.
    if (!this.isHeld()) this.#period += 1;
    this.#heldUntilMs = sentMs + holdMs;
    if (this.#echoDueMs === Infinity) this.#echoDueMs = sentMs + lostMs;
  }

  #write(left: boolean): Promise<WriteOutcome> {
    const { table, own, clock } = this.#parts;
    this.#beat += 1;
    this.#sentMs.set(this.#beat, clock.monoMs());
    const document: MemberDocument = {
      v: 1,
      session: own.session,
      beat: this.#beat,
      name: own.name(),
      url: own.url(),
      version: own.version,
      left,
    };
    return table.write(`${prefix}${own.boxId}`, JSON.stringify(document), "any");
  }

  /** Removes the records of boxes that have been silent for long, by the server's clock alone. */
  #forget(): void {
    const own = this.#peers.get(this.#parts.own.boxId);
    if (!own || !this.isListening()) return;
    for (const [boxId, { entry }] of this.#peers) {
      if (own.entry.writtenAtMs - entry.writtenAtMs < forgetMs) continue;
      this.#peers.delete(boxId);
      void this.#parts.table.remove(entry.key, entry.revision);
    }
  }

  #refresh(): void {
    const state = this.#present();
    if (state === this.#state.state) return;
    const { clock, log } = this.#parts;
    this.#state = { state, sinceMs: clock.wallMs() };
    if (state === "joined") {
      this.#wasJoined = true;
      log.info({ server: this.#server?.name }, "the box has joined its fleet");
    } else {
      log.warn({ state, problem: this.#problem }, "the contact with the fleet has changed");
    }
  }

  #present(): FleetState {
    if (this.#intruder) return "refused";
    if (this.isHeld()) return this.#server ? "joined" : "reconnecting";
    return this.#wasJoined ? "partitioned" : "joining";
  }
}
