import type { PointM } from "../../base/geo/line.ts";
import type { PlaceRecord } from "../maps/map-record.ts";
import type { Way } from "./way.ts";

/** What a robot waits for. */
export interface TrafficWait {
  /** Names of the areas that it lacks. */
  areas: readonly string[];
  /** Robots that have one of them; empty where the robot only keeps the way of others free. */
  robots: ReadonlySet<string>;
  /** Monotonic milliseconds. */
  sinceMs: number;
  /** The door that is not open for it; null where it waits for no door. */
  door: string | null;
}

/** A ride by a lift between two map frames. */
export interface LiftRide {
  lift: string;
  from: PlaceRecord;
  to: PlaceRecord;
}

/** One robot on its way: how far it has come, how far it may drive, and what it waits for. */
export class Trip {
  readonly commandId: string;
  readonly frame: string;
  /** Monotonic milliseconds of the command. */
  readonly startedMs: number;
  /** The end of the command's way. */
  readonly goal: PointM;
  /** True when the box chose the way along corridors. */
  readonly isPlanned: boolean;
  #way: Way;
  #atM = 0;
  /** The robot may drive this far, in metres along its way. */
  grantedM = 0;
  /** Its ground is reserved this far, in metres; a door that is not open may end the grant before. */
  reservedM = 0;
  /** The lift that takes it on from the end of its way to another level; null for none. */
  readonly ride: LiftRide | null;
  /** How far the ride is. */
  ridePhase: "before" | "riding" | "arriving" = "before";
  /** When it began to wait for the door of `doorId`, in monotonic milliseconds. */
  doorWait: { doorId: string; sinceMs: number } | null = null;
  wait: TrafficWait | null = null;
  /** True on a way that lets others pass; the robot goes on to its goal afterwards. */
  givesWay = false;
  /** How often it gave way on this command. */
  timesGaveWay = 0;

  constructor(from: {
    commandId: string;
    frame: string;
    startedMs: number;
    isPlanned: boolean;
    way: Way;
    ride?: LiftRide | null;
  }) {
    this.commandId = from.commandId;
    this.frame = from.frame;
    this.startedMs = from.startedMs;
    this.isPlanned = from.isPlanned;
    this.#way = from.way;
    this.ride = from.ride ?? null;
    this.goal = from.way.points.at(-1)!;
  }

  get way(): Way {
    return this.#way;
  }

  /** How far the robot has come, in metres along its way. */
  get atM(): number {
    return this.#atM;
  }

  /** True when the robot may drive to the end of the way. */
  get isWholeGranted(): boolean {
    return this.grantedM >= this.#way.lengthM;
  }

  /** Takes the robot's place. */
  seen(point: PointM): void {
    this.#atM = Math.min(this.#way.progress(point, this.#atM), this.#way.lengthM);
  }

  /** Begins another way from the robot's place. */
  take(way: Way): void {
    this.#way = way;
    this.#atM = 0;
    this.grantedM = 0;
    this.reservedM = 0;
    this.wait = null;
    this.doorWait = null;
  }

  /** Keys of the areas from here to the end of the way. */
  get needs(): string[] {
    return this.#way.areasBetween(this.#atM, this.#way.lengthM).map(({ key }) => key);
  }

  /** True when the area is on the piece of the way that is reserved. */
  isAhead(key: string): boolean {
    const toM = Math.max(this.grantedM, this.reservedM);
    return this.#way.spans.some(
      (span) => span.area.key === key && span.toM >= this.#atM && span.fromM <= toM,
    );
  }
}
