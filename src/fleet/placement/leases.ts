import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { FleetTable } from "../fleet-table.ts";
import type { Membership } from "../membership.ts";
import { type LeaseDocument, readLease, readReach } from "./lease-document.ts";
import { assign, type PlannedItem, reliefs } from "./plan.ts";

/** A box that the plan chose and that claims nothing for this long is passed over, in milliseconds. */
const claimMs = 3000;
/** Time without changes of the boxes before leases are moved for balance, in milliseconds. */
const settleMs = 60_000;
/** Shortest time between two offers of one box, in milliseconds. */
const moveMs = 10_000;
/** Leases that it offers at once. */
const movesAtOnce = 5;
/** After a box came, free leases wait for this long, so that boxes that start together share them; in milliseconds. */
const joinMs = 2000;

/** A stream or a robot of an organisation. */
export interface PlacedItem {
  org: string;
  id: string;
}

/** A stream or robot whose lease this box has. */
export interface HeldItem extends PlacedItem {
  key: string;
  /** Revision of the lease. */
  revision: number;
  /** Revision of the lease that it replaced; 0 for none, and for things that the box itself holds. */
  before: number;
}

/** How one kind of things is shared. */
export interface LeaseKind {
  /** In messages: `stream`. */
  noun: string;
  /** Beginning of the keys of leases, and of the keys that say what a box can do. */
  prefixes: { lease: string; reach: string };
  /** Whether boxes with more give some to boxes with fewer. */
  isBalanced: boolean;
  /**
   * Id of the present holding period, for things that one process alone may hold: a box takes a new
   * lease in each period. Absent where the box itself holds them.
   */
  session?: () => string;
}

/** The parts of the leases of one kind. */
export interface LeasesParts {
  table: FleetTable;
  membership: Membership;
  boxId: string;
  clock: Clock;
  log: Logger;
  kind: LeaseKind;
  /** `settleMs` and `moveMs` of tests. */
  pace?: { settleMs: number; moveMs: number } | undefined;
}

/** A lease that this box took. */
export interface TakenLease {
  key: string;
  /** The box that had it before; absent for none. */
  former?: string;
}

/**
 * The leases of one kind of things, such as streams, in the table of the fleet. The revision of its last write is the
 * fence of a lease. It holds as long as its box is up. Boxes with the same view make the same plan, so each claims only
 * what the plan gives it.
 */
export class Leases {
  readonly #parts: LeasesParts;
  /** Monotonic time since when something is free, by key. */
  readonly #freeSince = new Map<string, number>();
  /** The box that has each lease, as last looked at. */
  readonly #holders = new Map<string, string | null>();
  /** Monotonic time when each box was last seen to have taken a lease. */
  readonly #tookMs = new Map<string, number>();
  readonly counts = { taken: 0, given: 0 };
  #boxes: readonly string[] = [];
  #quietSinceMs = 0;
  /** Monotonic time when the newest box came. */
  #joinedMs = 0;
  #movedMs = -Infinity;

  constructor(parts: LeasesParts) {
    this.#parts = parts;
  }

  /** Number of leases that each box has. */
  loads(): ReadonlyMap<string, number> {
    const { table, kind } = this.#parts;
    const loads = new Map<string, number>();
    for (const { value } of table.list(kind.prefixes.lease)) {
      const box = readLease(value)?.box;
      if (box !== undefined) loads.set(box, (loads.get(box) ?? 0) + 1);
    }
    return loads;
  }

  /**
   * Says what this box can do, takes what the plan gives it, and offers what it has too much of. Returns the leases that
   * it took now. Does nothing while the box does not know the whole table.
   */
  async look(reach: readonly PlacedItem[]): Promise<TakenLease[]> {
    const { membership } = this.#parts;
    if (!membership.isListening()) return [];
    await this.#tellReach(reach);
    const boxes = membership
      .members()
      .filter(({ state }) => state === "up")
      .map(({ boxId }) => boxId);
    this.#noteBoxes(boxes);
    const items = this.#items(boxes);
    const taken = await this.#claim(boxes, items);
    await this.#balance(boxes, items);
    return taken;
  }

  /** Those of `reach` whose lease this box has, as last read. */
  held(reach: readonly PlacedItem[]): HeldItem[] {
    return reach.flatMap((item) => {
      const key = keyOf(item);
      const { lease, revision } = this.of(key);
      return lease && this.#isOwn(lease)
        ? [{ ...item, key, revision, before: lease.before ?? 0 }]
        : [];
    });
  }

  /** The lease of `key` as last read, with its revision: 0 for one that was never written. */
  of(key: string): { lease: LeaseDocument | undefined; revision: number } {
    const { table, kind } = this.#parts;
    const entry = table.get(kind.prefixes.lease + key);
    return { lease: readLease(entry?.value), revision: entry?.revision ?? 0 };
  }

  /** The box that has the lease, as last read; undefined for none. */
  ownerOf(item: PlacedItem): string | undefined {
    return this.of(keyOf(item)).lease?.box;
  }

