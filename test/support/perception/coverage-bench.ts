import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import {
  CoverageLedger,
  type CoverageWatch,
} from "../../../src/perception/coverage/coverage-ledger.ts";
import { lostReasons } from "../../../src/perception/coverage/coverage-terms.ts";
import { coverageWire } from "../../../src/perception/coverage/coverage-wire.ts";
import type { CoverageWire } from "../../../src/perception/wire/coverage.ts";
import { FakeClock } from "../box/fake-clock.ts";
import { makeStore } from "../store/make-store.ts";

/** Midnight of a day on which clocks change. */
export const hour = Date.UTC(2026, 2, 29, 0);
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** All rows that a test has. */
export const page = { limit: 200, offset: 0 };

/** A ledger on a real store with one stream, a clock that moves when told, and counters to set. */
export class CoverageBench {
  readonly clock: FakeClock;
  readonly store: Store;
  readonly ledger: CoverageLedger;
  drops = 0;
  #watch: CoverageWatch | undefined;

  constructor(store: Store, wallMs: number, maxAgeMs = 90 * dayMs) {
    this.store = store;
    this.clock = new FakeClock(wallMs);
    const { clock } = this;
    this.ledger = new CoverageLedger({
      store,
      clock,
      log: silentLogger,
      maxAgeMs,
      orgs: () => ["default"],
    });
    this.ledger.start();
  }

  static async make(t: TestContext, wallMs = hour, maxAgeMs = 90 * dayMs): Promise<CoverageBench> {
    return new CoverageBench(await makeStore(t), wallMs, maxAgeMs);
  }

  get watch(): CoverageWatch {
    return this.#watch!;
  }

  open(streamId = "gate"): this {
    this.#watch = this.ledger.open({
      org: "default",
      streamId,
      maxGapMs: () => 2000,
      loadDrops: () => this.drops,
    });
    return this;
  }

  /** Frames come and are judged, five a second; of a frozen camera with `identicalFromSec`. */
  look(seconds: number, identicalFromSec?: number): this {
    this.watch.onCause(null);
    for (let at = 1; at <= seconds * 5; at += 1) {
      this.clock.advance(200);
      this.watch.onFragment();
      this.watch.onFrame(identicalFromSec === undefined ? 0 : identicalFromSec + at / 5);
    }
    return this;
  }

  /** Frames come, but none is judged. */
  miss(seconds: number): this {
    for (let at = 1; at <= seconds * 5; at += 1) {
      this.clock.advance(200);
      this.watch.onFragment();
    }
    return this;
  }

  rows(query: { fromMs?: number; toMs?: number; streamId?: string } = {}): CoverageWire[] {
    return this.ledger.list("default", query, page).items.map(coverageWire);
  }

  /** Seconds by verdict over all rows, without those that are 0. */
  sums(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const row of this.rows({
      fromMs: hour - dayMs,
      toMs: hour + 2 * dayMs,
      streamId: "gate",
    })) {
      const parts = { observed: row.seconds_observed, ...row.not_observed };
      for (const [name, seconds] of Object.entries(parts)) {
        if (seconds > 0) sums[name] = Math.round(((sums[name] ?? 0) + seconds) * 1000) / 1000;
      }
      const lost = lostReasons.reduce((sum, reason) => sum + row.not_observed[reason], 0);
      assert.ok(Math.abs(lost - row.seconds_not_observed) < 1e-6);
    }
    return sums;
  }
}
