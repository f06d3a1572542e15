import type { Clock } from "../../base/core/clock.ts";
import type { PointM } from "../../base/geo/line.ts";
import { doorLimits } from "../doors/door-terms.ts";
import type { Door, DoorObstacle } from "../doors/door.ts";
import type { TrafficFinding, TrafficMember } from "./members.ts";
import type { AreaDoor, TrafficArea, TrafficNetwork } from "./network.ts";
import type { Reservations } from "./reservations.ts";
import { trafficLimits } from "./traffic-terms.ts";
import type { Trip } from "./trip.ts";
import type { Span } from "./way.ts";

/** The parts of doors on the ways of robots. */
export interface DoorWaysParts {
  clock: Clock;
  /** Returns a door of the organisation; undefined for one that the site does not have. */
  find(id: string): Door | undefined;
  table: Reservations;
  members: ReadonlyMap<string, TrafficMember>;
  networkOf(frame: string): TrafficNetwork | null;
  onFinding(finding: TrafficFinding): void;
}

const keyOf = (id: string): string => `door:${id}`;

/**
 * Doors and lifts on the ways of robots. A robot may drive up to the ground of a door, and into it only while the door
 * says that it is open, and said so recently. The box keeps a door open for the robot that has reserved its ground.
 */
export class DoorWays {
  readonly #parts: DoorWaysParts;
  /** Levels to which lifts take robots, by robot. */
  readonly #rides = new Map<string, { lift: string; level: string | null }>();
  /** Doors that are kept open, by robot. */
  readonly #asked = new Map<string, Set<string>>();
  /** Doors in whose ground robots stand, by robot. */
  readonly #inside = new Map<string, Set<string>>();
  /** Last places of robots whose ways nobody knows, and whether they are stopped in front of a door. */
  readonly #attached = new Map<string, { point: PointM; isStopped: boolean }>();

  constructor(parts: DoorWaysParts) {
    this.#parts = parts;
  }

  /** Returns how far the robot may drive of what is reserved, in metres along its way. */
  limitOf(trip: Trip): number {
    const blocking = this.#blocking(trip, trip.reservedM);
    if (!blocking) return trip.reservedM;
    const borderM = Math.max(0, blocking.span.fromM - trafficLimits.doorBorderM);
    return Math.min(trip.reservedM, Math.max(borderM, Math.min(trip.atM, trip.grantedM)));
  }

  /** Notes what the robot waits for at a door; ends its command once it waited too long. */
  wait(member: TrafficMember, trip: Trip): void {
    const blocking = this.#blocking(trip, trip.reservedM);
    if (!blocking) return;
    const { span, obstacle } = blocking;
    const id = span.area.door!.id;
    const nowMs = this.#parts.clock.monoMs();
    if (trip.doorWait?.doorId !== id) trip.doorWait = { doorId: id, sinceMs: nowMs };
    const { sinceMs } = trip.doorWait;
    trip.wait = { areas: [span.area.name], robots: new Set(), sinceMs, door: id };
    if (this.isTooLate(id, sinceMs)) member.lose(`door_timeout: ${obstacle.message}`);
  }

  /** True when a robot has waited for a door for longer than it may. */
  isTooLate(id: string, sinceMs: number): boolean {
    const timeoutMs = this.#parts.find(id)?.settings.timeoutMs ?? 0;
    return this.#parts.clock.monoMs() - sinceMs > timeoutMs;
  }

  /** Returns why no robot may enter or leave a door now; null where it may. */
  obstacle({ id, level }: Pick<AreaDoor, "id" | "level">): DoorObstacle | null {
    const door = this.#parts.find(id);
    if (door) return door.obstacle(level);
    const message = `the site has no door ${id}. Add it to doors, or change the place`;
    return { code: "door_fault", message };
  }

  /** Returns the first door of areas that is out of order, or that the site does not have; null for none. */
  outOfOrder(areas: readonly TrafficArea[]): string | null {
    for (const { door } of areas) {
      const found = door && this.obstacle(door);
      if (found?.code === "door_fault") return found.message;
    }
    return null;
  }

