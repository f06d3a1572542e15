import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { FleetTable } from "../fleet-table.ts";
import type { Membership } from "../membership.ts";
import { type LeaseDocument, readLease, readReach } from "./lease-document.ts";
import { assign, type PlannedStream, reliefs } from "./plan.ts";

const leasePrefix = "stream.";
const reachPrefix = "reach.";

/** Interval between two looks at the table, in milliseconds. */
const lookMs = 500;
/** A box that the plan chose and that does not claim for this long is passed over, in milliseconds. */
const claimMs = 3000;
/** Time without changes of the boxes before streams are moved for balance, in milliseconds. */
const settleMs = 60_000;
/** Shortest time between two offers of one box, in milliseconds. */
const moveMs = 10_000;
/** Streams that it offers at once. */
const movesAtOnce = 5;
/** After a box came, free streams wait for this long, so that boxes that start together share them; in milliseconds. */
const joinMs = 2000;

/** A stream of an organisation. */
export interface PlacedStream {
  org: string;
  streamId: string;
}

/** What the box does with its part of the streams. */
export interface PlacedWork {
  /** The streams whose cameras this box has in its site file. */
  wanted(): readonly PlacedStream[];
  /** Makes the box watch these of them, and no others. Called one at a time; a rejection is tried again. */
  watch(held: readonly PlacedStream[], gaps: readonly StreamGap[]): Promise<void>;
}

/** A stream that this box took over, with the time since when nobody watched it. */
export interface StreamGap extends PlacedStream {
  /** Milliseconds before now. */
  gapMs: number;
}

/** The parts of the placement. */
export interface StreamPlacementParts {
  table: FleetTable;
  membership: Membership;
  boxId: string;
  clock: Clock;
  log: Logger;
  /** `settleMs` and `moveMs` of tests. */
  pace?: { settleMs: number; moveMs: number };
}

/**
 * Decides with the other boxes which of them watches which stream. Each stream has a lease in the table; the revision of
 * its last write is its fence. A lease holds as long as its box is up. Without contact the box goes on with what it
 * has: two boxes that watch one camera find the same incidents, nobody watching finds none.
 */
export class StreamPlacement implements Part {
  readonly #parts: StreamPlacementParts;
  /** Monotonic time since when a stream is free, by key. */
  readonly #freeSince = new Map<string, number>();
  /** Boxes that this box took streams from, with the monotonic time when they were last heard, by key. */
  readonly #takenFrom = new Map<string, number>();
  readonly counts = { taken: 0, given: 0 };
  #work: PlacedWork | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #applied: string | undefined;
  #boxes: readonly string[] = [];
  #quietSinceMs = 0;
  /** Monotonic time when the newest box came. */
  #joinedMs = 0;
  #movedMs = -Infinity;

  constructor(parts: StreamPlacementParts) {
    this.#parts = parts;
  }

  /** Begins to place the streams of `work`. Call it once. */
  place(work: PlacedWork): void {
    this.#work = work;
    const { clock } = this.#parts;
    this.#timer = clock.every(lookMs, () => this.#look());
  }

  /** The settings of some streams have changed: the box begins with them again. */
  refresh(): void {
    this.#applied = undefined;
  }

  /** Leaves the fleet, so that others take the streams at once. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
    if (this.#timer) await this.#parts.membership.leave();
    this.#timer = undefined;
  }

  /** Number of streams whose lease each box has. */
  loads(): ReadonlyMap<string, number> {
    const loads = new Map<string, number>();
    for (const { value } of this.#parts.table.list(leasePrefix)) {
      const box = readLease(value)?.box;
      if (box !== undefined) loads.set(box, (loads.get(box) ?? 0) + 1);
    }
    return loads;
  }

  #look(): void {
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => {
        this.#parts.log.error({ error: describeError(error) }, "streams were not placed");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #lookOnce(): Promise<void> {
    const { membership } = this.#parts;
    if (!membership.isListening()) return;
    await this.#tellReach();
    const boxes = membership
      .members()
      .filter(({ state }) => state === "up")
      .map(({ boxId }) => boxId);
    this.#noteBoxes(boxes);
    const streams = this.#streams(boxes);
    await this.#claim(boxes, streams);
    await this.#balance(boxes, streams);
    await this.#apply();
  }

