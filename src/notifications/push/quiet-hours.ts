import { type Severity, severities } from "../../base/contract/event-types.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey, StoreTransaction } from "../../base/core/store.ts";

/** Incidents of the site's quiet hours that one device has not been sent. */
export interface HeldIncidents {
  v: 1;
  subscriptionId: string;
  count: number;
  /** The most severe. */
  severity: Severity;
  firstAtMs: number;
  lastAtMs: number;
}

/** The site's quiet hours. */
export interface SiteQuietHours {
  schedule: { holdsAt(wallMs: number): boolean };
  /** Least severity that is sent at once. */
  through: Severity;
}

/** The parts of `QuietHours`. */
export interface QuietHoursParts {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Undefined for a site without quiet hours. */
  site: SiteQuietHours | undefined;
  /** Queues the summary of a device as part of `tx`; the quiet hours ended at `endedAtMs`. */
  release(tx: StoreTransaction, held: HeldIncidents, endedAtMs: number): void;
}

const prefix: StoreKey = ["box", "push-held"];
const lookMs = 15_000;
const minuteMs = 60_000;
/** A schedule repeats weekly: its quiet hours end within this, or never. */
const longestMinutes = 8 * 24 * 60;

/**
 * Counts what devices are not sent in the site's quiet hours, and releases one summary per device at their end. The
 * counts are in the store, so a summary survives a restart; a summary and the end of its count are one transaction.
 */
export class QuietHours {
  readonly #parts: QuietHoursParts;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: QuietHoursParts) {
    this.#parts = parts;
  }

  /** Also releases what an earlier process held, if the site no longer has quiet hours. */
  start(): void {
    this.#timer = this.#parts.clock.every(lookMs, () => this.#look());
    this.#look();
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
  }

  /** True when an incident of this severity is held back now. */
  holds(severity: Severity): boolean {
    const { site, clock } = this.#parts;
    if (!site || severities.indexOf(severity) >= severities.indexOf(site.through)) return false;
    return site.schedule.holdsAt(clock.wallMs());
  }

  /** Counts an incident for a device as part of `tx`. */
  addIn(tx: StoreTransaction, subscriptionId: string, severity: Severity): void {
    const nowMs = this.#parts.clock.wallMs();
    const key = [...prefix, subscriptionId];
    const before = tx.get<HeldIncidents>(key);
    const isWorse = !before || severities.indexOf(severity) > severities.indexOf(before.severity);
    tx.put(key, {
      v: 1,
      subscriptionId,
      count: (before?.count ?? 0) + 1,
      severity: isWorse ? severity : before.severity,
      firstAtMs: before?.firstAtMs ?? nowMs,
      lastAtMs: nowMs,
    } satisfies HeldIncidents);
  }

  #look(): void {
    const { log } = this.#parts;
    this.#looking ??= this.#releaseAll()
      .catch((error: unknown) => {
        log.warn({ error: describeError(error) }, "the summary of the quiet hours waits");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #releaseAll(): Promise<void> {
    const { store, clock, site, release } = this.#parts;
    if (site?.schedule.holdsAt(clock.wallMs())) return;
    for (const { key, value } of store.range<HeldIncidents>({ prefix })) {
      await store.transact(
        (tx) => {
          const held = tx.get<HeldIncidents>(key);
          if (!held) return;
          tx.remove(key);
          release(tx, held, this.#endAfter(value.lastAtMs));
        },
        { essential: true },
      );
    }
  }

  /** When the quiet hours that held at `wallMs` ended: the box may have been off at that time. */
  #endAfter(wallMs: number): number {
    const { site } = this.#parts;
    if (!site) return wallMs;
    const firstMinute = Math.floor(wallMs / minuteMs);
    for (let minutes = 1; minutes <= longestMinutes; minutes += 1) {
      const atMs = (firstMinute + minutes) * minuteMs;
      if (!site.schedule.holdsAt(atMs)) return atMs;
    }
    return wallMs;
  }
}