  /** Keeps open the doors whose ground the robot has reserved, and is near; releases its others. */
  sync(robotId: string): void {
    const member = this.#parts.members.get(robotId);
    const held = this.#parts.table.of(robotId).map(({ key }) => key);
    const needed = new Map<string, string | null>();
    for (const key of held) {
      if (!key.startsWith("door:")) continue;
      const id = key.slice("door:".length);
      if (this.#isNear(member, key)) needed.set(id, this.#levelFor(robotId, member, id));
    }
    for (const id of this.#idsFor(robotId, needed)) {
      const door = this.#parts.find(id);
      if (needed.has(id)) door?.hold({ by: robotId, level: needed.get(id)! });
      else door?.release(robotId);
    }
    this.#asked.set(robotId, new Set(needed.keys()));
  }

  /** Takes the areas in which a robot stands. A robot that drives into a door that is not open loses its command. */
  seen(member: TrafficMember, here: readonly TrafficArea[]): void {
    const { robotId, trip } = member;
    const before = this.#inside.get(robotId) ?? new Set<string>();
    const doors = here.flatMap(({ door }) => door ?? []);
    const now = new Set(doors.map(({ id }) => id));
    this.#inside.set(robotId, now);
    for (const id of before) if (!now.has(id)) this.#parts.find(id)?.occupy(robotId, false);
    if (now.size > 0 || trip?.way.spans.some(({ area }) => area.door)) this.sync(robotId);
    for (const door of doors) if (!before.has(door.id)) this.#enter(member, door);
    if (!member.isAttached) this.#attached.delete(robotId);
    else if (now.size === 0) this.#stopBefore(member);
  }

  /** Stops a robot that drives on after a restart in front of a door that is not open. */
  #stopBefore(member: TrafficMember): void {
    const { robotId, place, radiusM } = member;
    const before = this.#attached.get(robotId);
    const now = { point: place!.point, isStopped: before?.isStopped ?? false };
    this.#attached.set(robotId, now);
    const network = this.#parts.networkOf(place!.frame);
    if (!network || !before || !member.isMoving) return;
    const step = [before.point, now.point] as const;
    const ahead = network.doorsAhead(step, radiusM, trafficLimits.attachedBorderM);
    const obstacle = ahead.flatMap(({ door }) => this.obstacle(door!) ?? [])[0];
    if (!obstacle) return;
    member.halt();
    if (now.isStopped) return;
    now.isStopped = true;
    const summary = `${robotId} drove on after a restart, and is stopped in front of a door: ${obstacle.message}`;
    const action = "stop";
    this.#parts.onFinding({
      type: "traffic_blocked",
      severity: "warning",
      robotId,
      summary,
      action,
    });
  }

  #enter(member: TrafficMember, door: AreaDoor): void {
    const { robotId, trip } = member;
    this.#parts.find(door.id)?.occupy(robotId, true);
    const obstacle = this.obstacle(door);
    if (!obstacle || !member.isMoving || trip?.ridePhase === "arriving") return;
    this.#entered(member, obstacle);
  }

  /** A lift takes the robot to a level, or no longer. */
  ride(robotId: string, to: { lift: string; level: string | null } | null): void {
    if (to) this.#rides.set(robotId, to);
    else this.#rides.delete(robotId);
    this.sync(robotId);
  }

  /** The robot is no longer part of the traffic; what it has reserved stays, and its doors stay open. */
  leave(robotId: string): void {
    this.#rides.delete(robotId);
    this.#attached.delete(robotId);
  }

  /** Stops robots whose way leads into a door, or out of a lift, that is open no longer. */
  look(): void {
    for (const member of this.#parts.members.values()) {
      const { trip } = member;
      const blocking = trip && this.#blocking(trip, trip.grantedM);
      if (blocking && isBefore(trip, blocking.span)) member.recall();
    }
  }

  /** The first door ahead, up to `toM`, into which nobody may drive now. One that the robot is in lets it out. */
  #blocking(trip: Trip, toM: number): { span: Span; obstacle: DoorObstacle } | null {
    for (const span of trip.way.spans) {
      const { door } = span.area;
      if (!door || span.fromM > toM || span.toM <= trip.atM) continue;
      // Nobody leaves a lift that is elsewhere, or shut.
      if (span.fromM <= trip.atM && door.kind === "door") continue;
      const obstacle = this.obstacle(door);
      if (obstacle) return { span, obstacle };
    }
    return null;
  }

  #entered(member: TrafficMember, { code, message }: DoorObstacle): void {
    const { robotId, trip } = member;
    const granted = trip ? "cancel" : "stop";
    this.#parts.onFinding({
      type: "door_entered",
      severity: "critical",
      robotId,
      summary: `${robotId} drove into the ground of a door that is not open: ${message}`,
      action: granted,
    });
    if (trip) member.lose(`${code}: ${message}`);
    else member.halt();
  }

  #isNear(member: TrafficMember | undefined, key: string): boolean {
    const trip = member?.trip;
    // What an earlier process reserved, and where it stands.
    if (!member || !trip || this.#stands(member, key)) return true;
    const span = trip.way.spans.find(({ area, toM }) => area.key === key && toM >= trip.atM);
    return span === undefined || span.fromM - trip.atM <= doorLimits.requestM;
  }

  #stands({ robotId }: TrafficMember, key: string): boolean {
    return [...(this.#inside.get(robotId) ?? [])].some((id) => keyOf(id) === key);
  }

  #levelFor(robotId: string, member: TrafficMember | undefined, id: string): string | null {
    const ride = this.#rides.get(robotId);
    if (ride?.lift === id) return ride.level;
    const frame = member?.place?.frame ?? member?.trip?.frame;
    const network = frame === undefined ? null : this.#parts.networkOf(frame);
    return network?.doorAreas.find(({ key }) => key === keyOf(id))?.door?.level ?? null;
  }

  #idsFor(robotId: string, needed: ReadonlyMap<string, unknown>): string[] {
    return [...new Set([...(this.#asked.get(robotId) ?? []), ...needed.keys()])];
  }
}

/** True for a robot in front of a door, and for one in a lift that is not over its sill yet. The others drive out. */
function isBefore({ atM, ridePhase }: Trip, { area, fromM }: Span): boolean {
  if (fromM > atM) return true;
  return area.door?.kind === "lift" && ridePhase === "before" && atM < trafficLimits.leaveM;
}
