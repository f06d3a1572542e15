import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Scope } from "../../base/contract/scopes.ts";
import type { MissionTimes } from "./mission-times-port.ts";
import type { MissionRecord, MissionStore } from "./mission-store.ts";

/** The last start of a mission by its schedule. */
export interface LastStart {
  v: 1;
  /** Unix milliseconds at which the box looked last while the schedule held. */
  heldAtMs: number;
  startedAtMs: number;
  jobId: string | null;
  /** Why it did not start; null for a start. */
  code: string | null;
  reason: string | null;
}

/** The parts of the starts. */
export interface MissionStartParts {
  store: Store;
  clock: Clock;
  log: Logger;
  jobs: Pick<Jobs, "operations" | "submit" | "isLive">;
  stored: MissionStore;
  times: MissionTimes;
  orgs(): string[];
  /** Returns the present scopes of a key; throws `api_key_revoked` or `api_key_expired`. */
  scopesOf(org: string, keyId: string): readonly Scope[];
}

const keyOf = (org: string, id: string): StoreKey => [org, "robot-mission-start", id];
/** Schedules have minutes; the box looks at them this often, in milliseconds. */
const lookMs = 10_000;
const minuteMs = 60_000;
/** After a longer pause the box does not check whether the schedule held throughout, in milliseconds. */
const longestPauseMs = 24 * 60 * minuteMs;

/** Queues missions when their schedule begins to hold, and again while it holds. */
export class MissionStarts implements Part {
  readonly #parts: MissionStartParts;
  #timer: Timer | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: MissionStartParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    this.#timer = this.#parts.clock.every(lookMs, () => this.look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
  }

  /** Returns the last start of a mission; undefined before the first. */
  lastOf(org: string, id: string): LastStart | undefined {
    return this.#parts.store.get<LastStart>(keyOf(org, id));
  }

  /** Returns when the mission starts next, if the site then has one of its modes; null for never, Unix milliseconds. */
  nextOf({ org, id, request }: MissionRecord): number | null {
    const { clock, times } = this.#parts;
    if (!request.starts || request.starts.enabled === false) return null;
    const { schedule, every_minutes: everyMin } = request.starts;
    const nowMs = clock.wallMs();
    const last = this.lastOf(org, id);
    const againMs = everyMin !== undefined && last ? last.startedAtMs + everyMin * minuteMs : null;
    const isAgain =
      againMs !== null && againMs >= nowMs && times.holdsAt({ org, schedule, modes: [] }, againMs);
    const nextMs = times.nextStart(schedule, nowMs);
    return isAgain ? Math.min(againMs, nextMs ?? againMs) : nextMs;
  }

  /** Looks at every schedule now. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#all());
  }

  async #all(): Promise<void> {
    const { orgs, stored, log } = this.#parts;
    for (const org of orgs()) {
      for (const mission of stored.list(org)) {
        if (!mission.request.starts) continue;
        try {
          await this.#one(mission);
        } catch (error) {
          log.warn(
            { mission_id: mission.id, error: describeError(error) },
            "a mission did not start",
          );
        }
      }
    }
  }

  async #one(mission: MissionRecord): Promise<void> {
    const { clock, times, store } = this.#parts;
    const { org, id, request } = mission;
    const { schedule, modes = [], every_minutes: everyMin, enabled = true } = request.starts!;
    const nowMs = clock.wallMs();
    if (!enabled || !times.holdsAt({ org, schedule, modes }, nowMs)) return;
    const last = this.lastOf(org, id);
    const isAgain =
      everyMin !== undefined && last && nowMs - last.startedAtMs >= everyMin * minuteMs;
    const isDue = !last || isAgain || !this.#heldSince(last.heldAtMs, { org, schedule, modes });
    const next = isDue ? await this.#queue(mission, last, nowMs) : last;
    await store.transact((tx) => tx.put(keyOf(org, id), { ...next, heldAtMs: nowMs }));
  }

  /** True when the schedule held all the time since `fromMs`, also while the box was off. */
  #heldSince(fromMs: number, of: Parameters<MissionTimes["holdsAt"]>[0]): boolean {
    const { clock, times } = this.#parts;
    const nowMs = clock.wallMs();
    if (nowMs - fromMs > longestPauseMs) return false;
    for (let atMs = fromMs; atMs < nowMs; atMs += minuteMs)
      if (!times.holdsAt(of, atMs)) return false;
    return true;
  }

  /** Queues the mission in the name of the key that stored it; its last run must have ended. */
  async #queue(
    { org, id, keyId }: MissionRecord,
    last: LastStart | undefined,
    nowMs: number,
  ): Promise<LastStart> {
    const { jobs, scopesOf } = this.#parts;
    const start = { v: 1, heldAtMs: nowMs, startedAtMs: nowMs, jobId: null } as const;
    if (last && last.jobId !== null && jobs.isLive(org, last.jobId))
      return {
        ...last,
        startedAtMs: nowMs,
        code: "conflict",
        reason: "its last run has not ended",
      };
    try {
      const scopes = scopesOf(org, keyId);
      if (!scopes.includes("robots:command"))
        return {
          ...start,
          code: "insufficient_scope",
          reason: "the key lacks the scope robots:command",
        };
      const operation = jobs.operations.get("robots.task")!;
      const caller = { org, keyId, scopes, requestId: `req_svc_${id}` };
      // A crash between the queue and the record of the start must not queue it twice.
      const key = `mission start ${id} ${last?.heldAtMs ?? 0}`;
      const idempotency = { key, fingerprint: key };
      const { job } = await jobs.submit(operation, { mission_id: id }, { caller, idempotency });
      return { ...start, jobId: job.id, code: null, reason: null };
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known) throw error;
      return { ...start, code: known.code, reason: known.message };
    }
  }
}
