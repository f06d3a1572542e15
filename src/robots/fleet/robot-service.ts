import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { RobotCommandRequest, RobotLeaseRequest } from "../wire/robot.ts";
import type {
  RobotActionRequest,
  RobotBehaviorRequest,
  RobotZoneRequest,
} from "./config-document.ts";
import type { RobotRequest } from "../driver/robot-document.ts";
import type {
  LeaseWire,
  RobotAuditWire,
  RobotCommandWire,
  RobotStatusWire,
  RobotStopWire,
  RobotWire,
} from "../wire/robot-answers.ts";
import type {
  RobotActionWire,
  RobotBehaviorWire,
  RobotZoneWire,
} from "../wire/robot-config-answers.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import { chainLength, chainPage } from "../commands/chain.ts";
import { chainWire } from "../commands/chain-wire.ts";
import { readCommand } from "../driver/command.ts";
import { commandWire, getCommand, listCommands } from "../commands/command-record.ts";
import type { RobotPicture } from "../driver/driver-port.ts";
import type { RobotUnit } from "./robot-unit.ts";
import { enforcementOf, statusWire } from "./robot-wire.ts";
import type { RobotRecord, Robots } from "./robots.ts";
import type { TeleopListener, TeleopSession } from "../teleop/teleop-session.ts";
import { isAbout, type StoredItem, type StoredKind } from "./stored-config.ts";
import { zoneWarnings } from "../bounds/zone-types.ts";
import { type LeasePriority, robotLimits } from "../robot-terms.ts";
import type { Holder } from "../commands/lease.ts";
import { leaseWire } from "../commands/lease-wire.ts";
import { stopWire } from "../commands/stop-wire.ts";

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
}

/** A callback in the transaction that accepts a command. */
export type AlsoAccept = (tx: StoreTransaction, command: RobotCommandWire) => void;

/** Robots for HTTP callers; undefined for an unknown robot and for another organisation's. */
export class RobotService {
  readonly #robots: Robots;
  readonly #store: Store;
  readonly #taking = new Map<RobotUnit, Promise<RobotPicture>>();

  constructor(parts: { robots: Robots; store: Store }) {
    this.#robots = parts.robots;
    this.#store = parts.store;
  }

  /** Returns the organisation's robots by id. */
  list(org: string): RobotWire[] {
    return this.#robots.of(org).map(robotWire);
  }

  get(org: string, id: string): RobotWire | undefined {
    const found = this.#robots.of(org).find(({ record }) => record.id === id);
    return found && robotWire(found);
  }

  status(org: string, id: string): RobotStatusWire | undefined {
    const unit = this.#robots.unit(org, id);
    return unit && statusWire(unit);
  }

  /** Adds or changes a robot; fails as `Robots.put`. */
  async put(org: string, id: string, request: RobotRequest): Promise<RobotWire> {
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
    sent: { request: RobotCommandRequest; also?: AlsoAccept },
  ): Promise<RobotCommandWire | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return undefined;
    const { command: body, ttl_seconds: ttlSec, reason: why = null } = sent.request;
    const name = body.command;
    if (name === "stop") return await this.#stopCommand(unit, caller, sent.request);
    const { also } = sent;
    const record = await unit.submit({
      command: readCommand({ ...body, command: name }),
      body,
      holder: holderOf(caller),
      requestId: caller.requestId,
      why,
      ttlMs: (ttlSec ?? robotLimits.ttlDefaultSec) * 1000,
      ...(also ? { also: (tx, command) => also(tx, commandWire(command)) } : {}),
    });
    return commandWire(record);
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

  /** Returns the robot's place; null while unknown, undefined for an unknown robot. */
  poseOf(org: string, id: string): { frame: string; xM: number; yM: number } | null | undefined {
    return this.#robots.unit(org, id)?.state.fresh("pose");
  }

  /** Returns the present refusal of the command by the gate or a lease; null for none. */
  refusalOf(
    caller: RobotCaller,
    id: string,
    body: RobotCommandBody,
  ): { rule: string; message: string } | null {
    const { command } = body;
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return { rule: "not_found", message: "there is no such robot" };
    if (command === "stop") return null;
    return unit.refusalOf(readCommand({ ...body, command }), holderOf(caller));
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
    const { maxSpeedMps, maxTurnRadps } = unit.parts.settings;
    return { session, maxSpeedMps, maxTurnRadps };
  }

