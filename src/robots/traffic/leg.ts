import { apart, type PointM } from "../../base/geo/line.ts";
import type { MapPose, RobotCommand } from "../driver/command.ts";
import type { DriverCommand } from "../driver/driver-port.ts";
import type { Errand } from "./errand.ts";
import type { Trip } from "./trip.ts";

/** A piece of a way as a command for the driver. */
export interface Leg {
  sent: DriverCommand;
  /** Where it ends, and where its places are, in metres along the way. */
  endM: number;
  placesM: readonly number[];
}

/** How legs are made. */
export interface LegOptions {
  /** The driver takes the whole way, and releases it piece by piece. */
  isWhole: boolean;
  /** The driver takes curves; others get the corners that stand for them. */
  takesCurves: boolean;
  isLastLap: boolean;
  /** The robot takes several places in one command. */
  hasRoutes: boolean;
  newId(): string;
  /** The last piece has the id of the command. */
  hasOwnId: boolean;
}

/** Returns the next piece of the robot's way, as far as it may drive now. */
export function legOf(trip: Trip, errand: Errand, options: LegOptions): Leg {
  const { way, atM } = trip;
  // The place of a dock is the robot's own, so no curve leads to it.
  const takesCurves = options.takesCurves && errand.sent.command.kind !== "dock";
  const stops = options.isWhole ? wholeStops(trip, takesCurves) : piecesOf(trip, errand, options);
  const endM = stops.at(-1)!.atM;
  const isOnly = !trip.givesWay && trip.ride === null;
  const isFinal = endM >= way.lengthM - 1e-6 && options.isLastLap && isOnly;
  const { sent } = errand;
  const places = stops.map(({ point, atM: placeM }, at): MapPose => {
    const isGoal = placeM >= way.lengthM - 1e-6 && !trip.givesWay;
    const curve = takesCurves ? way.curveBetween(stops[at - 1]?.atM ?? atM, placeM) : null;
    return { ...errand.poseAt(isGoal ? trip.goal : point), ...(curve ? { curve } : {}) };
  });
  const command = isFinal ? sent.command : driveTo(places);
  const base = {
    id: isFinal && options.hasOwnId ? sent.id : options.newId(),
    maxSpeedMps: sent.maxSpeedMps,
    maxTurnRadps: sent.maxTurnRadps,
  };
  const placesM = stops.map((stop) => Math.max(atM, stop.atM));
  if (!isFinal) return { sent: { ...base, command }, endM, placesM };
  if (options.isWhole) return { sent: { ...base, ...wholeOf(command, places) }, endM, placesM };
  const isDrive = command.kind === "move_to" || command.kind === "follow_route";
  return { sent: { ...base, command: isDrive ? driveTo(places) : command }, endM, placesM };
}

interface Stop {
  point: PointM;
  atM: number;
}

/** All of the way from the robot's place on, with the places where it may wait. */
function wholeStops({ way, atM }: Trip, takesCurves: boolean): Stop[] {
  const { lengthM } = way;
  const corners = takesCurves
    ? way.curveEndsBetween(atM, lengthM)
    : way.cornersBetween(atM, lengthM);
  return withStops({ way, atM, endM: lengthM }, corners, [...way.stopsM, ...way.doorStopsM]);
}

/** Corners with these stops between them. */
function withStops(
  { way, atM, endM }: Pick<Trip, "way" | "atM"> & { endM: number },
  corners: readonly Stop[],
  stopsM: readonly number[],
): Stop[] {
  const between = stopsM
    .filter((stopM) => stopM > atM + 0.05 && stopM < endM - 0.05)
    .map((stopM) => ({ point: way.pointAt(stopM), atM: stopM }));
  return [...corners, ...between]
    .toSorted((a, b) => a.atM - b.atM)
    .filter(
      ({ point }, at, all) =>
        at === 0 || apart(point, all[at - 1]!.point) > 0.05 || at === all.length - 1,
    );
}

/** The places of the next goal. A load is handled, and a robot docks, from the last corner on. */
function piecesOf(trip: Trip, { sent }: Errand, { hasRoutes }: LegOptions): Stop[] {
  const { command } = sent;
  const { way, atM, grantedM } = trip;
  const corners = withStops({ way, atM, endM: grantedM }, way.cornersBetween(atM, grantedM), []);
  const isDrive = command.kind === "move_to" || command.kind === "follow_route";
  if (!hasRoutes) return corners.slice(0, 1);
  return !isDrive && trip.isWholeGranted && corners.length > 1 ? corners.slice(0, -1) : corners;
}

function driveTo(places: readonly MapPose[]): RobotCommand {
  const [target] = places;
  if (places.length === 1) return { kind: "move_to", target: target!, maxSpeedMps: null };
  return { kind: "follow_route", waypoints: places, loops: 1, maxSpeedMps: null };
}

/** The command with the places before its last one. */
function wholeOf(
  command: RobotCommand,
  places: readonly MapPose[],
): Pick<DriverCommand, "command" | "via"> {
  if (command.kind === "follow_route") return { command: driveTo(places) };
  const via = places.slice(0, -1);
  const curve = places.at(-1)?.curve;
  const isTo = command.kind === "move_to" || command.kind === "pick" || command.kind === "drop";
  if (!curve || !isTo || !command.target) return { command, via };
  return { command: { ...command, target: { ...command.target, curve } } as RobotCommand, via };
}
