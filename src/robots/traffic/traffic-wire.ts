import { robotIncident } from "../commands/robot-incident-wire.ts";
import type { NewEvent } from "../../base/events/event.ts";
import type { RobotTrafficWire } from "../wire/robot-traffic.ts";
import type { TrafficFinding } from "./members.ts";
import type { SiteTraffic } from "./site-traffic.ts";
import { type AreaKind, areaKinds } from "./traffic-terms.ts";

/** The traffic of an organisation on the wire. */
export function trafficWire(
  { reservations, members, deadlocks }: Pick<SiteTraffic, "reservations" | "members" | "deadlocks">,
  monoMs: number,
): RobotTrafficWire {
  return {
    object: "robot.traffic",
    reservations: reservations.all().map(({ key, name, robotId, fence, sinceMs }) => ({
      ...keyWire(key),
      name,
      robot_id: robotId,
      fence,
      since: sinceMs / 1000,
    })),
    waits: [...members.values()].flatMap(({ robotId, trip }) =>
      trip?.wait
        ? [
            {
              robot_id: robotId,
              areas: [...trip.wait.areas],
              robots: [...trip.wait.robots],
              door: trip.wait.door,
              seconds: Math.max(0, Math.round(monoMs - trip.wait.sinceMs) / 1000),
            },
          ]
        : [],
    ),
    deadlocks,
  };
}

function keyWire(key: string): { kind: AreaKind; id: string | null } {
  const [kind, id] = key.split(":");
  const known = areaKinds.find((each) => each === kind) ?? "junction";
  return { kind: known, id: known === "junction" ? null : id! };
}

/** The event of something that people should know. */
export function findingEvent(
  org: string,
  { robotId, ...found }: TrafficFinding,
  wallMs: number,
): NewEvent {
  return robotIncident(org, { ...found, robot_id: robotId }, wallMs);
}
