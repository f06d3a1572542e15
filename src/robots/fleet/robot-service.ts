import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { RobotCommandBody, TargetBody } from "../driver/command-document.ts";
import type {
  RobotActionRequest,
  RobotBehaviorRequest,
  RobotZoneRequest,
} from "./config-document.ts";
import type { RobotRequest } from "../driver/robot-document.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import { chainLength, chainPage, type LinkedEntry } from "../commands/chain.ts";
import { readCommand } from "../driver/command.ts";
import {
  type CommandOrder,
  type CommandRecord,
  getCommand,
  listCommands,
} from "../commands/command-record.ts";
import type { RobotPicture } from "../driver/driver-port.ts";
import type { PictureLimits } from "../driver/picture-limits.ts";
import type { HeldLease, Holder, LeaseOrder } from "../commands/lease.ts";
import type { StopOutcome } from "../commands/robot-stops.ts";
import { type Enforcement, enforcementOf } from "./enforcement.ts";
import type { RobotUnit } from "./robot-unit.ts";
import type { Robots } from "./robots.ts";
import type { KnownRobot } from "./robot-record.ts";
import type { RobotTrace } from "./mcap-port.ts";
import { traceOf } from "./trace-of.ts";
import type { TeleopListener, TeleopSession } from "../teleop/teleop-session.ts";
import { isAbout, type StoredItem, type StoredKind } from "./stored-config.ts";
import { type LeasePriority, robotLimits } from "../robot-terms.ts";

/** The caller, with the rank of its key. */
export interface RobotCaller {
  org: string;
  keyId: string;
  /** Name of the person or key, if it has one. */
  name?: string;
  priority: LeasePriority;
  requestId: string;
}

/** A session with the robot's own bounds. */
export interface OpenTeleop {
  session: TeleopSession;
  maxSpeedMps: number;
  maxTurnRadps: number;
  /** The picture by which the client must drive; null for none. */
  drivingPicture: PictureLimits | null;
}

/** A stored zone with its enforcement by each robot that it applies to. */
export interface EnforcedZone {
  zone: StoredItem<"zone">;
  enforcement: readonly ({ robotId: string } & Enforcement)[];
}

/** A callback in the transaction that accepts a command. */
export type AlsoAccept = (tx: StoreTransaction, command: CommandRecord) => void;

/** Robots for callers of the API; undefined for an unknown robot and for another organisation's. */
export class RobotService {
  readonly #robots: Robots;
  readonly #store: Store;
  readonly #taking = new Map<RobotUnit, Promise<RobotPicture>>();

  constructor(parts: { robots: Robots; store: Store }) {
    this.#robots = parts.robots;
    this.#store = parts.store;
  }

  /** Returns the organisation's robots by id. */
  list(org: string): KnownRobot[] {
    return this.#robots.of(org);
  }

  get(org: string, id: string): KnownRobot | undefined {
    return this.#robots.of(org).find(({ record }) => record.id === id);
  }

  /** Adds or changes a robot; fails as `Robots.put`. */
  async put(org: string, id: string, request: RobotRequest): Promise<KnownRobot> {
    await this.#robots.put(org, id, request);
    return this.get(org, id)!;
  }

  remove(org: string, id: string): Promise<boolean> {
    return this.#robots.remove(org, id);
  }

