import { join } from "node:path";
import { placeNames, type RobotCommandBody } from "../driver/command-document.ts";
import type { RobotRequest } from "../driver/robot-document.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Meter } from "../../base/contract/metrics.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { NetworkRules } from "../../base/core/guarded-dial.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { StreamFrameTimes } from "../../base/core/shown-frames.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { DriverMap, RobotDriver } from "../driver/driver-port.ts";
import type { SilenceLimits } from "../driver/live-state.ts";
import { FrameTree } from "../maps/frame-ties.ts";
import type { Places } from "../maps/places.ts";
import type { GroundSight } from "../people/people-port.ts";
import { resolvePlaces, targetOf } from "../maps/place-target-wire.ts";
import type { Fence } from "../../base/core/fence.ts";
import { beginDriving } from "../commands/driving-record.ts";
import { closedFence } from "../driver/fenced-driver.ts";
import type { RobotSharing, SharedRobot } from "./shared-robot.ts";
import { identitiesOf } from "./address.ts";
import { limitKey } from "../commands/command-log.ts";
import { RecordUpkeep } from "../commands/record-upkeep.ts";
import type { KnownRobot, RobotRecord } from "./robot-record.ts";
import { RobotTraces } from "./robot-trace.ts";
import { assertOwn, assertRequest, assertSound } from "./robot-checks.ts";
import { RobotUnit } from "./robot-unit.ts";
import { telemetryWire } from "./robot-wire.ts";
import { readSettings } from "../driver/robot-settings.ts";
import { StopJournal } from "../commands/stop-journal.ts";
import { StoredConfig } from "./stored-config.ts";
import { TelemetryHub } from "./telemetry-wire.ts";
import { robotLimits } from "../robot-terms.ts";

/** Creates the driver of a robot, loading it first where needed; it is not open yet. It keeps to the fence. */
export type MakeDriver = (
  record: RobotRecord,
  fence: Fence | undefined,
) => RobotDriver | Promise<RobotDriver>;

/** Dependencies of the robots. */
export interface RobotsParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  /** The folder of the journal of stops. */
  dataDir: string;
  makeDriver: MakeDriver;
  /** Names of the MQTT brokers of the site configuration. */
  brokers: readonly string[];
  /** Networks in which robots with an address of their own may be. */
  networks: NetworkRules;
  /** The ROS domain of robots that name none. */
  rosDomainId: number;
  configured: readonly { org: string; id: string; request: RobotRequest }[];
  isBehaviorType(type: string): boolean;
  /** Every organisation, for the retention of the record. */
  orgs(): string[];
  retention: { maxAgeMs: number; maxCount: number };
  meter?: Meter;
  /** Named places; without them commands name none. */
  places?: Pick<Places, "addUsers" | "find" | "meant" | "places" | "treeOf">;
  /** Takes each new state of a robot's map. */
  onMap?: (robot: { org: string; id: string; name: string }, map: DriverMap) => void;
  frameTimes?: StreamFrameTimes;
  ground?: GroundSight;
  /** Shares the robots of the site configuration with other boxes; absent where the box drives them alone. */
  sharing?: RobotSharing | undefined;
  /** Calls back when robots may connect; default at once. */
  whenAllowed?: (run: () => void) => void;
}

/** Silence that makes a robot stale and offline, by driver (notes, bar 7). */
const silenceOf: Record<RobotRequest["driver"], SilenceLimits> = {
  sim: { staleMs: 1000, offlineMs: 3000 },
  // A VDA 5050 robot reports at least every 30 s (section 6.10).
  vda5050: { staleMs: 32_000, offlineMs: 35_000 },
  ros2: { staleMs: 1000, offlineMs: 3000 },
  rosbridge: { staleMs: 1000, offlineMs: 3000 },
};
/** Period of telemetry and of the checks for silence, in milliseconds. */
const tickMs = 100;
const housekeepingMs = 1000;
const trimPeriodMs = 60_000;

