import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { robotIdSchema } from "../driver/command-document.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { OpenTeleop, RobotService } from "../fleet/robot-service.ts";
import type { AccessWatch } from "../../http/connections/access-watch.ts";
import { closedObject } from "../../http/queries.ts";
import { knownRobot, robotCaller } from "./robot-caller.ts";
import { type Route, route } from "../../http/route.ts";
import type { StreamSlots } from "../../http/streaming/stream-slots.ts";
import { TeleopSocket } from "./teleop-socket.ts";
import type { WebSockets } from "../../http/connections/web-sockets.ts";
import { teleopLimits } from "../teleop/teleop-terms.ts";

interface Parts {
  robots: RobotService;
  keys: ApiKeys;
  clock: Clock;
  sockets: WebSockets;
  slots: StreamSlots;
  access: AccessWatch;
}

/** Teleop over a WebSocket. */
export function robotTeleopRoutes(parts: Parts): Route[] {
  return [teleop(parts)];
}

function teleop({ sockets, slots, ...parts }: Parts): Route {
  return route({
    method: "GET",
    path: "/api/v1/robots/:robot_id/teleop",
    cameras: "none",
    summary: "Drive a robot by hand over a WebSocket, with heartbeat and deadman",
    tag: "robots",
    access: "robots:command",
    params: closedObject({ robot_id: robotIdSchema }),
    query: closedObject({
      deadman_ms: Type.Optional(
        Type.Integer({
          minimum: teleopLimits.deadmanMinMs,
          maximum: teleopLimits.deadmanMaxMs,
          default: teleopLimits.deadmanMaxMs,
          description: "Milliseconds without a message after which the box stops the robot",
        }),
      ),
    }),
    streaming: true,
    answers: { 101: { description: "The WebSocket is open", contentType: "text/plain" } },
    errors: [
      "upgrade_required",
      "malformed_request",
      "command_rejected",
      "lease_held",
      "robot_unreachable",
      "too_many_streams",
      "overloaded",
    ],
    async handle({ caller, params: { robot_id: id }, query, reply }) {
      knownRobot(parts.robots.get(caller.org, id));
      sockets.assertUpgrade(reply);
      const release = slots.take(caller.keyId);
      const deadmanMs = query.deadman_ms ?? teleopLimits.deadmanMaxMs;
      let isOpen = false;
      try {
        const { socket, opened } = await begin(parts, { caller, id, deadmanMs, reply });
        sockets.accept(reply, (client) => {
          isOpen = true;
          client.once("close", release);
          socket.begin(client, opened);
        });
        if (!isOpen) void opened.session.leave("client_gone");
      } finally {
        if (!isOpen) release();
      }
      return undefined;
    },
  });
}

/** Takes the robot before the WebSocket opens, so that a refusal is an ordinary answer. */
async function begin(
  { robots, keys, clock, access }: Omit<Parts, "sockets" | "slots">,
  options: { caller: Caller; id: string; deadmanMs: number; reply: FastifyReply },
): Promise<{ socket: TeleopSocket; opened: OpenTeleop }> {
  const { caller, id, deadmanMs, reply } = options;
  const from = robotCaller(keys, caller);
  const socket = new TeleopSocket({
    clock,
    robotId: id,
    deadmanMs,
    followAccess: (end) => access.follow(reply.request, end),
    stop: (reason) => robots.stop(from, id, reason),
  });
  const opened = knownRobot(await robots.openTeleop(from, id, { deadmanMs, listener: socket }));
  return { socket, opened };
}
