import type { Clock } from "../../base/core/clock.ts";
import { circleOf } from "./deadlocks.ts";
import type { TrafficNetwork } from "./network.ts";
import type { Reservations } from "./reservations.ts";
import type { TrafficFinding, TrafficMember } from "./members.ts";
import { trafficLimits } from "./traffic-terms.ts";
import type { Trip } from "./trip.ts";
import { Way } from "./way.ts";
import { planWay, waysToNodes } from "./way-planner.ts";

/** The parts of the rule for deadlocks. */
export interface GiveWayParts {
  clock: Clock;
  table: Reservations;
  members: ReadonlyMap<string, TrafficMember>;
  networkOf(frame: string): TrafficNetwork | null;
  /** How far a robot may drive of what is reserved: up to the first door that is not open. */
  limitOf(trip: Trip): number;
  /** The robot's reservations have changed. */
  taken(robotId: string): void;
  onFinding(finding: TrafficFinding): void;
}

/** A robot on its way, with its corridors. */
interface Candidate {
  member: TrafficMember;
  trip: Trip;
  network: TrafficNetwork;
}

/**
 * Finds robots that wait for each other in a circle, and makes one of them give way. First asked is the robot that gave
 * way least often on its command, then the one with the youngest command. It takes another way to its goal, else it goes
 * to the nearest free place off the ways of the others, waiting places and homes first, and goes on afterwards.
 */
export class GiveWay {
  readonly #parts: GiveWayParts;
  /** Circles and blocked robots that people know of. */
  readonly #told = new Set<string>();
  found = 0;

  constructor(parts: GiveWayParts) {
    this.#parts = parts;
  }

  /** Looks once. */
  look(): void {
    const waits = new Map<string, ReadonlySet<string>>();
    for (const { robotId, trip } of this.#parts.members.values())
      if (trip?.wait) waits.set(robotId, trip.wait.robots);
    const circle = circleOf(waits);
    if (circle) this.#resolve(circle);
    this.#tellBlocked(waits);
  }

  #resolve(circle: readonly string[]): void {
    const name = `circle\0${circle.toSorted().join("\0")}`;
    const isNew = !this.#told.has(name);
    if (isNew) this.found += 1;
    const candidates = circle
      .flatMap((id) => this.#candidate(id))
      .toSorted(
        (a, b) => a.trip.timesGaveWay - b.trip.timesGaveWay || b.trip.startedMs - a.trip.startedMs,
      );
    const willing = candidates.find((each) => this.#letPass(each, circle));
    if (willing) this.#told.delete(name);
    else if (isNew) this.#told.add(name);
    if (!willing && !isNew) return;
    const [first] = circle;
    this.#parts.onFinding({
      type: "traffic_deadlock",
      severity: willing ? "warning" : "critical",
      robotId: willing?.member.robotId ?? first!,
      summary: willing
        ? `${circle.join(", ")} waited for each other. ${willing.member.robotId} gives way`
        : `${circle.join(", ")} wait for each other, and none has a free way out. Move one of them`,
      action: willing ? "give_way" : null,
    });
  }

  #candidate(id: string): Candidate[] {
    const member = this.#parts.members.get(id);
    const trip = member?.trip;
    const network = trip ? this.#parts.networkOf(trip.frame) : null;
    return member?.place && trip && network ? [{ member, trip, network }] : [];
  }

  #letPass(candidate: Candidate, circle: readonly string[]): boolean {
    const { member, trip, network } = candidate;
    const others = this.#parts.table.all().filter(({ robotId }) => robotId !== member.robotId);
    const avoid = new Set(others.map(({ key }) => key));
    const from = member.place!.point;
    if (trip.isPlanned) {
      const found = planWay(network, { from, to: trip.goal, avoid });
      if (
        "points" in found &&
        this.#take(candidate, new Way(found.points, network, member.radiusM), false)
      )
        return true;
    }
    const needed = new Set(
      circle
        .filter((id) => id !== member.robotId)
        .flatMap((id) => this.#parts.members.get(id)?.trip?.needs ?? []),
    );
    return this.#refuges(candidate, avoid, needed).some((way) => this.#take(candidate, way, true));
  }

  /** Ways to places where nobody of the circle has to pass: waiting places and homes first, then the nearest. */
  #refuges(
    { member, network }: Candidate,
    avoid: ReadonlySet<string>,
    needed: ReadonlySet<string>,
  ): Way[] {
    const ways = waysToNodes(network, member.place!.point, avoid);
    return [...ways]
      .filter(([at]) => !needed.has(network.nodes[at]!.area?.key ?? ""))
      .filter(([at]) => !network.nodes[at]!.area?.door)
      .map(([at, way]) => {
        const kind = network.nodes[at]!.place?.kind;
        return { way, isMeant: kind === "waiting" || kind === "home" };
      })
      .toSorted((a, b) => Number(b.isMeant) - Number(a.isMeant) || a.way.lengthM - b.way.lengthM)
      .map(({ way }) => new Way(way.points, network, member.radiusM))
      .filter((way) =>
        way.areasBetween(way.lengthM, way.lengthM).every(({ key }) => !needed.has(key)),
      );
  }

  /** Sends the robot on this way if it is free: a way out of it to the end, another way up to its first place to wait. */
  #take({ member, trip }: Candidate, way: Way, givesWay: boolean): boolean {
    const { table, clock } = this.#parts;
    const endM = givesWay ? way.lengthM : way.stopAfter(0);
    const areas = way.areasBetween(0, endM);
    if (!member.mayDrive(way) || !table.take(member.robotId, areas, clock.wallMs())) return false;
    trip.take(way);
    trip.reservedM = endM;
    trip.grantedM = this.#parts.limitOf(trip);
    trip.givesWay = givesWay;
    trip.timesGaveWay += 1;
    this.#parts.taken(member.robotId);
    member.reroute();
    return true;
  }

  /** Names robots that wait long for one that has no command, or is lost. */
  #tellBlocked(waits: ReadonlyMap<string, ReadonlySet<string>>): void {
    const { members, clock } = this.#parts;
    for (const [id, robots] of waits) {
      const { wait } = members.get(id)!.trip!;
      const idle = [...robots].filter((other) => !members.get(other)?.trip);
      const name = `blocked\0${id}\0${idle.join("\0")}`;
      if (idle.length === 0 || clock.monoMs() - wait!.sinceMs < trafficLimits.blockedMs) continue;
      if (this.#told.has(name)) continue;
      this.#told.add(name);
      this.#parts.onFinding({
        type: "traffic_blocked",
        severity: "warning",
        robotId: id,
        summary: `${id} waits for ${wait!.areas.join(", ")}: ${idle.join(", ")} is there without a command`,
        action: null,
      });
    }
  }
}
