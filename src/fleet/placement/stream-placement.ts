import type { Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import { type LeaseKind, Leases, type LeasesParts, type PlacedItem } from "./leases.ts";

/** Interval between two looks at the table, in milliseconds. */
const lookMs = 500;

const streams: LeaseKind = {
  noun: "stream",
  prefixes: { lease: "stream.", reach: "reach." },
  isBalanced: true,
};

/** What the box does with its part of the streams. */
export interface PlacedWork {
  /** The streams whose cameras this box has in its site file. */
  wanted(): readonly PlacedItem[];
  /** Makes the box watch these of them, and no others. Called one at a time; a rejection is tried again. */
  watch(held: readonly PlacedItem[], gaps: readonly StreamGap[]): Promise<void>;
}

/** A stream that this box took over, with the time since when nobody watched it. */
export interface StreamGap extends PlacedItem {
  /** Milliseconds before now. */
  gapMs: number;
}

/** The parts of the placement. */
export type StreamPlacementParts = Omit<LeasesParts, "kind">;

/**
 * Decides with the other boxes which of them watches which stream. Without contact the box goes on with what it has: two
 * boxes that watch one camera find the same incidents, nobody watching finds none.
 */
export class StreamPlacement implements Part {
  readonly #parts: StreamPlacementParts;
  readonly #leases: Leases;
  /** When the boxes that this box took streams from were last heard, in monotonic time, by key. */
  readonly #takenFrom = new Map<string, number>();
  #work: PlacedWork | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #applied: string | undefined;

  constructor(parts: StreamPlacementParts) {
    this.#parts = parts;
    this.#leases = new Leases({ ...parts, kind: streams });
  }

  /** Leases that this box took, and those that it offered. */
  get counts(): Readonly<Record<"taken" | "given", number>> {
    return this.#leases.counts;
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

  /** The box that has the lease, as last read; undefined for none. */
  ownerOf(item: PlacedItem): string | undefined {
    return this.#leases.ownerOf(item);
  }

  /** Number of streams whose lease each box has. */
  loads(): ReadonlyMap<string, number> {
    return this.#leases.loads();
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
    const { membership, boxId } = this.#parts;
    if (!membership.isListening()) return;
    for (const { key, former } of await this.#leases.look(this.#work!.wanted())) {
      const heardMs = membership.members().find((member) => member.boxId === former)?.seenMs;
      if (heardMs !== undefined && former !== boxId) this.#takenFrom.set(key, heardMs);
    }
    await this.#apply();
  }

  /** Makes the box watch the streams whose lease it has. */
  async #apply(): Promise<void> {
    const work = this.#work!;
    const held = this.#leases.held(work.wanted());
    const applied = held.map(({ key }) => key).join();
    if (applied === this.#applied) return;
    const nowMs = this.#parts.clock.monoMs();
    const gaps = held.flatMap(({ key, org, id }) => {
      const heardMs = this.#takenFrom.get(key);
      return heardMs === undefined ? [] : [{ org, id, gapMs: nowMs - heardMs }];
    });
    await work.watch(held, gaps);
    // Only these: the table may show another stream that was taken in the next look.
    for (const { key } of held) this.#takenFrom.delete(key);
    this.#applied = applied;
  }
}
