import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { PointM } from "../../base/geo/line.ts";
import { isMovement, type MapPose, type RobotCommand } from "../driver/command.ts";
import type {
  BackgroundEnd,
  CommandNote,
  CommandProgress,
  DriverCommand,
  ProblemAlong,
  RobotDriver,
  RobotSample,
  RobotSink,
} from "../driver/driver-port.ts";
import { type Errand, errandOf, type WayInputs, type WayProblem, wayProblemOf } from "./errand.ts";
import { LegSender } from "./leg-sender.ts";
import type { TrafficMember } from "./members.ts";
import type { SiteTraffic } from "./site-traffic.ts";
import { trafficLimits } from "./traffic-terms.ts";
import { LiftRider } from "./lift-rider.ts";
import { Trip } from "./trip.ts";
import { Way } from "./way.ts";

/** The parts of a robot in the traffic. */
export interface TrafficDriverParts {
  driver: RobotDriver;
  robotId: string;
  radiusM: number;
  traffic: SiteTraffic;
  clock: Clock;
}

/** A faster robot without a command still brakes, or is driven by hand. */
const standsMps = 0.05;

/**
 * A robot that drives only where the traffic has reserved the ground: it gets goals up to the border of what is
 * reserved or, where its driver releases a whole way piece by piece, no more of it.
 */
export class TrafficDriver implements TrafficMember {
  readonly robotId: string;
  readonly radiusM: number;
  readonly #driver: RobotDriver;
  readonly #traffic: SiteTraffic;
  readonly #clock: Clock;
  #sink: RobotSink | undefined;
  #problemAlong: ProblemAlong = () => null;
  #place: TrafficMember["place"] = null;
  #isMoving = false;
  #trip: Trip | null = null;
  #errand: Errand | null = null;
  #lapsLeft = 0;
  readonly #legs: LegSender;
  readonly #lifts: LiftRider;
  #isPaused = false;
  /** A piece is being taken back; the next one waits for that. */
  #isRecalling = false;
  #isGoing = false;
  #goesAgain = false;
  /** A command of an earlier process that the robot still carries out. */
  #attachedId: string | null = null;
  /** A stop did not arrive: the robot may still drive. */
  #isStopDue = false;

  constructor(parts: TrafficDriverParts) {
    this.robotId = parts.robotId;
    this.radiusM = parts.radiusM;
    this.#driver = parts.driver;
    this.#traffic = parts.traffic;
    this.#clock = parts.clock;
    this.#legs = new LegSender(parts.driver, parts.clock);
    this.#lifts = new LiftRider({ ...parts, doors: parts.traffic.doors });
  }

  get trip(): Trip | null {
    return this.#trip;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  get place(): TrafficMember["place"] {
    return this.#place;
  }

  get keepsAll(): boolean {
    return this.#attachedId !== null || this.#isStopDue || (this.#trip === null && this.#isMoving);
  }