  #isOwn({ box, session }: LeaseDocument): boolean {
    const { boxId, kind } = this.#parts;
    return box === boxId && (kind.session === undefined || session === kind.session());
  }

  async #tellReach(reach: readonly PlacedItem[]): Promise<void> {
    const { table, boxId, kind } = this.#parts;
    const key = `${kind.prefixes.reach}${boxId}`;
    const value = JSON.stringify({ v: 1, keys: reach.map(keyOf) });
    if (table.get(key)?.value === value) return;
    await table.write(key, value, "any");
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

  #items(boxes: readonly string[]): PlannedItem[] {
    const { table, kind } = this.#parts;
    const reachOf = (box: string) => readReach(table.get(`${kind.prefixes.reach}${box}`)?.value);
    const reach = new Map(boxes.map((box) => [box, new Set(reachOf(box))]));
    const keys = new Set([...reach.values()].flatMap((each) => [...each]));
    return [...keys].map((key) => {
      const candidates = boxes.filter((box) => reach.get(box)!.has(key));
      const { box, next } = this.of(key).lease ?? {};
      const holder = box !== undefined && candidates.includes(box) ? box : null;
      const isOffered = holder !== null && next !== undefined && candidates.includes(next);
      return { key, holder, candidates, ...(isOffered ? { offered: next } : {}) };
    });
  }

  /** Takes what is free and the plan gives to this box, what was offered to it, and what an earlier period of it had. */
  async #claim(boxes: readonly string[], items: readonly PlannedItem[]): Promise<TakenLease[]> {
    const { boxId, clock } = this.#parts;
    const nowMs = clock.monoMs();
    this.#noteHolders(items, nowMs);
    const isEarly = nowMs - this.#joinedMs < joinMs;
    const planned = isEarly ? new Set<string>() : this.#planned(boxes, items, nowMs);
    const taken: TakenLease[] = [];
    for (const { key, holder, candidates, offered } of items) {
      if (!candidates.includes(boxId)) continue;
      const isOfEarlierPeriod = holder === boxId && !this.#isOwn(this.of(key).lease!);
      const isGiven = holder !== boxId && offered === boxId && !isEarly;
      if (isOfEarlierPeriod || isGiven || planned.has(key)) taken.push(...(await this.#take(key)));
    }
    return taken;
  }

  /** The free items that this box should take: those of the plan, and its share of those that slower boxes leave. */
  #planned(
    boxes: readonly string[],
    items: readonly PlannedItem[],
    nowMs: number,
  ): ReadonlySet<string> {
    const { boxId } = this.#parts;
    const plan = assign(boxes, items);
    const free = new Set(plan.map(({ key }) => key));
    for (const key of this.#freeSince.keys()) if (!free.has(key)) this.#freeSince.delete(key);
    for (const key of free) if (!this.#freeSince.has(key)) this.#freeSince.set(key, nowMs);
    const own = new Set(plan.filter(({ box }) => box === boxId).map(({ key }) => key));
    const left = plan.filter(({ key, box }) => {
      // A box that takes one lease after the other is on its way to this one.
      const sinceMs = Math.max(this.#freeSince.get(key)!, this.#tookMs.get(box) ?? 0);
      return box !== boxId && nowMs - sinceMs > claimMs;
    });
    const slow = new Set(left.map(({ box }) => box));
    const keys = new Set(left.map(({ key }) => key));
    const others = items.map((item) => ({
      ...item,
      candidates: item.candidates.filter((box) => !slow.has(box)),
    }));
    for (const { key, box } of left.length > 0 ? assign(boxes, others) : []) {
      if (box === boxId && keys.has(key)) own.add(key);
    }
    return own;
  }

  #noteHolders(items: readonly PlannedItem[], nowMs: number): void {
    for (const { key, holder } of items) {
      if (holder !== null && this.#holders.get(key) !== holder) this.#tookMs.set(holder, nowMs);
      this.#holders.set(key, holder);
    }
  }

  async #take(key: string): Promise<TakenLease[]> {
    const { boxId, log, kind } = this.#parts;
    const { lease: before, revision } = this.of(key);
    const former = before?.box;
    const period = kind.session && { session: kind.session(), before: revision };
    if ((await this.#write(key, { v: 1, box: boxId, ...period })) !== "written") return [];
    this.counts.taken += 1;
    log.info({ [kind.noun]: key, former }, `the box has the lease of a ${kind.noun}`);
    return [{ key, ...(former === undefined ? {} : { former }) }];
  }

  async #write(key: string, lease: LeaseDocument): Promise<string> {
    const { table, kind } = this.#parts;
    const { revision } = this.of(key);
    const outcome = await table.write(kind.prefixes.lease + key, JSON.stringify(lease), revision);
    return outcome.kind;
  }

  /** Offers some leases to boxes that have fewer, once the fleet has been quiet. */
  async #balance(boxes: readonly string[], items: readonly PlannedItem[]): Promise<void> {
    const { clock, boxId, kind, pace = { settleMs, moveMs } } = this.#parts;
    if (!kind.isBalanced) return;
    const nowMs = clock.monoMs();
    if (nowMs - this.#quietSinceMs < pace.settleMs || nowMs - this.#movedMs < pace.moveMs) return;
    for (const move of reliefs(boxId, { boxes, items }, movesAtOnce)) {
      this.#movedMs = nowMs;
      const lease = { v: 1, box: boxId, next: move.box };
      if ((await this.#write(move.key, lease)) === "written") this.counts.given += 1;
    }
  }
}

/** The name of a stream or robot in the table, in characters that NATS allows. */
export function keyOf({ org, id }: PlacedItem): string {
  return `${org}.${Buffer.from(id).toString("base64url")}`;
}
