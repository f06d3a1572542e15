import type { Clock } from "../../base/core/clock.ts";
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
import { type WayProblem, wayProblemOf } from "./errand.ts";
import type { TrafficMember } from "./members.ts";
import type { SiteTraffic } from "./site-traffic.ts";
import type { Trip } from "./trip.ts";
import { TripRunner } from "./trip-runner.ts";
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
  #sink: RobotSink | undefined;
  #problemAlong: ProblemAlong = () => null;
  #place: TrafficMember["place"] = null;
  #isMoving = false;
  readonly #trips: TripRunner;
  /** A command of an earlier process that the robot still carries out. */
  #attachedId: string | null = null;
  /** A stop did not arrive: the robot may still drive. */
  #isStopDue = false;

  constructor(parts: TrafficDriverParts) {
    this.robotId = parts.robotId;
    this.radiusM = parts.radiusM;
    this.#driver = parts.driver;
    this.#traffic = parts.traffic;
    this.#trips = new TripRunner({
      ...parts,
      member: this,
      tell: (progress) => this.#sink?.onProgress(progress),
    });
  }

  get trip(): Trip | null {
    return this.#trips.trip;
  }

  get isAttached(): boolean {
    return this.#attachedId !== null;
  }

  get isMoving(): boolean {
    return this.#isMoving;
  }

  get place(): TrafficMember["place"] {
    return this.#place;
  }

  get keepsAll(): boolean {
    return this.isAttached || this.#isStopDue || (this.trip === null && this.#isMoving);
  }

  open(sink: RobotSink): void {
    this.#sink = sink;
    this.#traffic.join(this);
    this.#trips.bound();
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
    this.#trips.drop();
    await this.#driver.close();
  }

  boundWay(problemAlong: ProblemAlong): void {
    this.#problemAlong = problemAlong;
    this.#driver.boundWay?.(problemAlong);
  }

  wayOf(command: RobotCommand): readonly MapPose[] | null {
    const errand = this.#trips.errandOf(command);
    if (!errand || !errand.isPlanned) return null;
    return errand.points.slice(1).map((point) => errand.poseAt(point));
  }

  wayProblem(command: RobotCommand): WayProblem | null {
    const problem = wayProblemOf(command, this.#trips.wayInputs());
    const errand = problem ? null : this.#trips.errandOf(command);
    if (!errand || errand.network.doorAreas.length === 0) return problem;
    const [, first] = errand.points;
    // The next lap begins with the way back.
    const points = errand.laps > 1 && first ? [...errand.points, first] : errand.points;
    const { spans } = new Way(points, errand.network, this.radiusM);
    const message = this.#traffic.doors.outOfOrder(spans.map(({ area }) => area));
    return message === null ? null : { rule: "door_fault", message };
  }

  async execute(sent: DriverCommand): Promise<void | BackgroundEnd | CommandNote> {
    const { command } = sent;
    if (command.kind === "pause" || command.kind === "resume") return await this.#hold(sent);
    if (command.kind === "teleop") {
      const taken = await this.#driver.execute(sent);
      this.#trips.end("cancelled", "superseded");
      return taken;
    }
    if (!isMovement(command)) return await this.#driver.execute(sent);
    const errand = this.#trips.errandOf(command);
    if (errand) {
      this.#attachedId = null;
      return await this.#trips.begin(sent, errand);
    }
    const taken = await this.#driver.execute(sent);
    this.#trips.end("cancelled", "superseded");
    return taken;
  }

  async cancel(commandId: string): Promise<void> {
    const { trip, legId } = this.#trips;
    if (trip?.commandId !== commandId) return await this.#driver.cancel(commandId);
    if (legId !== null) await this.#driver.cancel(legId);
    if (this.trip === trip) this.#trips.end("cancelled", "cancelled");
  }

  async stop(): Promise<string> {
    const trip = this.#trips.drop();
    this.#isStopDue = true;
    const done = await this.#driver.stop();
    this.#isStopDue = false;
    if (trip)
      this.#sink?.onProgress({
        commandId: trip.commandId,
        state: "cancelled",
        reason: "robot_stopped",
      });
    return done;
  }

  async reattach(commandId: string): Promise<boolean> {
    const isThere = await this.#driver.reattach(commandId);
    if (isThere) this.#attachedId = commandId;
    return isThere;
  }

  mayDrive(way: Way): boolean {
    const frame = this.trip?.frame ?? "";
    const [from] = way.points;
    const poses = way.points.map(([xM, yM]) => ({ xM, yM }));
    return (
      from !== undefined &&
      poses.slice(1).every((to, at) => this.#problemAlong(frame, poses[at]!, to) === null)
    );
  }

  proceed(): void {
    void this.#trips.go();
  }

  reroute(): void {
    this.#trips.reroute();
  }

  recall(): void {
    this.#trips.recall(() => this.stop());
  }

  halt(): void {
    this.stop().catch(() => undefined);
  }

  lose(reason: string): void {
    const { legId } = this.#trips;
    this.#trips.end("failed", reason);
    if (legId !== null)
      this.#driver.cancel(legId).catch(() => void this.stop().catch(() => undefined));
  }

  /** Pauses and resumes also a robot that waits. */
  async #hold(sent: DriverCommand): Promise<void | BackgroundEnd | CommandNote> {
    const isPause = sent.command.kind === "pause";
    if (this.#trips.isWaiting) return this.#trips.pause(isPause, !isPause);
    const taken = await this.#driver.execute(sent);
    this.#trips.pause(isPause, false);
    return taken;
  }

  #onSample(sample: RobotSample): void {
    if (sample.velocity) this.#isMoving = Math.abs(sample.velocity.linearMps) > standsMps;
    if (sample.pose) this.#seen(sample.pose);
    this.#sink?.onSample(sample);
  }

  #seen({ frame, xM, yM }: NonNullable<RobotSample["pose"]>): void {
    const point: PointM = [xM, yM];
    this.#place = { frame, point };
    this.#trips.seen(frame, point);
    this.#traffic.seen(this);
    this.#trips.moved(frame);
  }

  #onProgress(progress: CommandProgress): void {
    const { commandId, state } = progress;
    if (commandId === this.#attachedId && state !== "executing") this.#attachedId = null;
    if (!this.#trips.onProgress(progress)) this.#sink?.onProgress(progress);
  }
}
