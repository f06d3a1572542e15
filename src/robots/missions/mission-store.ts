import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreKey, StoreTransaction } from "../../base/core/store.ts";
import { checkMission, type MissionSite, within } from "./mission-checks.ts";
import type { StoredMissionRequest } from "./mission-document.ts";
import type { MissionTimes } from "./mission-times-port.ts";
import { missionLimits } from "./mission-terms.ts";

/** A stored mission. */
export interface MissionRecord {
  v: 1;
  id: string;
  org: string;
  request: StoredMissionRequest;
  /** The key or person that stored it last. */
  keyId: string;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** The parts of the store of missions. */
export interface MissionStoreParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  site: MissionSite;
  times: Pick<MissionTimes, "whyNever">;
}

/** Runs in the transaction that stores a mission. */
export type OnStored = (tx: StoreTransaction, record: MissionRecord) => void;

const keyOf = (org: string, id: string): StoreKey => [org, "robot-mission", id.toLowerCase()];

/** The missions of organisations; names are unique. */
export class MissionStore {
  readonly #parts: MissionStoreParts;

  constructor(parts: MissionStoreParts) {
    this.#parts = parts;
  }

  /** Returns the missions in the order of their ids, oldest first. */
  list(org: string): MissionRecord[] {
    const { store } = this.#parts;
    return store.range<MissionRecord>({ prefix: [org, "robot-mission"] }).map(({ value }) => value);
  }

  get(org: string, id: string): MissionRecord | undefined {
    return this.#parts.store.get<MissionRecord>(keyOf(org, id));
  }

  /**
   * Adds a mission, or changes the one with `id`; `onStored` runs in the transaction that stores it. Fails like
   * `checkMission`; with `not_found` for an unknown id, `invalid_request_body` for a name that is already taken, and
   * `conflict` at the limit.
   */
  async put(
    owner: { org: string; keyId: string },
    request: StoredMissionRequest,
    { id, onStored }: { id?: string; onStored?: OnStored } = {},
  ): Promise<MissionRecord> {
    const { org, keyId } = owner;
    const { store, clock, site, times } = this.#parts;
    if (request.starts) {
      // Before all holidays: one whose holidays have passed is a warning.
      const never = within("starts", () => times.whyNever(request.starts!.schedule, 0));
      if (never !== null) throw invalidField("starts.schedule", `never holds: ${never}. Add a day`);
    }
    await checkMission(site, org, { mission: request });
    const nowMs = clock.wallMs();
    return await store.transact((tx) => {
      const before = id === undefined ? undefined : tx.get<MissionRecord>(keyOf(org, id));
      if (id !== undefined && !before)
        throw fail("not_found", "mission_id: there is no such mission. Choose a listed one");
      const others = this.list(org).filter((each) => each.id !== before?.id);
      if (others.some((each) => each.request.name === request.name))
        throw invalidField("name", `another mission has the name ${request.name}. Choose another`);
      if (!before && others.length >= missionLimits.missions)
        throw fail(
          "conflict",
          `missions: an organisation has at most ${missionLimits.missions}. Remove one first`,
        );
      const record: MissionRecord = {
        v: 1,
        id: before?.id ?? uuidv7(nowMs),
        org,
        request,
        keyId,
        revision: (before?.revision ?? 0) + 1,
        createdAtMs: before?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
      };
      tx.put(keyOf(org, record.id), record);
      onStored?.(tx, record);
      return record;
    });
  }

  /** Removes a mission; false for an unknown one. Runs that have begun go on. */
  async remove(org: string, id: string): Promise<boolean> {
    return await this.#parts.store.transact(
      (tx) => {
        if (!tx.get(keyOf(org, id))) return false;
        tx.remove(keyOf(org, id));
        return true;
      },
      { essential: true },
    );
  }

  /** Returns the missions that name a place, in words. */
  usersOf(org: string, place: string): string[] {
    return this.list(org)
      .filter(({ request }) => request.steps.some((step) => step.place === place))
      .map(({ request }) => `mission ${request.name}`);
  }
}