/** A robot that this box drives from now on. */
export interface DrivenRobot extends Pick<RobotRecord, "org" | "id"> {
  fence: Fence;
  /** Revision of the lease before; 0 for none. */
  before: number;
}

interface IdentifiedRobot extends KnownRobot {
  /** The identities of its machine at its addition. */
  identities: readonly string[];
}

const recordKey = (org: string, id: string): StoreKey => [org, "robot", id];
const unitName = (org: string, id: string): string => `${org}\0${id}`;

/** Every robot of the box: those of the site configuration and those added through the API. */
export class Robots implements Part {
  readonly #parts: RobotsParts;
  readonly #units = new Map<string, IdentifiedRobot>();
  readonly #journal: StopJournal;
  readonly #upkeep: RecordUpkeep;
  readonly #timers: Timer[] = [];
  readonly telemetry = new TelemetryHub();
  readonly stored: StoredConfig;
  readonly traces: RobotTraces;
  readonly #lane = new SerialLane();

  constructor(parts: RobotsParts) {
    this.#parts = parts;
    this.#journal = new StopJournal(join(parts.dataDir, "robot-stops.journal"));
    this.#upkeep = new RecordUpkeep({ ...parts, journal: this.#journal });
    this.traces = new RobotTraces(parts.clock);
    this.stored = new StoredConfig({
      ...parts,
      framesOf: (org, id) => this.unit(org, id)?.parts.settings.frames,
      unknownPlace: (org, body) => this.unknownPlace(org, body),
    });
    parts.places?.addUsers((org, name) => this.stored.actionsTo(org, name));
  }

