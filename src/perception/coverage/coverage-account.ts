import type { StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Verdict } from "./coverage-meter.ts";
import {
  addTo,
  type CoverageHead,
  type CoverageRow,
  emptyRow,
  headKey,
  hourMs,
  hourOf,
  hoursOf,
  rowKey,
} from "./coverage-record.ts";

/** A wall clock this far off was set by somebody; smaller differences are drift and are followed. */
const stepMs = 2000;

/**
 * The hours of one stream: takes stretches of wall time in order and keeps them until they are stored. Rows
 * of past hours leave the memory once stored.
 */
export class CoverageAccount {
  readonly org: string;
  readonly streamId: string;
  readonly #store: StoreReader;
  readonly #rows = new Map<number, CoverageRow>();
  readonly #dirty = new Set<number>();
  #untilMs: number;
  #isStopped = false;

  constructor(store: StoreReader, stream: { org: string; streamId: string }, fromMs: number) {
    this.#store = store;
    this.org = stream.org;
    this.streamId = stream.streamId;
    this.#untilMs = fromMs;
  }

  /** Unix milliseconds up to which all time is accounted for. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** True after a proper end of the stream. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** True while there is something to store. */
  get isDirty(): boolean {
    return this.#dirty.size > 0;
  }

  /** Adds the stretch up to `toMs`, `lengthMs` long; it continues the last one unless the clock was set. */
  add(verdict: Verdict, lengthMs: number, toMs: number): void {
    let fromMs = toMs - lengthMs;
    const offMs = fromMs - this.#untilMs;
    if (Math.abs(offMs) >= stepMs) this.#note(fromMs, (row) => (row.stepMs += offMs));
    else fromMs = this.#untilMs;
    for (const span of hoursOf(fromMs, toMs)) {
      this.#note(span.startMs, (row) => addTo(row, verdict, span));
    }
    if (toMs > fromMs) this.#untilMs = toMs;
  }

  /** Counts a frame that was judged now. */
  countFrame(wallMs: number): void {
    this.#note(wallMs, (row) => (row.frames += 1));
  }

  /** Notes that the stream ended on request, or continues. */
  setStopped(isStopped: boolean): void {
    this.#isStopped = isStopped;
    this.#dirty.add(hourOf(this.#untilMs));
  }

  /** The row of the hour that starts at `startMs`, stored or not; undefined when there is none. */
  row(startMs: number): CoverageRow | undefined {
    return (
      this.#rows.get(startMs) ??
      this.#store.get<CoverageRow>(rowKey(this.org, this.streamId, startMs))
    );
  }

  /** Hours in memory: the store may lack their newest state, also during a save. */
  hoursInMemory(): number[] {
    return [...this.#rows.keys()];
  }

  /** Writes the unsaved rows; call `saved` with the result once it is durable. */
  save(tx: StoreTransaction): ReadonlySet<number> {
    const saved = new Set(this.#dirty);
    for (const startMs of saved) {
      const row = this.#rows.get(startMs);
      if (row) tx.put(rowKey(this.org, this.streamId, startMs), row);
    }
    const head: CoverageHead = { v: 1, untilMs: this.#untilMs, isStopped: this.#isStopped };
    tx.put(headKey(this.org, this.streamId), head);
    this.#dirty.clear();
    return saved;
  }

  /** Notes that the row of `save` is durable, or was lost. */
  saved(hours: ReadonlySet<number>, isDurable: boolean): void {
    const nowHour = hourOf(this.#untilMs);
    for (const startMs of hours) {
      if (!isDurable) this.#dirty.add(startMs);
      else if (!this.#dirty.has(startMs) && Math.abs(startMs - nowHour) >= hourMs) {
        this.#rows.delete(startMs);
      }
    }
  }

  #note(wallMs: number, change: (row: CoverageRow) => void): void {
    const startMs = hourOf(wallMs);
    let row = this.#rows.get(startMs);
    if (!row) {
      row = structuredClone(this.row(startMs)) ?? emptyRow(startMs);
      this.#rows.set(startMs, row);
    }
    change(row);
    this.#dirty.add(startMs);
  }
}
