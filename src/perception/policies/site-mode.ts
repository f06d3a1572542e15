import { fail } from "../../base/contract/fail.ts";
import type { ModeRequest, ModeSchedule } from "./mode-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import { dateAfter, minuteOf, ZoneClock } from "../core/local-time.ts";
import { dayKindOf, readHolidays, unknownZone } from "../core/schedule.ts";
import { dayKinds, type SiteMode } from "../core/schedule-terms.ts";

/** The origin of a mode. */
export type ModeSource = "default" | "hand" | "schedule";

/** The mode of a site, and its next change. */
export interface SiteModeState {
  mode: SiteMode;
  source: ModeSource;
  /** Unix milliseconds; null for the default. */
  sinceMs: number | null;
  /** The key that last set the mode or the schedule; null for none. */
  keyId: string | null;
  nextChange: ModeSince | null;
  schedule: ModeSchedule | null;
}

/** A change of the mode, stored so that replays use the mode that was in force. */
interface ModeChange {
  v: 1;
  atMs: number;
  mode: SiteMode;
  /** The origin of `mode`: a change of the schedule alone keeps it. */
  source: ModeSource;
  /** The start of `mode`, Unix milliseconds. */
  sinceMs: number;
  schedule: ModeSchedule | null;
  keyId: string | null;
}

/** Changes kept of an organisation; beyond it the oldest go. */
const maxChanges = 1000;
/** The days before and ahead that a search for a change of the schedule covers: longer than any run of holidays. */
const searchDays = 15;
const minuteMs = 60_000;

/** A mode and the moment at which it begins, Unix milliseconds. */
export interface ModeSince {
  mode: SiteMode;
  atMs: number;
}

/**
 * The mode of each organisation's site. Set by hand it holds until the schedule's next change; without a
 * schedule until it is set again. `armed` before the first setting. Stored, so a restart changes nothing.
 */
export class SiteModes {
  readonly #parts: { store: Store; clock: Pick<Clock, "wallMs"> };
  readonly #changes = new Map<string, ModeChange[]>();
  /** Caches the newest answer of each organisation, because every frame needs it. */
  readonly #scheduled = new Map<
    string,
    { changeAtMs: number; minute: number; found: ModeSince | null }
  >();

  constructor(parts: { store: Store; clock: Pick<Clock, "wallMs"> }) {
    this.#parts = parts;
  }

  /** The mode at `wallMs`, Unix milliseconds; for the past, the one that was in force then. */
  at(org: string, wallMs: number): SiteMode {
    return this.#stateAt(org, wallMs).mode;
  }

  /** The present mode with its next change. */
  describe(org: string): SiteModeState {
    const nowMs = this.#parts.clock.wallMs();
    const change = this.#changeAt(org, nowMs);
    const { mode, atMs, source } = this.#stateAt(org, nowMs);
    const schedule = change?.schedule ?? null;
    const next = schedule && nextChange(schedule, nowMs);
    return {
      mode,
      source,
      sinceMs: source === "default" ? null : atMs,
      keyId: change?.keyId ?? null,
      nextChange: next ?? null,
      schedule,
    };
  }

  /** Sets mode, schedule or both. Throws `invalid_request_body` for an impossible schedule. */
  async set(org: string, request: ModeRequest, keyId: string | null): Promise<SiteModeState> {
    if (request.schedule) checkSchedule(request.schedule);
    const { store, clock } = this.#parts;
    const list = this.#load(org);
    const atMs = Math.max(clock.wallMs(), (list.at(-1)?.atMs ?? 0) + 1);
    const before = this.#stateAt(org, atMs);
    const isByHand = request.mode !== undefined;
    const change: ModeChange = {
      v: 1,
      atMs,
      mode: request.mode ?? before.mode,
      source: isByHand ? "hand" : before.source,
      sinceMs: isByHand ? atMs : before.atMs,
      schedule: request.schedule === undefined ? (list.at(-1)?.schedule ?? null) : request.schedule,
      keyId,
    };
    const dropped = list.slice(0, Math.max(0, list.length + 1 - maxChanges));
    await store.transact((tx) => {
      tx.put(keyOf(org, atMs), change);
      for (const old of dropped) tx.remove(keyOf(org, old.atMs));
    });
    this.#changes.set(org, [...list.slice(dropped.length), change]);
    return this.describe(org);
  }

