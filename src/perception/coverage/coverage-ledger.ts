import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { cursorOf, textOfCursor } from "../../base/contract/cursor.ts";
import { invalidCursor } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { Page, PageRequest } from "../core/page.ts";
import { CoverageAccount } from "./coverage-account.ts";
import {
  type CoverageQuery,
  type CoverageSources,
  type LostSpan,
  type CoverageHour,
  readCoverage,
  readGaps,
} from "./coverage-list.ts";
import { CoverageMeter } from "./coverage-meter.ts";
import {
  type CoverageHead,
  headKey,
  headPrefix,
  hourOf,
  rowKey,
  rowPrefix,
} from "./coverage-record.ts";
import type { LostReason } from "./coverage-terms.ts";

/** The parts of the ledger. */
export interface CoverageLedgerParts {
  store: Store;
  clock: Clock;
  log: Logger;
  /** The retention of rows. */
  maxAgeMs: number;
  /** Every organisation of the box. */
  orgs(): readonly string[];
}

/** A running stream, as the ledger uses it. */
export interface CoverageStream {
  org: string;
  streamId: string;
  /** Longest time between two judged frames for which the scene counts as seen, in milliseconds. */
  maxGapMs(): number;
  /** Frames skipped because the box was too busy, counted since any fixed moment. */
  loadDrops(): number;
}

/** The account of one running stream; calls after `end` do nothing. */
export interface CoverageWatch {
  /** Notes that a frame of the source arrived. */
  onFragment(): void;
  /** Notes that a frame was judged. */
  onFrame(identicalSec: number): void;
  /** Sets the reason for which the stream is unobserved from now on; null for none. */
  onCause(cause: LostReason | null): void;
  /** Ends the account: the stream ended on request, or because the appliance stops. */
  end(how: { isStopped: boolean }): void;
}

const tickMs = 1000;
/** The time that a crash may lose; the ledger reports it as not observed. */
const saveMs = 5000;
const trimMs = 3_600_000;
/** Accounts of one organisation; beyond it the ledger drops the stopped one that ended first. */
const maxStreams = 1000;
/** Rows removed in one transaction. */
const trimBatch = 200;

/**
 * Records the observed time per stream and UTC hour, in wall time. Durations are measured with the monotonic
 * clock, so that setting the box's clock neither makes nor hides observed time. Saves every five seconds; the
 * next start of the stream counts the time that a crash lost as unobserved.
 */
