import type { Clock, Timer } from "../../base/core/clock.ts";
import type { CorridorRecord, PlaceRecord } from "../maps/map-record.ts";
import type { Door } from "../doors/door.ts";
import { DoorWays } from "./door-ways.ts";
import { type Traveller, whoCanFinish } from "./deadlocks.ts";
import type { TrafficFinding, TrafficMember } from "./members.ts";
import { GiveWay } from "./give-way.ts";
import { type DoorOf, type TrafficArea, TrafficNetwork } from "./network.ts";
import { type Hold, Reservations } from "./reservations.ts";
import { trafficLimits, type TrafficRule } from "./traffic-terms.ts";
import type { Trip } from "./trip.ts";

/** What one robot has, as it is stored. */
export interface KeptHolds {
  robotId: string;
  /** The highest fence of the organisation so far. */
  fence: number;
  holds: readonly Hold[];
}

/** The parts of the traffic of one organisation. */
export interface SiteTrafficParts {
  clock: Clock;
  corridors(): readonly CorridorRecord[];
  places(): readonly PlaceRecord[];
  /** Makes these durable together, in the order of the calls. Rejects when it cannot. */
  keep(robots: readonly KeptHolds[]): Promise<void>;
  kept: readonly KeptHolds[];
  onFinding(finding: TrafficFinding): void;
  /** Default `ways_open`; the others are for comparisons. */
  rule?: TrafficRule;
  /** Returns a door or lift of the organisation; absent where it has none. */
  door?(id: string): Door | undefined;
}

/**
 * Reserves corridors, their ends and places of one organisation before a robot enters them, and finds robots that wait
 * for each other.
 */
export class SiteTraffic {
  readonly #parts: SiteTrafficParts;
  readonly #table: Reservations;
  readonly #members = new Map<string, TrafficMember>();
  readonly #dirty = new Set<string>();
  readonly #conflicts = new Set<string>();
  readonly #giveWay: GiveWay;
  /** Doors and lifts on the ways of its robots. */
  readonly doors: DoorWays;
  #networks = new Map<string, TrafficNetwork | null>();
  #saving: Promise<boolean> | null = null;
  #isProceeding = false;
  readonly #timer: Timer;

