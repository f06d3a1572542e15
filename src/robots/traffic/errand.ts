import type { PointM } from "../../base/geo/line.ts";
import { type MapPose, placesOf, type RobotCommand } from "../driver/command.ts";
import type { DriverCommand } from "../driver/driver-port.ts";
import type { TrafficNetwork } from "./network.ts";
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
  /** The command's place at a point; without a heading at points between. */
  poseAt(point: PointM): MapPose;
  sent: Pick<DriverCommand, "id" | "command" | "maxSpeedMps" | "maxTurnRadps">;
}

/** Why there is no way for a command. */
export interface WayProblem {
  rule: "no_way" | "pose_unknown";
  message: string;
}

/** What a way depends on. */
export interface WayInputs {
  place: { frame: string; point: PointM } | null;
  networkOf(frame: string): TrafficNetwork | null;
}

/**
 * Returns the way of a movement; null where nothing is reserved: without corridors in the frame, to an unknown place, and
 * for a robot that acts where it stands.
 */
export function errandOf(
  command: RobotCommand,
  inputs: WayInputs & { ownPlaces(command: RobotCommand): readonly MapPose[] | null },
): Errand | null {
  const { place } = inputs;
  const stops = isDocking(command) ? (inputs.ownPlaces(command) ?? []) : placesOf(command);
  const network = place && inputs.networkOf(place.frame);
  if (!network || stops.length === 0 || stops.some(({ frame }) => frame !== place.frame))
    return null;
  const { frame, point: from } = place;
  const goals = stops.map(({ xM, yM }): PointM => [xM, yM]);
  const isPlanned =
    goals.length === 1 && command.kind !== "follow_route" && command.kind !== "undock";
  const planned = isPlanned ? planWay(network, { from, to: goals[0]! }) : null;
  if (planned && "problem" in planned) return null;
  return {
    frame,
    network,
    points: planned?.points ?? [from, ...goals],
    laps: command.kind === "follow_route" ? command.loops : 1,
    isPlanned,
    poseAt: (point) => poseOf(point, frame, stops),
    sent: { id: "", command, maxSpeedMps: 0, maxTurnRadps: 0 },
  };
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
  const [first] = placesOf(command);
  const { place, networkOf } = inputs;
  if (!first || !networkOf(first.frame)) return null;
  if (!place)
    return {
      rule: "pose_unknown",
      message:
        "the robot sends no position, and the box needs it to reserve corridors. Localize the robot",
    };
  const elsewhere = placesOf(command).find(({ frame }) => frame !== place.frame);
  if (elsewhere)
    return {
      rule: "no_way",
      message: `the robot is in map frame ${place.frame}, and the goal in ${elsewhere.frame}. Use a goal in ${place.frame}`,
    };
  if (command.kind === "follow_route") return null;
  const planned = planWay(networkOf(place.frame)!, { from: place.point, to: [first.xM, first.yM] });
  if ("points" in planned) return null;
  return { rule: "no_way", message: `${planned.problem}. Add a corridor, or change one_way` };
}