  /** Says which cameras this box has in its site file. */
  async #tellReach(): Promise<void> {
    const { table, boxId } = this.#parts;
    const streams = this.#wanted().map(({ key }) => key);
    const key = `${reachPrefix}${boxId}`;
    const value = JSON.stringify({ v: 1, streams });
    if (table.get(key)?.value === value) return;
    await table.write(key, value, "any");
  }

  #wanted(): { key: string; stream: PlacedStream }[] {
    const streams = this.#work?.wanted() ?? [];
    return streams.map((stream) => ({ key: keyOf(stream), stream }));
  }

  #noteBoxes(boxes: readonly string[]): void {
    const known = this.#boxes;
    this.#boxes = boxes;
    const hasCome = boxes.some((box) => !known.includes(box));
    if (!hasCome && boxes.length === known.length) return;
    const nowMs = this.#parts.clock.monoMs();
    this.#quietSinceMs = nowMs;
    if (hasCome) this.#joinedMs = nowMs;
  }

  #streams(boxes: readonly string[]): PlannedStream[] {
    const { table } = this.#parts;
    const reach = new Map(
      boxes.map((box) => [box, new Set(readReach(table.get(`${reachPrefix}${box}`)?.value))]),
    );
    const keys = new Set([...reach.values()].flatMap((each) => [...each]));
    return [...keys].map((key) => {
      const candidates = boxes.filter((box) => reach.get(box)!.has(key));
      const { box, next } = readLease(table.get(leasePrefix + key)?.value) ?? {};
      const holder = box !== undefined && candidates.includes(box) ? box : null;
      const isOffered = holder !== null && next !== undefined && candidates.includes(next);
      return { key, holder, candidates, ...(isOffered ? { offered: next } : {}) };
    });
  }

  /** Takes the free streams that the plan gives to this box, and those that were offered to it. */
  async #claim(boxes: readonly string[], streams: readonly PlannedStream[]): Promise<void> {
    const { boxId, clock } = this.#parts;
    const nowMs = clock.monoMs();
    if (nowMs - this.#joinedMs < joinMs) return;
    const plan = new Map(assign(boxes, streams).map((move) => [move.key, move.box]));
    for (const key of this.#freeSince.keys()) if (!plan.has(key)) this.#freeSince.delete(key);
    for (const { key, holder, candidates, offered } of streams) {
      if (!candidates.includes(boxId) || holder === boxId) continue;
      if (holder !== null) {
        if (offered === boxId) await this.#take(key);
        continue;
      }
      if (!this.#freeSince.has(key)) this.#freeSince.set(key, nowMs);
      const isOverdue = nowMs - this.#freeSince.get(key)! > claimMs;
      if (plan.get(key) === boxId || isOverdue) await this.#take(key);
    }
  }

  async #take(key: string): Promise<void> {
    const { table, boxId, membership, log } = this.#parts;
    const entry = table.get(leasePrefix + key);
    const former = readLease(entry?.value)?.box;
    const outcome = await this.#writeLease(key, { v: 1, box: boxId });
    if (outcome !== "written") return;
    this.counts.taken += 1;
    const heardMs = membership.members().find((member) => member.boxId === former)?.seenMs;
    if (heardMs !== undefined && former !== boxId) this.#takenFrom.set(key, heardMs);
    log.info({ stream: key, former }, "the box watches a stream of the fleet");
  }

  async #writeLease(key: string, lease: LeaseDocument): Promise<string> {
    const { table } = this.#parts;
    const revision = table.get(leasePrefix + key)?.revision ?? 0;
    const outcome = await table.write(leasePrefix + key, JSON.stringify(lease), revision);
    return outcome.kind;
  }

  /** Offers some streams to boxes that have fewer, once the fleet has been quiet. */
  async #balance(boxes: readonly string[], streams: readonly PlannedStream[]): Promise<void> {
    const { clock, boxId, pace = { settleMs, moveMs } } = this.#parts;
    const nowMs = clock.monoMs();
    if (nowMs - this.#quietSinceMs < pace.settleMs || nowMs - this.#movedMs < pace.moveMs) return;
    for (const move of reliefs(boxId, { boxes, streams }, movesAtOnce)) {
      this.#movedMs = nowMs;
      const lease = { v: 1, box: boxId, next: move.box };
      if ((await this.#writeLease(move.key, lease)) === "written") this.counts.given += 1;
    }
  }

  /** Makes the box watch the streams whose lease it has. */
  async #apply(): Promise<void> {
    const { table, boxId, clock } = this.#parts;
    const held = this.#wanted().filter(
      ({ key }) => readLease(table.get(leasePrefix + key)?.value)?.box === boxId,
    );
    const applied = JSON.stringify(held);
    if (applied === this.#applied || !this.#work) return;
    const nowMs = clock.monoMs();
    const gaps = held.flatMap(({ key, stream }) => {
      const heardMs = this.#takenFrom.get(key);
      return heardMs === undefined ? [] : [{ ...stream, gapMs: nowMs - heardMs }];
    });
    const streams = held.map(({ stream }) => stream);
    await this.#work.watch(streams, gaps);
    // Only these: the table may show another stream that was taken in the next look.
    for (const { key } of held) this.#takenFrom.delete(key);
    this.#applied = applied;
  }
}

/** The name of a stream in the table, in characters that NATS allows. */
export function keyOf({ org, streamId }: PlacedStream): string {
  return `${org}.${Buffer.from(streamId).toString("base64url")}`;
}