  #stateAt(org: string, wallMs: number): ModeSince & { source: ModeSource } {
    const change = this.#changeAt(org, wallMs);
    if (!change) return { mode: "armed", atMs: 0, source: "default" };
    const scheduled = change.schedule && this.#scheduledAt(org, change, wallMs);
    if (scheduled && scheduled.atMs > change.atMs) return { ...scheduled, source: "schedule" };
    return { mode: change.mode, atMs: change.sinceMs, source: change.source };
  }

  #scheduledAt(org: string, change: ModeChange, wallMs: number): ModeSince | null {
    const minute = Math.floor(wallMs / minuteMs);
    const known = this.#scheduled.get(org);
    if (known?.minute === minute && known.changeAtMs === change.atMs) return known.found;
    const found = lastChange(change.schedule!, wallMs);
    this.#scheduled.set(org, { changeAtMs: change.atMs, minute, found });
    return found;
  }

  #changeAt(org: string, wallMs: number): ModeChange | undefined {
    return this.#load(org).findLast((change) => change.atMs <= wallMs);
  }

  #load(org: string): ModeChange[] {
    const known = this.#changes.get(org);
    if (known) return known;
    const prefix = [org, "mode"];
    const list = this.#parts.store
      .range<ModeChange>({ prefix, limit: maxChanges })
      .map(({ value }) => value);
    this.#changes.set(org, list);
    return list;
  }
}

function keyOf(org: string, atMs: number): StoreKey {
  return [org, "mode", atMs];
}

function checkSchedule(wire: ModeSchedule): void {
  if (!ZoneClock.of(wire.time_zone)) throw unknownZone(wire.time_zone, "schedule.time_zone");
  const holidays = readHolidays(wire.holidays, "schedule.holidays");
  const isNever = wire.changes.every(({ days }) => days?.join() === "holiday");
  if (!isNever || holidays.size > 0) return;
  const param = "schedule.changes";
  const message = `${param}: all are for holidays, and holidays lists none. Add a holiday or another day`;
  throw fail("invalid_request_body", message, { param });
}

/** The schedule's last change at or before `wallMs`; null when it had none in `searchDays`. */
function lastChange(wire: ModeSchedule, wallMs: number): ModeSince | null {
  return changesAround(wire, wallMs, -searchDays).findLast(({ atMs }) => atMs <= wallMs) ?? null;
}

function nextChange(wire: ModeSchedule, wallMs: number): ModeSince | null {
  return changesAround(wire, wallMs, searchDays).find(({ atMs }) => atMs > wallMs) ?? null;
}

/** Changes of the days from `wallMs` to `days` later, or earlier, in order of time. */
function changesAround(wire: ModeSchedule, wallMs: number, days: number): ModeSince[] {
  const clock = ZoneClock.of(wire.time_zone)!;
  const holidays = new Set(wire.holidays);
  const { date: today } = clock.at(wallMs);
  const found: ModeSince[] = [];
  for (let day = Math.min(0, days); day <= Math.max(0, days); day += 1) {
    const date = dateAfter(today, day);
    const kind = dayKindOf(date, holidays);
    for (const entry of wire.changes) {
      if (!(entry.days ?? dayKinds).includes(kind)) continue;
      found.push({
        mode: entry.mode,
        atMs: clock.instantOf({ date, minute: minuteOf(entry.at) }),
      });
    }
  }
  return found.toSorted((a, b) => a.atMs - b.atMs);
}
