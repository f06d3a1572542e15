import { describeError } from "../../base/core/errors.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { RobotCommand } from "../driver/command.ts";
import type { CommandProgress, DriverCommand, RobotDriver } from "../driver/driver-port.ts";
import { type Errand, errandOf, type WayInputs } from "./errand.ts";
import { LegSender } from "./leg-sender.ts";
import { LiftRider, type LiftRiderParts } from "./lift-rider.ts";
import type { TrafficMember } from "./members.ts";
import type { SiteTraffic } from "./site-traffic.ts";
import { trafficLimits } from "./traffic-terms.ts";
import { Trip } from "./trip.ts";
import { Way } from "./way.ts";

/** The parts of the trips of one robot. */
export interface TripRunnerParts extends Omit<LiftRiderParts, "doors" | "driver"> {
  driver: RobotDriver;
  radiusM: number;
  traffic: SiteTraffic;
  member: TrafficMember;
  tell(progress: CommandProgress): void;
}

/**
 * Carries out the movements of one robot, one at a time: reserves the way piece by piece, sends the pieces, and goes on
 * with laps, lifts and ways that let others pass.
 */
export class TripRunner {
  readonly #parts: TripRunnerParts;
  readonly #legs: LegSender;
  readonly #lifts: LiftRider;
  #trip: Trip | null = null;
  #errand: Errand | null = null;
  #lapsLeft = 0;
  #isPaused = false;
  /** A piece is being taken back; the next one waits for that. */
  #isRecalling = false;
  #isGoing = false;
  #goesAgain = false;

  constructor(parts: TripRunnerParts) {
    this.#parts = parts;
    this.#legs = new LegSender(parts.driver, parts.clock);
    this.#lifts = new LiftRider({ ...parts, doors: parts.traffic.doors });
  }

  get trip(): Trip | null {
    return this.#trip;
  }

  /** The id under which the robot drives its present piece; null while it waits. */
  get legId(): string | null {
    return this.#legs.leg?.id ?? null;
  }

  /** Tells a driver that releases whole ways how far it may go. Called once, before the driver opens. */
  bound(): void {
    this.#legs.bound(() => this.#trip);
  }

  /** Returns the way of a command among corridors and places; null for one that reserves nothing. */
  errandOf(command: RobotCommand): Errand | null {
    return errandOf(command, this.wayInputs());
  }

  /** Returns what the robot's ways depend on. */
  wayInputs(): WayInputs {
    const { traffic, member, driver } = this.#parts;
    return {
      ownPlaces: (command) => driver.ownPlaces?.(command) ?? null,
      place: member.place,
      networkOf: (frame) => traffic.networkOf(frame),
      liftPlaces: () => traffic.liftPlaces(),
    };
  }

  /** True on a trip without a present piece: a pause does not concern the driver. */
  get isWaiting(): boolean {
    return this.#trip !== null && this.#legs.leg === null;
  }

  /** Waits before the next piece, or goes on with it. */
  pause(isPaused: boolean, goesOn: boolean): void {
    this.#isPaused = isPaused;
    if (goesOn) void this.go();
  }