  /** Fails with `config_invalid` for a configured robot with impossible geometry. */
  async start(): Promise<void> {
    const { clock, log, store, orgs, configured } = this.#parts;
    try {
      await this.#journal.open();
    } catch (error) {
      log.error({ error: describeError(error) }, "stops cannot be written down on a full disk");
    }
    await this.#upkeep.importJournal();
    const createdAtMs = clock.wallMs();
    const limits = configured.map(({ org, id, request }): RobotRecord => {
      assertSound(id, request);
      return { v: 1, org, id, request, origin: "config", createdAtMs };
    });
    const stored = orgs().flatMap((org) =>
      [...store.range<RobotRecord>({ prefix: [org, "robot"] })].map(({ value }) => value),
    );
    await this.#addAll([...limits, ...stored]);
    this.#timers.push(
      clock.every(tickMs, () => this.#tick()),
      clock.every(housekeepingMs, () => void this.#upkeep.importJournal()),
      clock.every(
        trimPeriodMs,
        () => void this.#upkeep.trim([...this.#units.values()].map(({ record }) => record)),
      ),
    );
  }

  /** Stops robots that drive on a command and closes every driver. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    await this.#lane.idle();
    await Promise.all([...this.#units.values()].map(({ unit }) => unit.stop()));
    this.#units.clear();
    await this.#journal.close();
  }

  /** Returns the robot, or undefined, also for one of another organisation. */
  unit(org: string, id: string): RobotUnit | undefined {
    return this.#units.get(unitName(org, id))?.unit;
  }

  /**
   * Returns the command with the positions of the places that it names, as they are now, in a frame of the robot. Fails
   * as `resolvePlaces`.
   */
  resolved(org: string, id: string, body: RobotCommandBody): RobotCommandBody {
    if (placeNames(body).length === 0) return body;
    const { places } = this.#parts;
    return resolvePlaces(body, {
      find: (name) => places?.find(org, name),
      meant: (name) => places?.meant(org, name),
      ...this.#framesOf(org, id),
    });
  }

  /** Returns the first place that the command names and the organisation lacks; null for none. */
  unknownPlace(org: string, body: RobotCommandBody): string | null {
    const { places } = this.#parts;
    return placeNames(body).find((name) => places?.find(org, name) === undefined) ?? null;
  }

  /** Returns the places with their positions in a frame of the robot. */
  placesFor(org: string, id: string) {
    const frames = this.#framesOf(org, id);
    return (this.#parts.places?.places(org) ?? []).map((place) => targetOf(place, frames));
  }

  /** Robots of every organisation. */
  all(): KnownRobot[] {
    return [...this.#units.values()];
  }

  /** Robots of the organisation by id, with their settings. */
  of(org: string): KnownRobot[] {
    return [...this.#units.values()]
      .filter(({ record }) => record.org === org)
      .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
  }

  /**
   * Adds or changes a robot; it stops one that drives on a command first. Fails with `invalid_request_body`,
   * with `conflict` for one of the site configuration, at the limit, and for the machine of another robot,
   * and with `forbidden_address`.
   */
  async put(org: string, id: string, request: RobotRequest): Promise<void> {
    assertRequest(id, request, this.#parts);
    const identities = await identitiesOf(request, this.#parts.rosDomainId);
    await this.#lane.run(async () => {
      const known = this.#units.get(unitName(org, id));
      assertOwn(known?.record);
      const twin = this.#twinOf({ org, id }, identities);
      if (twin) {
        const whose =
          twin.org === org
            ? `the robot ${twin.request.name ?? twin.id}`
            : "another robot of this box";
        throw fail(
          "conflict",
          `${request.driver}: ${whose} is this machine already. Change or remove that robot`,
        );
      }
      if (!known && this.of(org).length >= robotLimits.robots) {
        throw fail(
          "conflict",
          `robots: an organisation has at most ${robotLimits.robots}. Remove one first`,
        );
      }
      const createdAtMs = known?.record.createdAtMs ?? this.#parts.clock.wallMs();
      const record: RobotRecord = { v: 1, org, id, request, origin: "api", createdAtMs };
      await this.#parts.store.transact((tx) => tx.put(recordKey(org, id), record));
      await known?.unit.stop();
      await this.#add(record, identities);
    });
  }

  /**
   * Removes a robot with its commands, stopping it first; its record stays. False for an unknown one.
   * `conflict` as `put`.
   */
  async remove(org: string, id: string): Promise<boolean> {
    return await this.#lane.run(async () => {
      const known = this.#units.get(unitName(org, id));
      if (!known) return false;
      assertOwn(known.record);
      await known.unit.stop();
      this.#units.delete(unitName(org, id));
      const { store } = this.#parts;
      const gone = [recordKey(org, id), limitKey({ org, robotId: id })];
      await store.transact((tx) => gone.forEach((key) => tx.remove(key)), { essential: true });
      await this.#upkeep.forget(org, id);
      return true;
    });
  }

  /** Applies changed zones of the organisation before it returns. */
  refreshZones(org: string): void {
    for (const { unit } of this.of(org)) unit.setZones(this.stored.zonesOf(org, unit.parts.id));
  }

  /** Returns another robot, of any organisation, of the same machine. */
  #twinOf({ org, id }: Pick<RobotRecord, "org" | "id">, identities: readonly string[]) {
    const twin = [...this.#units.values()].find(
      ({ record, identities: known }) =>
        !(record.org === org && record.id === id) &&
        known.some((each) => identities.includes(each)),
    );
    return twin?.record;
  }

  /** Adds robots at the start; looks host names up in parallel. */
  async #addAll(records: readonly RobotRecord[]): Promise<void> {
    const { log, rosDomainId } = this.#parts;
    const known = await Promise.all(
      records.map(async (record) => ({
        record,
        identities: await identitiesOf(record.request, rosDomainId),
      })),
    );
    for (const { record, identities } of known) {
      const { org, id, origin } = record;
      if (this.#units.has(unitName(org, id))) continue;
      const twin = this.#twinOf(record, identities);
      if (!twin) await this.#add(record, identities);
      else if (origin === "api")
        log.error({ robot_id: id, twin: twin.id }, "one machine has two robots");
      else
        throw fail(
          "config_invalid",
          `robots.${id}: is the same machine as ${twin.id}. Remove one of them`,
        );
    }
  }

  /**
   * Begins to drive a shared robot under a lease: with a driver of its own, so that nothing of an earlier lease lives on.
   */
  async drive({ org, id, fence, before }: DrivenRobot): Promise<void> {
    const known = this.#units.get(unitName(org, id));
    if (!known) return;
    const { revision } = fence;
    await beginDriving(this.#parts, { org, robotId: id }, { revision, before });
    await known.unit.stop();
    await this.#add(known.record, known.identities, fence);
  }

  /** Stops a shared robot, if it carries out a command, and sends it nothing more. Never rejects. */
  async leave({ org, id }: Pick<RobotRecord, "org" | "id">): Promise<void> {
    const known = this.#units.get(unitName(org, id));
    if (!known) return;
    try {
      await known.unit.stop("fleet: this box no longer drives the robot");
      await this.#add(known.record, known.identities);
    } catch (error) {
      this.#parts.log.error({ robot_id: id, error: describeError(error) }, "a robot was not left");
    }
  }

  /** The robot as shared; undefined for one that only this box drives. Without a fence another box may drive it. */
  #sharedOf({ org, id, origin }: RobotRecord, fence: Fence | undefined): SharedRobot | undefined {
    const { sharing } = this.#parts;
    if (!sharing || origin !== "config") return undefined;
    const robot = { org, id };
    return {
      fence: fence ?? closedFence(() => sharing.problemOf(robot)),
      box: () => sharing.boxOf(robot),
    };
  }

  async #add(record: RobotRecord, identities: readonly string[], fence?: Fence): Promise<void> {
    const { org, id, request } = record;
    const shared = this.#sharedOf(record, fence);
    const unit = new RobotUnit({
      ...this.#parts,
      journal: this.#journal,
      onEntry: (owner, entry) => this.traces.hearEntry(owner, entry),
      org,
      id,
      settings: readSettings(request),
      driver: this.traces.watched(org, id, await this.#parts.makeDriver(record, shared?.fence)),
      ...(shared ? { shared } : {}),
      silence: silenceOf[request.driver],
      tree: () => this.#treeOf(org),
      onMap: (map) => this.#parts.onMap?.({ org, id, name: request.name ?? id }, map),
    });
    this.#units.set(unitName(org, id), { unit, record, identities });
    // It starts with the lease.
    if (shared && !fence) return;
    const { whenAllowed = (run: () => void) => run() } = this.#parts;
    whenAllowed(() => {
      // It may have been changed or removed meanwhile.
      if (this.unit(org, id) === unit) unit.start(this.stored.zonesOf(org, id));
    });
  }

  #treeOf(org: string): FrameTree {
    return this.#parts.places?.treeOf(org) ?? new FrameTree([]);
  }

  /** The robot's frames, the one that it is in first. */
  #framesOf(org: string, id: string) {
    const unit = this.unit(org, id);
    const tree = this.#treeOf(org);
    if (!unit) return { tree, frames: [] };
    const here = unit.state.value("pose")?.frame;
    const known = [...unit.parts.settings.frames, ...unit.parts.driver.frames()];
    return { tree, frames: here === undefined ? known : [here, ...known] };
  }

  #tick(): void {
    const dirty = new Map<string, RobotUnit[]>();
    for (const { unit, record } of this.#units.values()) {
      unit.tick();
      if (!unit.isDirty) continue;
      unit.isDirty = false;
      dirty.set(record.org, [...(dirty.get(record.org) ?? []), unit]);
    }
    if (!this.telemetry.isHeard) return;
    for (const [org, units] of dirty) {
      this.telemetry.publish({ org, robots: units.map(telemetryWire) });
    }
  }
}