  open(sink: RobotSink): void {
    this.#sink = sink;
    this.#traffic.join(this);
    this.#legs.bound(() => this.#trip);
    this.#driver.open({
      onSample: (sample) => this.#onSample(sample),
      onProgress: (progress) => this.#onProgress(progress),
      onCapabilities: () => sink.onCapabilities(),
      onLost: () => sink.onLost(),
      ...(sink.onMap ? { onMap: (map) => sink.onMap?.(map) } : {}),
      ...(sink.onScan ? { onScan: (scan) => sink.onScan?.(scan) } : {}),
    });
  }

  async close(): Promise<void> {
    this.#traffic.leave(this);
    this.#drop();
    await this.#driver.close();
  }

  boundWay(problemAlong: ProblemAlong): void {
    this.#problemAlong = problemAlong;
    this.#driver.boundWay?.(problemAlong);
  }

  wayOf(command: RobotCommand): readonly MapPose[] | null {
    const errand = this.#errandOf(command);
    if (!errand || !errand.isPlanned) return null;
    return errand.points.slice(1).map((point) => errand.poseAt(point));
  }

  wayProblem(command: RobotCommand): WayProblem | null {
    const problem = wayProblemOf(command, this.#wayInputs());
    const errand = problem ? null : this.#errandOf(command);
    if (!errand || errand.network.doorAreas.length === 0) return problem;
    const { spans } = new Way(errand.points, errand.network, this.radiusM);
    const message = this.#traffic.doors.outOfOrder(spans.map(({ area }) => area));
    return message === null ? null : { rule: "door_fault", message };
  }

  async execute(sent: DriverCommand): Promise<void | BackgroundEnd | CommandNote> {
    const { command } = sent;
    if (command.kind === "pause" || command.kind === "resume") return await this.#hold(sent);
    if (command.kind === "teleop") {
      const taken = await this.#driver.execute(sent);
      this.#end("cancelled", "superseded");
      return taken;
    }
    if (!isMovement(command)) return await this.#driver.execute(sent);
    const errand = this.#errandOf(command);
    if (errand) return await this.#begin(sent, errand);
    const taken = await this.#driver.execute(sent);
    this.#end("cancelled", "superseded");
    return taken;
  }

  async cancel(commandId: string): Promise<void> {
    const trip = this.#trip;
    if (trip?.commandId !== commandId) return await this.#driver.cancel(commandId);
    if (this.#legs.leg) await this.#driver.cancel(this.#legs.leg.id);
    if (this.#trip === trip) this.#end("cancelled", "cancelled");
  }

  async stop(): Promise<string> {
    const trip = this.#drop();
    this.#isStopDue = true;
    const done = await this.#driver.stop();
    this.#isStopDue = false;
    if (trip)
      this.#tell({ commandId: trip.commandId, state: "cancelled", reason: "robot_stopped" });
    return done;
  }

  async reattach(commandId: string): Promise<boolean> {
    const isThere = await this.#driver.reattach(commandId);
    if (isThere) this.#attachedId = commandId;
    return isThere;
  }

  mayDrive(way: Way): boolean {
    const frame = this.#trip?.frame ?? "";
    const [from] = way.points;
    const poses = way.points.map(([xM, yM]) => ({ xM, yM }));
    return (
      from !== undefined &&
      poses.slice(1).every((to, at) => this.#problemAlong(frame, poses[at]!, to) === null)
    );
  }

  proceed(): void {
    void this.#go();
  }

  reroute(): void {
    this.#legs.drop();
    void this.#go();
  }

  recall(): void {
    const trip = this.#trip;
    if (!trip || this.#isRecalling) return;
    trip.grantedM = Math.min(trip.grantedM, trip.atM);
    this.#isRecalling = true;
    void this.#recall();
  }

  async #recall(): Promise<void> {
    try {
      await this.#legs.recall();
    } catch {
      // It must not go on: stop it by every means.
      await this.stop().catch(() => undefined);
    } finally {
      this.#isRecalling = false;
    }
    void this.#go();
  }

  halt(): void {
    this.stop().catch(() => undefined);
  }

  lose(reason: string): void {
    const legId = this.#legs.leg?.id ?? null;
    this.#end("failed", reason);
    if (legId !== null)
      this.#driver.cancel(legId).catch(() => void this.stop().catch(() => undefined));
  }

  #errandOf(command: RobotCommand): Errand | null {
    return errandOf(command, {
      ...this.#wayInputs(),
      ownPlaces: (own) => this.#driver.ownPlaces?.(own) ?? null,
    });
  }

  #wayInputs(): WayInputs {
    return {
      place: this.#place,
      networkOf: (frame) => this.#traffic.networkOf(frame),
      liftPlaces: () => this.#traffic.liftPlaces(),
    };
  }

  /** Pauses and resumes also a robot that waits. */
  async #hold(sent: DriverCommand): Promise<void | BackgroundEnd | CommandNote> {
    const isPause = sent.command.kind === "pause";
    if (this.#trip === null || this.#legs.leg !== null) {
      const taken = await this.#driver.execute(sent);
      this.#isPaused = isPause;
      return taken;
    }
    this.#isPaused = isPause;
    if (!isPause) void this.#go();
  }

  /** Begins a way. The movement before it ends when the robot has accepted this one, or waits for it. */
  async #begin(sent: DriverCommand, errand: Errand): Promise<void> {
    const before = {
      trip: this.#trip,
      errand: this.#errand,
      leg: this.#legs.leg,
      lapsLeft: this.#lapsLeft,
    };
    const trip = new Trip({
      commandId: sent.id,
      frame: errand.frame,
      startedMs: this.#clock.monoMs(),
      isPlanned: errand.isPlanned,
      ride: errand.ride,
      way: new Way(errand.points, errand.network, this.radiusM),
    });
    this.#trip = trip;
    this.#errand = { ...errand, sent };
    this.#lapsLeft = errand.laps - 1;
    this.#legs.begin();
    this.#isPaused = false;
    this.#attachedId = null;
    try {
      await this.#extend(trip);
      if (this.#trip !== trip) return;
      if (this.#legs.isDue(trip, true)) await this.#send(trip);
      else if (before.leg) await this.#driver.cancel(before.leg.id);
    } catch (error) {
      if (this.#trip !== trip) throw error;
      this.#trip = before.trip;
      this.#errand = before.errand;
      this.#legs.restore(before.leg);
      this.#lapsLeft = before.lapsLeft;
      throw error;
    }
    if (before.trip)
      this.#tell({ commandId: before.trip.commandId, state: "cancelled", reason: "superseded" });
    if (trip.wait) this.#tell({ commandId: trip.commandId, state: "executing", reason: null });
  }

  /** Reserves more where the robot comes near the end of what it has; true when it got more. */
  async #extend(trip: Trip): Promise<boolean> {
    let isMore = false;
    while (
      this.#trip === trip &&
      !trip.isWholeGranted &&
      trip.grantedM - trip.atM < trafficLimits.lookaheadM
    ) {
      if (!(await this.#traffic.extend(this))) break;
      isMore = true;
    }
    return isMore;
  }

  /** Goes on as far as the traffic allows. Calls meanwhile make it look again. */
  async #go(): Promise<void> {
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
      if (this.#trip === trip) this.#end("failed", describeError(error));
    }
  }

  #send(trip: Trip): Promise<void> {
    return this.#legs.send(trip, this.#errand!, this.#lapsLeft === 0);
  }

  #onSample(sample: RobotSample): void {
    if (sample.velocity) this.#isMoving = Math.abs(sample.velocity.linearMps) > standsMps;
    if (sample.pose) this.#seen(sample.pose);
    this.#sink?.onSample(sample);
  }

  #seen({ frame, xM, yM }: NonNullable<RobotSample["pose"]>): void {
    const point: PointM = [xM, yM];
    this.#place = { frame, point };
    const trip = this.#trip;
    if (trip?.frame === frame) trip.seen(point);
    this.#traffic.seen(this);
    if (trip?.ridePhase === "arriving" && trip.ride?.to.frame === frame) this.#leaveLift(trip);
    if (!trip || trip.isWholeGranted || trip.wait) return;
    if (trip.grantedM - trip.atM < trafficLimits.lookaheadM) void this.#go();
  }

  #onProgress(progress: CommandProgress): void {
    const { commandId, state, reason } = progress;
    if (commandId === this.#attachedId && state !== "executing") this.#attachedId = null;
    const trip = this.#trip;
    if (trip && commandId === this.#legs.leg?.id) {
      if (state === "executing") this.#tell({ ...progress, commandId: trip.commandId });
      else if (state === "succeeded") this.#arrived(trip);
      else this.#end(state, reason);
      return;
    }
    // Pieces of ways that newer ones replaced.
    if (!this.#legs.isPiece(commandId)) this.#tell(progress);
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
    else return this.#end("succeeded", null);
    void this.#go();
  }

  /** In a lift. */
  async #rideOn(trip: Trip): Promise<void> {
    const failure = await this.#lifts.step(trip);
    if (failure !== null && this.#trip === trip) this.#end("failed", failure);
  }

  /** The robot is in the map of the other level: on to the goal. */
  #leaveLift(before: Trip): void {
    const { sent } = this.#errand!;
    const errand = this.#errandOf(sent.command);
    this.#traffic.doors.ride(this.robotId, null);
    if (!errand) {
      const message = `no_way: no way to the goal is known in ${this.#place!.frame}`;
      return this.#end("failed", message);
    }
    const way = new Way(errand.points, errand.network, this.radiusM);
    const { commandId, startedMs } = before;
    const { frame, isPlanned, ride } = errand;
    const trip = new Trip({ commandId, startedMs, frame, isPlanned, ride, way });
    this.#trip = trip;
    this.#errand = { ...errand, sent };
    if (!this.mayDrive(way)) return this.#end("failed", "keep_out_zone: a zone is on its way");
    void this.#go();
  }

  #nextLap(trip: Trip): void {
    this.#lapsLeft -= 1;
    const errand = this.#errand!;
    trip.take(new Way([trip.goal, ...errand.points.slice(1)], errand.network, this.radiusM));
  }

  /** The others have passed, or will: on to the goal. */
  #backToGoal(trip: Trip): void {
    trip.givesWay = false;
    const errand = this.#errandOf(this.#errand!.sent.command);
    const points = errand?.points ?? [this.#place!.point, trip.goal];
    const network = errand?.network ?? this.#errand!.network;
    trip.take(new Way(points, network, this.radiusM));
  }

  /** Ends the way and tells how. */
  #end(state: "succeeded" | "failed" | "cancelled", reason: string | null): void {
    const trip = this.#drop();
    if (trip) this.#tell({ commandId: trip.commandId, state, reason });
  }

  #drop(): Trip | null {
    const trip = this.#trip;
    this.#trip = null;
    this.#legs.drop();
    this.#isPaused = false;
    if (trip?.ride) this.#traffic.doors.ride(this.robotId, null);
    if (trip) this.#traffic.tripEnded(this);
    return trip;
  }

  #tell(progress: CommandProgress): void {
    this.#sink?.onProgress(progress);
  }
}