export class CoverageLedger implements Part {
  readonly #parts: CoverageLedgerParts;
  readonly #running = new Map<string, OpenCoverageWatch>();
  /** Ended accounts that are not stored yet. */
  readonly #ended = new Set<CoverageAccount>();
  readonly #timers: Timer[] = [];
  readonly #lane = new SerialLane();
  #lastSaveMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(parts: CoverageLedgerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { clock, log } = this.#parts;
    this.#timers.push(
      clock.every(tickMs, () => this.#tick()),
      clock.every(trimMs, () => {
        this.trim().catch((error: unknown) => {
          log.warn({ error: describeError(error) }, "old coverage was not removed");
        });
      }),
    );
  }

  /** Stores everything unsaved. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    for (const watch of this.#running.values()) watch.end({ isStopped: false });
    await this.save();
  }

  /** Begins the account of a running stream; fills in the time since its last run. */
  open(stream: CoverageStream): CoverageWatch {
    const { store, clock } = this.#parts;
    const key = `${stream.org}\0${stream.streamId}`;
    this.#running.get(key)?.end({ isStopped: false });
    const account = this.#resume(stream);
    const onEnd = (): void => {
      if (this.#running.get(key) === watch) this.#running.delete(key);
      this.#ended.add(account);
      void this.save();
    };
    const watch = new OpenCoverageWatch(stream, { account, clock, onEnd });
    this.#running.set(key, watch);
    if (store.get(headKey(stream.org, stream.streamId)) === undefined) {
      void this.#makeRoom(stream.org);
    }
    return watch;
  }

  /**
   * Notes that another box observed the stream until `gapMs` before now: its next run here counts the time since then as
   * `box_off`, and no earlier time.
   */
  async takeOver(
    { org, streamId }: { org: string; streamId: string },
    gapMs: number,
  ): Promise<void> {
    const { store, clock } = this.#parts;
    const untilMs = Math.round(clock.wallMs() - gapMs);
    const former = store.get<CoverageHead>(headKey(org, streamId));
    if (this.#running.has(`${org}\0${streamId}`) || (former && former.untilMs > untilMs)) return;
    const head: CoverageHead = { v: 1, untilMs, isStopped: false };
    await store.transact((tx) => tx.put(headKey(org, streamId), head));
  }

  /** The unobserved time of one stream, oldest first; see `readGaps`. */
  gaps(
    stream: { org: string; streamId: string },
    span: { fromMs: number; toMs: number },
  ): LostSpan[] {
    return readGaps(this.#sources(stream.org), stream, span);
  }

  /** A page of rows by stream and hour; `invalid_query_parameter` for a cursor of another list. */
  list(org: string, query: CoverageQuery, page: PageRequest): Page<CoverageHour> {
    const found = readCoverage(this.#sources(org), org, query);
    const from = page.after === undefined ? page.offset : indexAfter(found, page.after);
    const items = found.slice(from, from + page.limit);
    const hasMore = from + items.length < found.length;
    const last = items.at(-1);
    return {
      items,
      total: found.length,
      hasMore,
      nextCursor: hasMore && last ? cursorOf(keyOf(last)) : null,
    };
  }

  /** Stores everything unsaved; never rejects. While the disk is full it stays in memory. */
  save(): Promise<void> {
    return this.#lane.run(() => this.#save());
  }

  /** Removes rows that are too old, and accounts without rows. */
  async trim(): Promise<void> {
    const { store, clock, orgs, maxAgeMs } = this.#parts;
    const oldestMs = hourOf(clock.ageMs() - maxAgeMs);
    for (const org of orgs()) {
      for (const { key, value } of store.range<CoverageHead>({ prefix: headPrefix(org) })) {
        const streamId = String(key.at(-1));
        const isOver = value.untilMs < oldestMs && !this.#running.has(`${org}\0${streamId}`);
        await this.#remove({ org, streamId }, isOver ? Number.MAX_SAFE_INTEGER : oldestMs);
        if (isOver) {
          await store.transact((tx) => tx.remove(key), { essential: true });
        }
      }
    }
  }

  #sources(org: string): CoverageSources {
    const accounts = new Map<string, CoverageAccount>();
    for (const account of this.#accounts()) {
      if (account.org === org) accounts.set(account.streamId, account);
    }
    const { store, clock } = this.#parts;
    const isLive = (id: string): boolean => this.#running.has(`${org}\0${id}`);
    return { store, accounts, nowMs: Math.round(clock.wallMs()), isLive };
  }

  #accounts(): CoverageAccount[] {
    return [...this.#ended, ...[...this.#running.values()].map(({ account }) => account)];
  }

  #resume(stream: CoverageStream): CoverageAccount {
    const { store, clock, maxAgeMs } = this.#parts;
    const { org, streamId } = stream;
    const nowMs = Math.round(clock.wallMs());
    const waiting = [...this.#ended].find((one) => one.org === org && one.streamId === streamId);
    if (waiting) this.#ended.delete(waiting);
    const head = store.get<CoverageHead>(headKey(org, streamId));
    // Hours beyond the retention are not filled in.
    const untilMs = Math.max(head?.untilMs ?? nowMs, nowMs - maxAgeMs);
    const account = waiting ?? new CoverageAccount(store, stream, untilMs);
    const isStopped = waiting ? waiting.isStopped : head?.isStopped;
    const gapMs = nowMs - account.untilMs;
    // A clock that was set back while the box was off shows as a step at the first stretch.
    if (gapMs > 0) account.add(isStopped ? "stopped" : "box_off", gapMs, nowMs);
    account.setStopped(false);
    return account;
  }

  #tick(): void {
    const { clock } = this.#parts;
    for (const watch of this.#running.values()) watch.tick();
    if (clock.monoMs() - this.#lastSaveMs < saveMs) return;
    this.#lastSaveMs = clock.monoMs();
    void this.save();
  }

  async #save(): Promise<void> {
    const { store, log } = this.#parts;
    const accounts = this.#accounts().filter((account) => account.isDirty);
    if (accounts.length === 0) return;
    const written = new Map<CoverageAccount, ReadonlySet<number>>();
    let isDurable = true;
    try {
      await store.transact((tx) => {
        for (const account of accounts) written.set(account, account.save(tx));
      });
    } catch (error) {
      isDurable = false;
      if (!this.#isFailing) log.warn({ error: describeError(error) }, "coverage is not stored");
    }
    this.#isFailing = !isDurable;
    for (const [account, hours] of written) account.saved(hours, isDurable);
    if (isDurable) for (const account of accounts) this.#forget(account);
  }

  #forget(account: CoverageAccount): void {
    if (!account.isDirty) this.#ended.delete(account);
  }

  async #makeRoom(org: string): Promise<void> {
    const { store, log } = this.#parts;
    if (store.count(headPrefix(org)) < maxStreams) return;
    const oldest = store
      .range<CoverageHead>({ prefix: headPrefix(org), limit: maxStreams })
      .filter(({ key }) => !this.#running.has(`${org}\0${String(key.at(-1))}`))
      .toSorted((a, b) => a.value.untilMs - b.value.untilMs)[0];
    if (!oldest) return;
    try {
      await this.#remove({ org, streamId: String(oldest.key.at(-1)) }, Number.MAX_SAFE_INTEGER);
      await store.transact((tx) => tx.remove(oldest.key), { essential: true });
    } catch (error) {
      log.warn({ error: describeError(error) }, "old coverage was not removed");
    }
  }

  async #remove(stream: { org: string; streamId: string }, beforeMs: number): Promise<void> {
    const { store } = this.#parts;
    const { org, streamId } = stream;
    for (;;) {
      const before = rowKey(org, streamId, beforeMs);
      const due = store.range({ prefix: rowPrefix(org, streamId), before, limit: trimBatch });
      if (due.length === 0) return;
      await store.transact(
        (tx) => {
          for (const { key } of due) tx.remove(key);
        },
        { essential: true },
      );
    }
  }
}

/** One running stream: its meter measures, its account keeps the hours. */
class OpenCoverageWatch implements CoverageWatch {
  readonly account: CoverageAccount;
  readonly #clock: Clock;
  readonly #meter: CoverageMeter;
  readonly #onEnd: () => void;
  #isEnded = false;

  constructor(
    stream: CoverageStream,
    { account, clock, onEnd }: { account: CoverageAccount; clock: Clock; onEnd: () => void },
  ) {
    this.account = account;
    this.#clock = clock;
    this.#onEnd = onEnd;
    const { maxGapMs, loadDrops } = stream;
    this.#meter = new CoverageMeter(
      {
        maxGapMs: () => maxGapMs(),
        loadDrops: () => loadDrops(),
        settle: (verdict, fromMs, toMs) => {
          // Whole milliseconds of monotonic time, so that stretches add up to the elapsed time.
          const offsetMs = Math.round(clock.wallMs() - clock.monoMs());
          account.add(verdict, Math.round(toMs) - Math.round(fromMs), Math.round(toMs) + offsetMs);
        },
      },
      clock.monoMs(),
    );
  }

  onFragment(): void {
    this.#meter.onFragment();
  }

  onFrame(identicalSec: number): void {
    if (this.#isEnded) return;
    this.#meter.onFrame(this.#clock.monoMs(), identicalSec);
    this.account.countFrame(this.#clock.wallMs());
  }

  onCause(cause: LostReason | null): void {
    if (!this.#isEnded) this.#meter.onCause(this.#clock.monoMs(), cause);
  }

  tick(): void {
    if (!this.#isEnded) this.#meter.tick(this.#clock.monoMs());
  }

  end({ isStopped }: { isStopped: boolean }): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#meter.end(this.#clock.monoMs(), isStopped ? "stopped" : "box_off");
    this.account.setStopped(isStopped);
    this.#onEnd();
  }
}

function keyOf({ streamId, startMs }: CoverageHour): string {
  return `${streamId}\0${startMs / 1000}`;
}

/** Returns the place in the list after the row that the cursor names. */
function indexAfter(rows: readonly CoverageHour[], cursor: string): number {
  const key = textOfCursor(cursor, /\0/);
  const at = rows.findIndex((one) => keyOf(one) === key);
  if (at >= 0) return at + 1;
  throw invalidCursor();
}
