import type { DoctorWire } from "./wire/doctor.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Part } from "../../base/core/parts.ts";
import { bad, type Check, type DoctorSite } from "./check.ts";
import { allChecks, diagnose, type Row, rowOf, worstOf } from "./doctor.ts";
import { rowWire } from "./diagnosis-wire.ts";

/** Concurrent checks while the appliance runs: most wait for the disk, a program or a camera. */
const checksAtOnce = 4;
/** Organisations whose last examination is kept; the oldest is dropped first. */
const maxRemembered = 64;

/** Dependencies of `Examinations`. */
export interface ExaminationsParts {
  clock: Clock;
  /**
   * Returns the site of one organisation for the checks; aborting `signal` releases its cameras.
   */
  siteOf(org: string, signal: AbortSignal): Promise<DoctorSite>;
  /** Every check when absent. */
  checks?: readonly Check[];
}

interface Examination {
  startedAtMs: number;
  finishedAtMs: number | null;
  done: number;
  rows: Row[];
}

/**
 * The doctor of the running appliance: one examination at a time; it keeps the last one of each
 * organisation.
 */
export class Examinations implements Part {
  readonly #parts: ExaminationsParts;
  readonly #checks: readonly Check[];
  readonly #last = new Map<string, Examination>();
  readonly #closing = new AbortController();
  #running: { org: string; work: Promise<void> } | undefined;

  constructor(parts: ExaminationsParts) {
    this.#parts = parts;
    this.#checks = parts.checks ?? allChecks;
  }

  /**
   * Begins one, unless the organisation has a running one; `overloaded` while another organisation
   * has.
   */
  begin(org: string): DoctorWire {
    if (this.#running === undefined) this.#running = { org, work: this.#examine(org) };
    else if (this.#running.org !== org) {
      throw fail("overloaded", "doctor: is busy with another organisation. Try again", {
        retryAfterSec: 10,
      });
    }
    return this.describe(org);
  }

  /** Returns the running examination, or the last one. */
  describe(org: string): DoctorWire {
    const last = this.#last.get(org);
    const rows = last?.rows ?? [];
    const isDone = last !== undefined && last.finishedAtMs !== null;
    return {
      object: "system.doctor",
      state: last === undefined ? "never" : isDone ? "done" : "running",
      started_at: last === undefined ? null : last.startedAtMs / 1000,
      finished_at: isDone ? last.finishedAtMs! / 1000 : null,
      checks_done: last?.done ?? 0,
      checks_total: this.#checks.length,
      status: isDone ? worstOf(rows) : null,
      checks: rows.map(rowWire),
    };
  }

  /** Releases the cameras and drops the result of a check that still reads the disk. */
  async stop(): Promise<void> {
    this.#closing.abort();
  }

  async #examine(org: string): Promise<void> {
    const { clock, siteOf } = this.#parts;
    const own: Examination = {
      startedAtMs: clock.wallMs(),
      finishedAtMs: null,
      done: 0,
      rows: [],
    };
    this.#remember(org, own);
    try {
      const site = await siteOf(org, this.#closing.signal);
      await diagnose(site, this.#checks, {
        atOnce: checksAtOnce,
        onRows: (rows) => {
          own.done += 1;
          own.rows.push(...rows);
        },
      });
    } catch (error) {
      const of = { problem: describeError(error) };
      own.rows.push(rowOf("doctor", bad("doctor.not_begun", "doctor.not_begun_fix", of)));
    } finally {
      own.finishedAtMs = clock.wallMs();
      this.#running = undefined;
    }
  }

  #remember(org: string, examination: Examination): void {
    this.#last.delete(org);
    this.#last.set(org, examination);
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxRemembered && oldest !== undefined) this.#last.delete(oldest);
  }
}