  /**
   * Sends a command; what became of it up to the dispatch. `also` becomes part of the transaction
   * that accepts it; a stop is written afterwards and has none. Fails as `RobotUnit.submit` does.
   */
  async command(
    caller: RobotCaller,
    id: string,
    sent: { request: CommandOrder; also?: AlsoAccept },
  ): Promise<CommandRecord | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return undefined;
    const { command: order, ttlSec, reason: why = null } = sent.request;
    const name = order.command;
    if (name === "stop") return await this.#stopCommand(unit, caller, sent.request);
    const { also } = sent;
    assertNamedOrPlaced(order);
    const body = this.#robots.resolved(caller.org, id, order);
    return await unit.submit({
      command: readCommand({ ...body, command: name }),
      body,
      holder: holderOf(caller),
      requestId: caller.requestId,
      why,
      ttlMs: (ttlSec ?? robotLimits.ttlDefaultSec) * 1000,
      ...(also ? { also } : {}),
    });
  }

  /**
   * Takes a picture with the robot's own camera; callers at the same time share one. Undefined for an unknown robot.
   * Fails with `conflict` for a robot without a camera, and `robot_unreachable`.
   */
  async picture(org: string, id: string): Promise<Uint8Array | undefined> {
    const unit = this.#robots.unit(org, id);
    if (!unit) return undefined;
    const { camera } = unit.parts.driver;
    if (!camera)
      throw fail("conflict", "robot_id: the robot has no camera of its own. Use a stream");
    const taking = this.#taking.get(unit) ?? camera.take().finally(() => this.#taking.delete(unit));
    this.#taking.set(unit, taking);
    return (await taking).bytes;
  }

  /**
   * Returns what the robot reported and what the record says of it since a time, oldest first; undefined for an unknown
   * robot.
   */
  trace(org: string, id: string, sinceMs: number): RobotTrace | undefined {
    if (!this.#robots.unit(org, id)) return undefined;
    const parts = { traces: this.#robots.traces, store: this.#store };
    return traceOf(parts, { org, robotId: id, sinceMs });
  }

  /** Returns the robot's place; null while unknown, undefined for an unknown robot. */
  poseOf(org: string, id: string): { frame: string; xM: number; yM: number } | null | undefined {
    return this.#robots.unit(org, id)?.state.fresh("pose");
  }

  /** Returns the present refusal of the command by the gate or a lease; null for none. */
  refusalOf(
    caller: RobotCaller,
    id: string,
    order: RobotCommandBody,
  ): { rule: string; message: string } | null {
    const { command } = order;
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return { rule: "not_found", message: "there is no such robot" };
    if (command === "stop") return null;
    const lacking = this.#robots.unknownPlace(caller.org, order);
    if (lacking !== null) return { rule: "unknown_place", message: `there is no place ${lacking}` };
    const body = this.#robots.resolved(caller.org, id, order);
    return unit.refusalOf(readCommand({ ...body, command }), holderOf(caller));
  }

  /** Returns the first place that the command names and the organisation lacks; null for none. */
  unknownPlace(org: string, body: RobotCommandBody): string | null {
    return this.#robots.unknownPlace(org, body);
  }

  /** Starts teleop for the caller; fails as `RobotUnit.openTeleop`. */
  async openTeleop(
    caller: RobotCaller,
    id: string,
    how: { deadmanMs: number; listener: TeleopListener },
  ): Promise<OpenTeleop | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return undefined;
    const { requestId } = caller;
    const session = await unit.openTeleop({
      ...how,
      holder: holderOf(caller),
      requestId,
      why: null,
    });
    const { maxSpeedMps, maxTurnRadps, drivingPicture } = unit.parts.settings;
    return { session, maxSpeedMps, maxTurnRadps, drivingPicture };
  }

  getCommand(org: string, robotId: string, id: string): CommandRecord | undefined {
    const live = this.#robots.unit(org, robotId)?.active;
    if (live?.id === id.toLowerCase()) return { ...live };
    return getCommand(this.#store, org, { robotId, id });
  }

  /** The robot's commands, newest first; undefined for an unknown robot. */
  listCommands(org: string, robotId: string): CommandRecord[] | undefined {
    if (!this.#robots.unit(org, robotId)) return undefined;
    return listCommands(this.#store, org, robotId);
  }

  /** Stops the robot now; fails as `RobotUnit.halt`. */
  async stop(
    caller: RobotCaller,
    id: string,
    why: string | null,
  ): Promise<StopOutcome | undefined> {
    return await this.#robots.unit(caller.org, id)?.halt(holderOf(caller), why);
  }

  /** Takes the lease, or renews it; fails with `lease_held`. */
  async takeLease(
    caller: RobotCaller,
    id: string,
    { ttlSec = robotLimits.leaseDefaultSec, onExpiry = "cancel" }: LeaseOrder,
  ): Promise<HeldLease | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return undefined;
    await unit.takeLease(holderOf(caller), { ttlMs: ttlSec * 1000, onExpiry });
    const { held, leftMs } = unit.lease;
    if (held?.keyId === caller.keyId) return { held: { ...held }, leftMs };
    throw fail(
      "lease_held",
      "lease: a caller of higher priority took the robot meanwhile. Try again later",
    );
  }

  /** True when the caller held the robot; undefined for an unknown robot. */
  async releaseLease(caller: RobotCaller, id: string): Promise<boolean | undefined> {
    return await this.#robots.unit(caller.org, id)?.releaseLease(caller.keyId);
  }

  /** The record of commands, newest first, before the entry `beforeSeq`. */
  audit(
    org: string,
    page: { limit: number; beforeSeq?: number },
  ): { items: LinkedEntry[]; total: number } {
    return { items: chainPage(this.#store, org, page), total: chainLength(this.#store, org) };
  }

  /** Returns stored zones with their enforcement; with `robotId` those that apply to that robot. */
  zones(org: string, robotId?: string): EnforcedZone[] {
    return this.#stored(org, "zone", robotId).map((zone) => this.#enforced(zone));
  }

  async putZones(org: string, zones: readonly RobotZoneRequest[]): Promise<EnforcedZone[]> {
    const stored = await this.#robots.stored.upsert(org, "zone", zones);
    this.#robots.refreshZones(org);
    return stored.map((zone) => this.#enforced(zone));
  }

  behaviors(org: string, robotId?: string): StoredItem<"behavior">[] {
    return this.#stored(org, "behavior", robotId);
  }

  async putBehaviors(
    org: string,
    behaviors: readonly RobotBehaviorRequest[],
  ): Promise<StoredItem<"behavior">[]> {
    return await this.#robots.stored.upsert(org, "behavior", behaviors);
  }

  /** Returns stored actions; with `behaviorId` those for that behavior. */
  actions(org: string, behaviorId?: string): StoredItem<"action">[] {
    return this.#robots.stored
      .list(org, "action")
      .filter((each) => behaviorId === undefined || each.behavior_id === behaviorId.toLowerCase());
  }

  async putActions(
    org: string,
    actions: readonly RobotActionRequest[],
  ): Promise<StoredItem<"action">[]> {
    const lowered = actions.map((each) =>
      (each.behavior_id ?? null) === null
        ? each
        : { ...each, behavior_id: each.behavior_id!.toLowerCase() },
    );
    return await this.#robots.stored.upsert(org, "action", lowered);
  }

  async removeStored(org: string, kind: StoredKind, id: string): Promise<boolean> {
    const isGone = await this.#robots.stored.remove(org, kind, id);
    if (kind === "zone") this.#robots.refreshZones(org);
    return isGone;
  }

  async #stopCommand(
    unit: RobotUnit,
    caller: RobotCaller,
    { command: body, reason }: CommandOrder,
  ): Promise<CommandRecord> {
    if (Object.keys(body).length > 1) {
      throw invalidField("command", "stop takes no fields. Leave the other fields out");
    }
    const holder = holderOf(caller);
    const why = reason ?? null;
    const { id, done, stoppedAtMs } = await unit.halt(holder, why);
    return {
      v: 1,
      id,
      org: caller.org,
      robotId: unit.parts.id,
      body,
      state: "succeeded",
      reason: done,
      holder,
      requestId: caller.requestId,
      why,
      createdAtMs: stoppedAtMs,
      sentAtMs: stoppedAtMs,
      endedAtMs: stoppedAtMs,
      warnings: [],
    };
  }

  #stored<K extends "zone" | "behavior">(org: string, kind: K, robotId?: string): StoredItem<K>[] {
    const all = this.#robots.stored.list(org, kind);
    return robotId === undefined ? all : all.filter((each) => isAbout(each, robotId));
  }

  #enforced(zone: StoredItem<"zone">): EnforcedZone {
    const robots = this.#robots.of(zone.org).filter(({ record }) => isAbout(zone, record.id));
    const enforcement = robots.map(({ unit, record }) => ({
      robotId: record.id,
      ...enforcementOf(unit, zone),
    }));
    return { zone, enforcement };
  }
}

/** A caller sends a name or a position: the box's own answers have both. */
function assertNamedOrPlaced({ target, waypoints = [] }: RobotCommandBody): void {
  const isBoth = ({ place, frame }: TargetBody): boolean =>
    place !== undefined && frame !== undefined;
  if (target && isBoth(target))
    throw invalidField("command.target", "has both a place and a position. Send one of them");
  const at = waypoints.findIndex(isBoth);
  if (at < 0) return;
  throw invalidField(
    `command.waypoints[${at}]`,
    "has both a place and a position. Send one of them",
  );
}

function holderOf({ keyId, priority, name }: RobotCaller): Holder {
  return { keyId, priority, ...omitUndefined({ name }) };
}
