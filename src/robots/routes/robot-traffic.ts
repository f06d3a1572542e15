import type { Clock } from "../../base/core/clock.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import type { TrafficService } from "../traffic/traffic-service.ts";
import { trafficWire } from "../traffic/traffic-wire.ts";
import {
  freedReservationsAnswer,
  freeReservationsSchema,
  robotTrafficAnswer,
} from "../wire/robot-traffic.ts";
import { knownRobot, robotCaller } from "./robot-caller.ts";

/** The parts of the routes of traffic. */
interface Parts {
  traffic: TrafficService;
  keys: ApiKeys;
  clock: Clock;
}

const base = "/api/v1/robots";

/** Reserved corridors and places. */
export function robotTrafficRoutes(parts: Parts): Route[] {
  return [get(parts), free(parts)];
}

function get({ traffic, clock }: Parts): Route {
  return route({
    method: "GET",
    path: `${base}/traffic`,
    cameras: "none",
    summary: "List the corridors and places that robots have reserved, and the robots that wait",
    tag: "robots",
    access: "robots:read",
    isTool: true,
    answers: { 200: { description: "The traffic", schema: robotTrafficAnswer } },
    handle({ caller }) {
      const data = trafficWire(traffic.of(caller.org), clock.monoMs());
      return { object: "robot.traffic", status: "ok", data };
    },
  });
}

function free({ traffic, keys }: Parts): Route {
  return route({
    method: "POST",
    path: `${base}/:robot_id/reservations/free`,
    cameras: "none",
    summary:
      "Free all that a lost robot has reserved, once nobody is there; the box ends its command and records who did it",
    tag: "robots",
    access: "robots:command",
    isTool: true,
    params: closedObject({ robot_id: robotIdSchema }),
    body: freeReservationsSchema,
    isRobotCommand: true,
    optionalBody: true,
    answers: { 200: { description: "What it had", schema: freedReservationsAnswer } },
    async handle({ caller, params: { robot_id: id }, body }) {
      const why = (body as { reason?: string } | undefined)?.reason ?? null;
      const from = robotCaller(keys, caller);
      const freed = knownRobot(await traffic.free(from, id, why));
      const data = { object: "robot.reservations", robot_id: id, freed };
      return { object: "robot.reservations", status: "ok", data };
    },
  });
}