  /** Begins a way. The movement before it ends when the robot has accepted this one, or waits for it. */
  async begin(sent: DriverCommand, errand: Errand): Promise<void> {
    const before = {
      trip: this.#trip,
      errand: this.#errand,
      leg: this.#legs.leg,
      lapsLeft: this.#lapsLeft,
    };
    const { clock, driver } = this.#parts;
    const trip = this.#tripOf(errand, { commandId: sent.id, startedMs: clock.monoMs() });
    this.#trip = trip;
    this.#errand = { ...errand, sent };
    this.#lapsLeft = errand.laps - 1;
    this.#legs.begin();
    this.#isPaused = false;
    // The lift comes to where the robot is, and not to the goal of the movement before.
    const ride = rideOf(before.trip);
    if (ride) this.#parts.traffic.doors.ride(this.#parts.robotId, null);
    try {
      await this.#extend(trip);
      if (this.#trip !== trip) return;
      if (this.#legs.isDue(trip, true)) await this.#send(trip);
      else if (before.leg) await driver.cancel(before.leg.id);
    } catch (error) {
      if (this.#trip !== trip) throw error;
      this.#trip = before.trip;
      if (ride) this.#parts.traffic.doors.ride(this.#parts.robotId, ride);
      this.#errand = before.errand;
      this.#legs.restore(before.leg);
      this.#lapsLeft = before.lapsLeft;
      throw error;
    }
    if (before.trip) this.#tell(before.trip.commandId, "cancelled", "superseded");
    if (trip.wait) this.#tell(trip.commandId, "executing", null);
  }

  /** Goes on as far as the traffic allows. Calls meanwhile make it look again. */
  async go(): Promise<void> {
    if (this.#isGoing) {
      this.#goesAgain = true;
      return;
    }
    this.#isGoing = true;
    try {
      do {
        this.#goesAgain = false;
        await this.#goOnce();
      } while (this.#goesAgain);
    } finally {
      this.#isGoing = false;
    }
  }

  /** Its trip has another way: the piece before concerns nobody. */
  reroute(): void {
    this.#legs.drop();
    void this.go();
  }

  /** Takes back the present piece, and goes on as far as the trip may then. Calls `onFailure` where that fails. */
  recall(onFailure: () => Promise<unknown>): void {
    const trip = this.#trip;
    if (!trip || this.#isRecalling) return;
    trip.grantedM = Math.min(trip.grantedM, trip.atM);
    this.#isRecalling = true;
    void this.#recall(onFailure);
  }

  /** Takes the robot's place. */
  seen(frame: string, point: PointM): void {
    if (this.#trip?.frame === frame) this.#trip.seen(point);
  }

  /** The traffic knows the robot's place. */
  moved(frame: string): void {
    const trip = this.#trip;
    if (trip?.ridePhase === "arriving" && trip.ride?.to.frame === frame) this.#leaveLift(trip);
    if (!trip || trip.isWholeGranted || trip.wait) return;
    if (trip.grantedM - trip.atM < trafficLimits.lookaheadM) void this.go();
  }

  /** Takes what the driver tells about a piece; false for what concerns another command. */
  onProgress({ commandId, state, reason }: CommandProgress): boolean {
    const trip = this.#trip;
    // Ends of pieces that newer ones replaced concern nobody.
    if (!trip || commandId !== this.#legs.leg?.id) return this.#legs.isPiece(commandId);
    if (state === "executing") this.#tell(trip.commandId, state, reason);
    else if (state === "succeeded") this.#arrived(trip);
    else this.end(state, reason);
    return true;
  }

  /** Ends the way and tells how. */
  end(state: "succeeded" | "failed" | "cancelled", reason: string | null): void {
    const trip = this.drop();
    if (trip) this.#tell(trip.commandId, state, reason);
  }

  /** Ends the way and tells nobody; returns the trip. */
  drop(): Trip | null {
    const { traffic, member, robotId } = this.#parts;
    const trip = this.#trip;
    this.#trip = null;
    this.#legs.drop();
    this.#isPaused = false;
    if (trip?.ride) traffic.doors.ride(robotId, null);
    if (trip) traffic.tripEnded(member);
    return trip;
  }

  async #recall(onFailure: () => Promise<unknown>): Promise<void> {
    try {
      await this.#legs.recall();
    } catch {
      // It must not go on: stop it by every means.
      await onFailure().catch(() => undefined);
    } finally {
      this.#isRecalling = false;
    }
    void this.go();
  }

  #tripOf(errand: Errand, command: { commandId: string; startedMs: number }): Trip {
    const { frame, isPlanned, ride, points, network } = errand;
    const way = new Way(points, network, this.#parts.radiusM);
    return new Trip({ ...command, frame, isPlanned, ride, way });
  }

  /** Reserves more where the robot comes near the end of what it has; true when it got more. */
  async #extend(trip: Trip): Promise<boolean> {
    let isMore = false;
    while (
      this.#trip === trip &&
      !trip.isWholeGranted &&
      trip.grantedM - trip.atM < trafficLimits.lookaheadM
    ) {
      if (!(await this.#parts.traffic.extend(this.#parts.member))) break;
      isMore = true;
    }
    return isMore;
  }

  async #goOnce(): Promise<void> {
    const trip = this.#trip;
    if (!trip || this.#isPaused || this.#isRecalling) return;
    if (trip.ridePhase !== "before") return await this.#rideOn(trip);
    const isMore = await this.#extend(trip);
    if (this.#trip !== trip || this.#isPaused || this.#isRecalling) return;
    if (!this.#legs.isDue(trip, isMore)) return;
    try {
      await this.#send(trip);
    } catch (error) {
      if (this.#trip === trip) this.end("failed", describeError(error));
    }
  }

  #send(trip: Trip): Promise<void> {
    return this.#legs.send(trip, this.#errand!, this.#lapsLeft === 0);
  }

  /** The robot is at the end of a piece. */
  #arrived(trip: Trip): void {
    const { endM } = this.#legs.leg!;
    this.#legs.drop();
    const isAtEnd = endM >= trip.way.lengthM - 1e-6;
    if (!isAtEnd) trip.seen(trip.way.pointAt(endM));
    else if (trip.givesWay) this.#backToGoal(trip);
    else if (trip.ride) this.#lifts.enter(trip, trip.ride);
    else if (this.#lapsLeft > 0) this.#nextLap(trip);
    else return this.end("succeeded", null);
    void this.go();
  }

  /** In a lift. */
  async #rideOn(trip: Trip): Promise<void> {
    const failure = await this.#lifts.step(trip);
    if (failure !== null && this.#trip === trip) this.end("failed", failure);
  }

  /** The robot is in the map of the other level: on to the goal. */
  #leaveLift({ commandId, startedMs }: Trip): void {
    const { traffic, member, robotId } = this.#parts;
    const { sent } = this.#errand!;
    const errand = this.errandOf(sent.command);
    traffic.doors.ride(robotId, null);
    if (!errand) {
      const message = `no_way: no way to the goal is known in ${member.place!.frame}`;
      return this.end("failed", message);
    }
    const trip = this.#tripOf(errand, { commandId, startedMs });
    this.#trip = trip;
    this.#errand = { ...errand, sent };
    if (!member.mayDrive(trip.way))
      return this.end("failed", "keep_out_zone: a zone is on its way");
    void this.go();
  }

  #nextLap(trip: Trip): void {
    this.#lapsLeft -= 1;
    const { points, network } = this.#errand!;
    trip.take(new Way([trip.goal, ...points.slice(1)], network, this.#parts.radiusM));
  }

  /** The others have passed, or will: on to the goal. */
  #backToGoal(trip: Trip): void {
    const { member, radiusM } = this.#parts;
    trip.givesWay = false;
    const errand = this.errandOf(this.#errand!.sent.command);
    const points = errand?.points ?? [member.place!.point, trip.goal];
    const network = errand?.network ?? this.#errand!.network;
    trip.take(new Way(points, network, radiusM));
  }

  #tell(commandId: string, state: CommandProgress["state"], reason: string | null): void {
    this.#parts.tell({ commandId, state, reason });
  }
}

/** Where a lift takes the robot now; null for a trip that is in none. */
function rideOf(trip: Trip | null): { lift: string; level: string | null } | null {
  if (!trip?.ride || trip.ridePhase === "before") return null;
  return { lift: trip.ride.lift, level: trip.ride.to.level };
}
