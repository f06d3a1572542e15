import type {
  RobotActionRequest,
  RobotBehaviorRequest,
  RobotZoneRequest,
} from "./config-document.ts";
import { placeNames, type RobotCommandBody } from "../driver/command-document.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import type { ZoneArea } from "../driver/areas.ts";
import { checkActionStep } from "../commands/action-step.ts";
import { isBounding } from "../bounds/zone-types.ts";
import { robotLimits } from "../robot-terms.ts";

/** Kinds of stored configuration. */
export type StoredKind = "zone" | "behavior" | "action";

interface Requests {
  zone: RobotZoneRequest;
  behavior: RobotBehaviorRequest;
  action: RobotActionRequest;
}

/** A zone, behavior or action as stored: the request with its own id and times. */
export type StoredItem<K extends StoredKind> = Omit<Requests[K], "id" | "robot_id"> & {
  v: 1;
  id: string;
  org: string;
  /** Null: every robot of the organisation. */
  robotId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
};

/** Dependencies of stored configuration. */
export interface StoredConfigParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  /** Frames of a robot; undefined for an unknown one. */
  framesOf(org: string, robotId: string): readonly string[] | undefined;
  isBehaviorType(type: string): boolean;
  /** The first place that the command names and the organisation lacks; null for none. */
  unknownPlace(org: string, body: RobotCommandBody): string | null;
}

const prefixOf = (org: string, kind: StoredKind): StoreKey => [org, `robot-${kind}`];

/** Zones, behaviors and actions of organisations. */
export class StoredConfig {
  readonly #parts: StoredConfigParts;

  constructor(parts: StoredConfigParts) {
    this.#parts = parts;
  }

  /** All of a kind, in the order of their ids. */
  list<K extends StoredKind>(org: string, kind: K): StoredItem<K>[] {
    return listIn<K>(this.#parts.store, org, kind);
  }

  /**
   * Stores all or none of `requests`: by `id`, else by robot and name. Fails with `invalid_request_body`
   * naming the field, `not_found` for an unknown id, `conflict` at the limit.
   */
  async upsert<K extends StoredKind>(
    org: string,
    kind: K,
    requests: readonly Requests[K][],
  ): Promise<StoredItem<K>[]> {
    for (const [at, request] of requests.entries()) this.#check(org, kind, { request, at });
    return await this.#parts.store.transact((tx) => this.#put(tx, org, { kind, requests }));
  }

  /** Removes one; false for an unknown one. */
  async remove(org: string, kind: StoredKind, id: string): Promise<boolean> {
    const key = [...prefixOf(org, kind), id.toLowerCase()];
    return await this.#parts.store.transact(
      (tx) => {
        const isThere = tx.get(key) !== undefined;
        tx.remove(key);
        return isThere;
      },
      { essential: true },
    );
  }

  /** Returns the zones that bound the robot. */
  zonesOf(org: string, robotId: string): ZoneArea[] {
    return this.list(org, "zone").flatMap((zone) => {
      const { type } = zone;
      if (!isBounding(type) || !isAbout(zone, robotId)) return [];
      const { id, name, frame, polygon, max_speed_mps: maxSpeedMps = null } = zone;
      return [{ id, name, type, frame, polygon, maxSpeedMps }];
    });
  }

  /** Returns the actions whose commands go to the place, in words. */
  actionsTo(org: string, place: string): string[] {
    return this.list(org, "action")
      .filter(({ do: steps }) =>
        steps.some(({ command }) => command && placeNames(command).includes(place)),
      )
      .map(({ name }) => `the action ${name}`);
  }