  getCommand(org: string, robotId: string, id: string): RobotCommandWire | undefined {
    const live = this.#robots.unit(org, robotId)?.active;
    if (live?.id === id.toLowerCase()) return commandWire(live);
    const found = getCommand(this.#store, org, { robotId, id });
    return found && commandWire(found);
  }

  /** The robot's commands, newest first; undefined for an unknown robot. */
  listCommands(org: string, robotId: string): RobotCommandWire[] | undefined {
    if (!this.#robots.unit(org, robotId)) return undefined;
    return listCommands(this.#store, org, robotId).map(commandWire);
  }

  /** Stops the robot now; fails as `RobotUnit.halt`. */
  async stop(
    caller: RobotCaller,
    id: string,
    why: string | null,
  ): Promise<RobotStopWire | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    return unit && stopWire(unit.parts.id, await unit.halt(holderOf(caller), why));
  }

  /** Takes the lease, or renews it; fails with `lease_held`. */
  async takeLease(
    caller: RobotCaller,
    id: string,
    request: RobotLeaseRequest,
  ): Promise<LeaseWire | undefined> {
    const unit = this.#robots.unit(caller.org, id);
    if (!unit) return undefined;
    const ttlMs = (request.ttl_seconds ?? robotLimits.leaseDefaultSec) * 1000;
    await unit.takeLease(holderOf(caller), { ttlMs, onExpiry: request.on_expiry ?? "cancel" });
    const lease = leaseWire(id, unit.lease);
    if (lease?.holder === caller.keyId) return lease;
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
  ): { items: RobotAuditWire[]; total: number } {
    const items = chainPage(this.#store, org, page).map(chainWire);
    return { items, total: chainLength(this.#store, org) };
  }

  /** Returns stored zones with their enforcement; with `robotId` those that apply to that robot. */
  zones(org: string, robotId?: string): RobotZoneWire[] {
    return this.#stored(org, "zone", robotId).map((zone) => this.#zoneWire(zone));
  }

  async putZones(org: string, zones: readonly RobotZoneRequest[]): Promise<RobotZoneWire[]> {
    const stored = await this.#robots.stored.upsert(org, "zone", zones);
    this.#robots.refreshZones(org);
    return stored.map((zone) => this.#zoneWire(zone));
  }

  behaviors(org: string, robotId?: string): RobotBehaviorWire[] {
    return this.#stored(org, "behavior", robotId).map(behaviorWire);
  }

  async putBehaviors(
    org: string,
    behaviors: readonly RobotBehaviorRequest[],
  ): Promise<RobotBehaviorWire[]> {
    return (await this.#robots.stored.upsert(org, "behavior", behaviors)).map(behaviorWire);
  }

  /** Returns stored actions; with `behaviorId` those for that behavior. */
  actions(org: string, behaviorId?: string): RobotActionWire[] {
    return this.#robots.stored
      .list(org, "action")
      .filter((each) => behaviorId === undefined || each.behavior_id === behaviorId.toLowerCase())
      .map(actionWire);
  }

  async putActions(
    org: string,
    actions: readonly RobotActionRequest[],
  ): Promise<RobotActionWire[]> {
    const lowered = actions.map((each) =>
      (each.behavior_id ?? null) === null
        ? each
        : { ...each, behavior_id: each.behavior_id!.toLowerCase() },
    );
    return (await this.#robots.stored.upsert(org, "action", lowered)).map(actionWire);
  }

  async removeStored(org: string, kind: StoredKind, id: string): Promise<boolean> {
    const isGone = await this.#robots.stored.remove(org, kind, id);
    if (kind === "zone") this.#robots.refreshZones(org);
    return isGone;
  }

  async #stopCommand(
    unit: RobotUnit,
    caller: RobotCaller,
    { command: body, reason }: RobotCommandRequest,
  ): Promise<RobotCommandWire> {
    if (Object.keys(body).length > 1) {
      throw invalidField("command", "stop takes no fields. Leave the other fields out");
    }
    const stop = await unit.halt(holderOf(caller), reason ?? null);
    const stoppedAt = stop.stoppedAtMs / 1000;
    return {
      command_id: stop.id,
      object: "robot.command",
      robot_id: unit.parts.id,
      command: body,
      state: "succeeded",
      reason: stop.done,
      requested_by: caller.keyId,
      priority: caller.priority,
      created_at: stoppedAt,
      sent_at: stoppedAt,
      ended_at: stoppedAt,
      warnings: [],
    };
  }

  #stored<K extends "zone" | "behavior">(org: string, kind: K, robotId?: string): StoredItem<K>[] {
    const all = this.#robots.stored.list(org, kind);
    return robotId === undefined ? all : all.filter((each) => isAbout(each, robotId));
  }

  #zoneWire(zone: StoredItem<"zone">): RobotZoneWire {
    const robots = this.#robots.of(zone.org).filter(({ record }) => isAbout(zone, record.id));
    return {
      ...itemWire(zone, "robot.zone"),
      name: zone.name,
      type: zone.type,
      frame: zone.frame,
      polygon: zone.polygon,
      max_speed_mps: zone.max_speed_mps ?? null,
      warnings: zoneWarnings(zone.type),
      enforcement: robots.map(({ unit, record }) => ({
        robot_id: record.id,
        ...enforcementOf(unit, zone),
      })),
    };
  }
}

function holderOf({ keyId, priority, name }: RobotCaller): Holder {
  return { keyId, priority, ...omitUndefined({ name }) };
}

function robotWire({ unit, record }: { unit: RobotUnit; record: RobotRecord }): RobotWire {
  return {
    ...statusWire(unit),
    origin: record.origin,
    settings: record.request,
    created_at: record.createdAtMs / 1000,
  };
}

function itemWire<const K extends string>(item: StoredItem<StoredKind>, object: K) {
  return {
    id: item.id,
    object,
    robot_id: item.robotId,
    created_at: item.createdAtMs / 1000,
    updated_at: item.updatedAtMs / 1000,
  };
}

function behaviorWire(item: StoredItem<"behavior">): RobotBehaviorWire {
  const { name, type, zone = null, severity = null } = item;
  return { ...itemWire(item, "robot.behavior"), name, type, zone, severity };
}

function actionWire(item: StoredItem<"action">): RobotActionWire {
  const { behavior_id = null, name, on, do: steps } = item;
  return { ...itemWire(item, "robot.action"), behavior_id, name, on, do: steps };
}