  constructor(parts: SiteTrafficParts) {
    this.#parts = parts;
    this.#table = new Reservations(Math.max(0, ...parts.kept.map(({ fence }) => fence)));
    for (const { robotId, holds } of parts.kept) this.#table.restore(robotId, holds);
    this.doors = new DoorWays({
      clock: parts.clock,
      find: (id) => parts.door?.(id),
      table: this.#table,
      members: this.#members,
      networkOf: (frame) => this.networkOf(frame),
      onFinding: parts.onFinding,
    });
    this.#giveWay = new GiveWay({
      limitOf: (trip) => this.doors.limitOf(trip),
      clock: parts.clock,
      table: this.#table,
      members: this.#members,
      networkOf: (frame) => this.networkOf(frame),
      taken: (robotId) => void this.#changed(robotId),
      onFinding: parts.onFinding,
    });
    this.#timer = parts.clock.every(trafficLimits.lookMs, () => this.look());
    for (const { robotId } of parts.kept) this.doors.sync(robotId);
  }

  /** Ends the looks for deadlocks, and resolves when all changes are stored. */
  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.idle();
  }

  /** Resolves when the changes so far are stored, or could not be; never rejects. */
  async idle(): Promise<void> {
    await this.#saving;
  }

  get members(): ReadonlyMap<string, TrafficMember> {
    return this.#members;
  }

  get reservations(): Pick<Reservations, "all" | "of" | "holderOf"> {
    return this.#table;
  }

  /** Circles of waiting robots that were found since the start. */
  get deadlocks(): number {
    return this.#giveWay.found;
  }

  join(member: TrafficMember): void {
    this.#members.set(member.robotId, member);
  }

  /** The robot keeps what it has. */
  leave(member: TrafficMember): void {
    if (this.#members.get(member.robotId) !== member) return;
    this.#members.delete(member.robotId);
    this.doors.leave(member.robotId);
  }

  /** Corridors or places have changed. */
  redraw(): void {
    this.#networks = new Map();
  }

  /** A door has changed: robots that drive to it may have to stop, and those that wait for it may go on. */
  doorChanged(): void {
    this.doors.look();
    this.#proceedSoon();
  }

  /** Returns the places of lifts. */
  liftPlaces(): PlaceRecord[] {
    const { door: find, places } = this.#parts;
    if (!find) return [];
    return places().filter(({ door }) => door && find(door)?.settings.kind === "lift");
  }

  /**
   * Returns the corridors and places of a frame; null for a frame without corridors and doors, where everything is free.
   */
  networkOf(frame: string): TrafficNetwork | null {
    const known = this.#networks.get(frame);
    if (known !== undefined) return known;
    const corridors = this.#parts.corridors().filter((each) => each.frame === frame);
    const all = this.#parts.places().filter((each) => each.frame === frame);
    // Without corridors only doors are reserved.
    const places = corridors.length > 0 ? all : all.filter(({ door }) => (door ?? null) !== null);
    const doorOf: DoorOf = (id) => this.#parts.door?.(id)?.settings;
    const network =
      corridors.length + places.length > 0
        ? new TrafficNetwork(frame, { corridors, places, doorOf })
        : null;
    this.#networks.set(frame, network);
    return network;
  }

  /** Takes the place of a robot: it has what it stands in, and gives back what lies behind it. */
  seen(member: TrafficMember): void {
    const { place, robotId } = member;
    if (!place) return;
    const network = this.networkOf(place.frame);
    const here = network?.areasAt(place.point, member.radiusM) ?? [];
    let isNew = false;
    for (const area of here) isNew = this.#claim(member, area) || isNew;
    const isReleased = this.#releaseBehind(member, new Set(here.map(({ key }) => key)));
    if (isNew || isReleased) void this.#changed(robotId);
    if (isReleased) this.#proceedSoon();
    this.doors.seen(member, here);
  }

  /**
   * Reserves the next piece of the robot's way, up to where it can wait. True once that is durable; false while it
   * must wait, which `trip.wait` explains.
   */
  async extend(member: TrafficMember): Promise<boolean> {
    const { trip, robotId } = member;
    if (!trip || trip.isWholeGranted) return false;
    if (trip.reservedM > trip.grantedM + 1e-6) return this.#extendToDoor(member, trip);
    const stopM = this.#rule === "whole_way" ? trip.way.lengthM : trip.way.stopAfter(trip.grantedM);
    const areas = trip.way.areasBetween(trip.atM, stopM);
    const missing = areas.filter(({ key }) => !this.#table.has(robotId, key));
    if (!this.#mayTake(member, trip, missing)) return false;
    const { way, grantedM } = trip;
    trip.reservedM = stopM;
    trip.wait = null;
    if (missing.length > 0) {
      this.#table.take(robotId, missing, this.#parts.clock.wallMs());
      const isKept = await this.#changed(robotId);
      if (isKept && (member.trip !== trip || trip.way !== way)) return false;
      if (!isKept) {
        // Nobody may drive on a reservation that a crash would forget.
        for (const { key } of missing) this.#table.release(robotId, key);
        if (trip.way === way) trip.reservedM = grantedM;
        return false;
      }
    }
    return this.#extendToDoor(member, trip);
  }

  /** Grants what is reserved, up to the first door that is not open. */
  #extendToDoor(member: TrafficMember, trip: Trip): boolean {
    this.doors.sync(member.robotId);
    const { grantedM } = trip;
    trip.grantedM = Math.max(grantedM, this.doors.limitOf(trip));
    if (trip.grantedM < trip.reservedM - 1e-6) this.doors.wait(member, trip);
    else {
      trip.wait = null;
      trip.doorWait = null;
    }
    return trip.grantedM > grantedM + 1e-6;
  }

  /** The robot's way has ended or changed: it keeps what it stands in. */
  tripEnded(member: TrafficMember): void {
    this.seen(member);
    this.#proceedSoon();
  }

  /** Frees all that a robot has, by order of a person; its present command must end. Returns what it had. */
  async free(robotId: string): Promise<Hold[]> {
    const held = this.#table.of(robotId);
    for (const { key } of held) this.#table.release(robotId, key);
    if (held.length > 0) await this.#changed(robotId);
    this.#proceedSoon();
    this.doors.sync(robotId);
    return held;
  }

  /** Looks for robots that wait for each other, or for one that does not move. */
  look(): void {
    if (this.#rule === "ways_open") this.#giveWay.look();
    this.doors.look();
    this.#proceedSoon();
  }

  get #rule(): TrafficRule {
    return this.#parts.rule ?? "ways_open";
  }

  #mayTake(member: TrafficMember, trip: Trip, missing: readonly TrafficArea[]): boolean {
    const { robotId } = member;
    const keys = missing.map(({ key }) => key);
    const robots = this.#table.holdersOf(robotId, keys);
    const sinceMs = trip.wait?.sinceMs ?? this.#parts.clock.monoMs();
    const isHeld = ({ key }: TrafficArea): boolean => {
      const holder = this.#table.holderOf(key);
      return holder !== undefined && holder.robotId !== robotId;
    };
    if (robots.size > 0) {
      const areas = missing.filter(isHeld).map(({ name }) => name);
      trip.wait = { areas, robots, sinceMs, door: null };
      return false;
    }
    if (missing.length === 0 || this.#leavesWaysOpen(member, keys)) return true;
    const areas = missing.map(({ name }) => name);
    trip.wait = { areas, robots: new Set(), sinceMs, door: null };
    return false;
  }

  /** True when every robot that can come to its end now still can if this one takes `keys`. */
  #leavesWaysOpen(member: TrafficMember, keys: readonly string[]): boolean {
    if (this.#rule !== "ways_open") return true;
    const travellers: Traveller[] = [];
    const standing = new Set(this.#table.all().map(({ key }) => key));
    for (const { robotId, trip } of this.#members.values()) {
      if (!trip) continue;
      const held = this.#table.of(robotId).map(({ key }) => key);
      for (const key of held) standing.delete(key);
      travellers.push({ id: robotId, held, needs: trip.needs });
    }
    const before = whoCanFinish(travellers, standing);
    const after = whoCanFinish(
      travellers.map((each) =>
        each.id === member.robotId ? { ...each, held: [...each.held, ...keys] } : each,
      ),
      standing,
    );
    return [...before].every((id) => after.has(id));
  }

  /** True when the robot did not have the area. Where it stands counts more than what was reserved. */
  #claim(member: TrafficMember, area: TrafficArea): boolean {
    const { robotId } = member;
    if (this.#table.has(robotId, area.key)) return false;
    const holder = this.#table.holderOf(area.key);
    const episode = `${robotId}\0${area.key}`;
    if (!holder) {
      this.#conflicts.delete(episode);
      return this.#table.take(robotId, [area], this.#parts.clock.wallMs());
    }
    if (this.#conflicts.has(episode)) return false;
    this.#conflicts.add(episode);
    const other = this.#members.get(holder.robotId);
    const isThere = !other?.trip || this.#standsIn(other, area.key);
    this.#parts.onFinding({
      type: "traffic_conflict",
      severity: "critical",
      robotId,
      summary: `${robotId} is in ${area.name}, which ${holder.robotId} has reserved`,
      action: isThere ? null : "cancel",
    });
    if (isThere) return false;
    this.#table.release(holder.robotId, area.key);
    this.#table.take(robotId, [area], this.#parts.clock.wallMs());
    void this.#changed(holder.robotId);
    other.lose(`reservation_lost: ${robotId} is in ${area.name}`);
    return true;
  }

  #standsIn({ place, radiusM }: TrafficMember, key: string): boolean {
    const network = place && this.networkOf(place.frame);
    return network?.areasAt(place!.point, radiusM).some((area) => area.key === key) ?? true;
  }

  #releaseBehind(member: TrafficMember, here: ReadonlySet<string>): boolean {
    const { robotId, trip, keepsAll } = member;
    if (keepsAll) return false;
    let isReleased = false;
    for (const { key } of this.#table.of(robotId)) {
      if (here.has(key) || trip?.isAhead(key)) continue;
      isReleased = this.#table.release(robotId, key) || isReleased;
      this.#conflicts.delete(`${robotId}\0${key}`);
    }
    return isReleased;
  }

  /** Lets robots that wait look again, the longest waiting first. */
  #proceedSoon(): void {
    if (this.#isProceeding) return;
    this.#isProceeding = true;
    queueMicrotask(() => {
      this.#isProceeding = false;
      const waiting = [...this.#members.values()].filter(({ trip }) => trip?.wait);
      const since = ({ trip }: TrafficMember): number => trip?.wait?.sinceMs ?? 0;
      for (const member of waiting.toSorted((a, b) => since(a) - since(b))) member.proceed();
    });
  }

  /** Stores what the robot has now; true once it is durable. Later changes are never durable before earlier ones. */
  #changed(robotId: string): Promise<boolean> {
    this.#dirty.add(robotId);
    this.doors.sync(robotId);
    const before = this.#saving ?? Promise.resolve(true);
    const saving = before.then(() => this.#save());
    this.#saving = saving;
    return saving;
  }

  async #save(): Promise<boolean> {
    const robots = [...this.#dirty];
    if (robots.length === 0) return true;
    this.#dirty.clear();
    const { fence } = this.#table;
    try {
      await this.#parts.keep(
        robots.map((robotId) => ({
          robotId,
          fence,
          holds: this.#table.of(robotId).map(({ key, name, fence: own, sinceMs }) => ({
            key,
            name,
            fence: own,
            sinceMs,
          })),
        })),
      );
      return true;
    } catch {
      // They go with the next change.
      for (const robotId of robots) this.#dirty.add(robotId);
      return false;
    }
  }
}