  #put<K extends StoredKind>(
    tx: StoreTransaction,
    org: string,
    { kind, requests }: { kind: K; requests: readonly Requests[K][] },
  ): StoredItem<K>[] {
    const known = new Map(listIn<K>(tx, org, kind).map((item) => [item.id, item]));
    const nowMs = this.#parts.clock.wallMs();
    const touched = new Set<string>();
    const stored = requests.map((request, at) => {
      const before = matching(known, request, `${kind}s[${at}]`);
      const { id: _id, robot_id: robotId = null, ...rest } = request;
      const item = {
        ...rest,
        v: 1,
        id: before?.id ?? uuidv7(nowMs),
        org,
        robotId,
        createdAtMs: before?.createdAtMs ?? nowMs,
        updatedAtMs: nowMs,
      } as StoredItem<K>;
      if (touched.has(item.id))
        throw invalidField(`${kind}s[${at}]`, "is in the request twice. Send it once");
      touched.add(item.id);
      known.set(item.id, item);
      return item;
    });
    if (known.size > robotLimits.stored) {
      throw fail(
        "conflict",
        `${kind}s: an organisation has at most ${robotLimits.stored}. Remove one first`,
      );
    }
    assertNamesOnce(known.values(), kind);
    for (const item of stored) tx.put([...prefixOf(org, kind), item.id], item);
    return stored;
  }

  #check<K extends StoredKind>(
    org: string,
    kind: K,
    one: { request: Requests[K]; at: number },
  ): void {
    const at = `${kind}s[${one.at}]`;
    const robotId = one.request.robot_id ?? null;
    const frames = robotId === null ? undefined : this.#parts.framesOf(org, robotId);
    if (robotId !== null && !frames)
      throw invalidField(`${at}.robot_id`, "there is no such robot. Choose a listed one");
    if (kind === "zone") checkZone(one.request as RobotZoneRequest, at, frames);
    if (kind === "behavior")
      this.#checkType((one.request as RobotBehaviorRequest).type, `${at}.type`);
    if (kind === "action") this.#checkAction(org, one.request as RobotActionRequest, at);
  }

  #checkAction(org: string, action: RobotActionRequest, at: string): void {
    this.#checkType(action.on, `${at}.on`);
    const behaviorId = action.behavior_id ?? null;
    const key = [...prefixOf(org, "behavior"), behaviorId?.toLowerCase() ?? ""];
    if (behaviorId !== null && this.#parts.store.get(key) === undefined) {
      throw invalidField(`${at}.behavior_id`, "there is no such behavior. Choose a stored one");
    }
    for (const [index, step] of action.do.entries()) {
      checkActionStep(step, `${at}.do[${index}]`);
      const lacking = step.command ? this.#parts.unknownPlace(org, step.command) : null;
      if (lacking !== null) {
        const param = `${at}.do[${index}].command.target.place`;
        throw invalidField(param, `there is no place ${lacking}. Choose a listed one`);
      }
    }
  }

  #checkType(type: string, param: string): void {
    if (!this.#parts.isBehaviorType(type))
      throw invalidField(param, "there is no such type of behavior. Choose a known one");
  }
}

/** True when the item is about the robot. */
export function isAbout(item: { robotId: string | null }, robotId: string): boolean {
  return item.robotId === null || item.robotId === robotId;
}

function listIn<K extends StoredKind>(store: StoreReader, org: string, kind: K): StoredItem<K>[] {
  return store
    .range<StoredItem<K>>({ prefix: prefixOf(org, kind), limit: robotLimits.stored })
    .map(({ value }) => value);
}

function matching<K extends StoredKind>(
  known: ReadonlyMap<string, StoredItem<K>>,
  request: Requests[K],
  param: string,
): StoredItem<K> | undefined {
  if (request.id !== undefined) {
    const found = known.get(request.id.toLowerCase());
    if (!found)
      throw fail("not_found", `${param}.id: there is no such item. Choose a listed one`, {
        param: `${param}.id`,
      });
    return found;
  }
  const robotId = request.robot_id ?? null;
  for (const item of known.values()) {
    if (item.robotId === robotId && item.name === request.name) return item;
  }
  return undefined;
}

function assertNamesOnce(items: Iterable<StoredItem<StoredKind>>, kind: StoredKind): void {
  const names = new Set<string>();
  for (const { robotId, name } of items) {
    const place = `${robotId ?? ""}\0${name}`;
    if (names.has(place)) throw invalidField(`${kind}s`, `two have the name ${name}. Rename one`);
    names.add(place);
  }
}

function checkZone(
  zone: RobotZoneRequest,
  at: string,
  frames: readonly string[] | undefined,
): void {
  const problem = polygonProblem(zone.polygon);
  if (problem !== null)
    throw invalidField(`${at}.polygon`, `is not valid (${problem}). Correct its corners`);
  if (frames && !frames.includes(zone.frame)) {
    throw invalidField(`${at}.frame`, `is no frame of the robot. Use one of ${frames.join(", ")}`);
  }
  const hasLimit = zone.max_speed_mps !== undefined;
  if (hasLimit !== (zone.type === "speed_limit")) {
    throw invalidField(
      `${at}.max_speed_mps`,
      "fits zones of type speed_limit only, and each needs it. Change the type or this field",
    );
  }
}
