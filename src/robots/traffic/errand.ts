import { apart, type PointM } from "../../base/geo/line.ts";
import { type MapPose, placesOf, type RobotCommand } from "../driver/command.ts";
import type { DriverCommand } from "../driver/driver-port.ts";
import type { PlaceRecord } from "../maps/map-record.ts";
import type { TrafficNetwork } from "./network.ts";
import type { LiftRide } from "./trip.ts";
import { planWay } from "./way-planner.ts";

/** The way of a command among corridors and places. */
export interface Errand {
  frame: string;
  network: TrafficNetwork;
  /** From the robot's place to the end of the first lap. */
  points: readonly PointM[];
  laps: number;
  /** True when the box chose the way along corridors. */
  isPlanned: boolean;
  /** The lift at the end of the way that takes the robot to the map frame of its goal; null for none. */
  ride: LiftRide | null;
  /** The command's place at a point; without a heading at points between. */
  poseAt(point: PointM): MapPose;
  sent: Pick<DriverCommand, "id" | "command" | "maxSpeedMps" | "maxTurnRadps">;
}

/** Why there is no way for a command. */
export interface WayProblem {
  rule: "no_way" | "pose_unknown" | "door_fault";
  message: string;
}

/** What a way depends on. */
export interface WayInputs {
  place: { frame: string; point: PointM } | null;
  networkOf(frame: string): TrafficNetwork | null;
  liftPlaces(): readonly PlaceRecord[];
  /** The places of commands that name none, such as docks; null where they are not known. */
  ownPlaces(command: RobotCommand): readonly MapPose[] | null;
}

/**
 * Returns the way of a movement; null where nothing is reserved: without corridors in the frame, to an unknown place, and
 * for a robot that acts where it stands.
 */
export function errandOf(command: RobotCommand, inputs: WayInputs): Errand | null {
  const { place } = inputs;
  const stops = stopsOf(command, inputs);
  const network = place && inputs.networkOf(place.frame);
  const ride = rideFor(command, stops, inputs);
  const ends = ride ? [poseAt(ride.from)] : stops;
  const isHere = ends.every(({ frame: each }) => each === place?.frame);
  if (!network || ends.length === 0 || !isHere) return null;
  const { frame, point: from } = place;
  const goals = ends.map(({ xM, yM }): PointM => [xM, yM]);
  const isPlanned = goals.length === 1 && !isAsSent(command);
  const planned = isPlanned ? planWay(network, { from, to: goals[0]! }) : null;
  if (planned && "problem" in planned) return null;
  return {
    frame,
    network,
    points: planned?.points ?? [from, ...goals],
    laps: command.kind === "follow_route" ? command.loops : 1,
    isPlanned,
    ride,
    poseAt: (point) => poseOf(point, frame, ends),
    sent: { id: "", command, maxSpeedMps: 0, maxTurnRadps: 0 },
  };
}

/** Returns the lift by which the robot comes to the map frame of its goal with the shortest ways; null for none. */
function rideFor(
  command: RobotCommand,
  stops: readonly MapPose[],
  { place, liftPlaces }: Pick<WayInputs, "place" | "liftPlaces">,
): LiftRide | null {
  const [goal] = stops;
  if (!place || !goal || stops.length > 1 || goal.frame === place.frame) return null;
  if (isAsSent(command)) return null;
  const all = liftPlaces();
  const rides = all
    .filter(({ frame }) => frame === place.frame)
    .flatMap((from) =>
      all
        .filter((to) => to.door === from.door && to.frame === goal.frame)
        .map((to): LiftRide => ({ lift: from.door!, from, to })),
    );
  const lengthM = ({ from, to }: LiftRide): number =>
    apart(place.point, [from.xM, from.yM]) + apart([to.xM, to.yM], [goal.xM, goal.yM]);
  return rides.toSorted((a, b) => lengthM(a) - lengthM(b))[0] ?? null;
}

/** The position of a place. */
export function poseAt({ frame, xM, yM, yawRad }: PlaceRecord): MapPose {
  return { frame, xM, yM, yawRad };
}

/** True for a way that the box does not choose. */
function isAsSent({ kind }: RobotCommand): boolean {
  return kind === "undock" || kind === "follow_route";
}

function stopsOf(command: RobotCommand, { ownPlaces }: WayInputs): readonly MapPose[] {
  return isDocking(command) ? (ownPlaces(command) ?? []) : placesOf(command);
}

function isDocking({ kind }: RobotCommand): boolean {
  return kind === "dock" || kind === "undock";
}

function poseOf([xM, yM]: PointM, frame: string, stops: readonly MapPose[]): MapPose {
  const stop = stops.find((each) => each.xM === xM && each.yM === yM);
  return stop ?? { frame, xM, yM, yawRad: null };
}

/** Returns why corridors lead the robot nowhere on this command; null where they do, or where there are none. */
export function wayProblemOf(command: RobotCommand, inputs: WayInputs): WayProblem | null {
  if (command.kind === "localize") return null;
  const stops = stopsOf(command, inputs);
  const [first] = stops;
  const { place, networkOf } = inputs;
  if (!first || !(networkOf(first.frame) ?? (place && networkOf(place.frame)))) return null;
  if (!place)
    return {
      rule: "pose_unknown",
      message:
        "the robot sends no position, and the box needs it to reserve corridors. Localize the robot",
    };
  const ride = rideFor(command, stops, inputs);
  const elsewhere = stops.find(({ frame }) => frame !== place.frame);
  if (elsewhere && !ride)
    return {
      rule: "no_way",
      message: `the robot is in map frame ${place.frame}, and the goal in ${elsewhere.frame}. Use a goal in ${place.frame}`,
    };
  if (isAsSent(command)) return null;
  const network = networkOf(place.frame);
  if (!network) return null;
  const to: PointM = ride ? [ride.from.xM, ride.from.yM] : [first.xM, first.yM];
  const planned = planWay(network, { from: place.point, to });
  if ("points" in planned) return null;
  return { rule: "no_way", message: `${planned.problem}. Add a corridor, or change one_way` };
}
