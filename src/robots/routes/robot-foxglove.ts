import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { named, orNull, unixTime } from "../../base/contract/answers.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { AccessWatch } from "../../http/connections/access-watch.ts";
import type { WebSockets } from "../../http/connections/web-sockets.ts";
import { closedObject } from "../../http/queries.ts";
import { type Call, type Route, route } from "../../http/route.ts";
import type { StreamSlots } from "../../http/streaming/stream-slots.ts";
import { foxgloveLimits, foxgloveProtocols } from "../foxglove/foxglove-terms.ts";
import type { FoxgloveServing } from "../foxglove/live-port.ts";
import type { LiveRobots } from "../foxglove/live-robots.ts";
import type { Tickets } from "../foxglove/tickets.ts";

/** Who opened an address, and the request whose access the connection needs. */
export interface FoxgloveTicket {
  caller: Caller;
  request: FastifyRequest;
}

/** Dependencies of the connections of Foxglove. */
export interface FoxgloveRouteParts {
  server: FoxgloveServing;
  live: LiveRobots;
  tickets: Tickets<FoxgloveTicket>;
  slots: StreamSlots;
  /** The box's address for clients, without a slash at the end. */
  publicUrl(): string;
}

type Parts = FoxgloveRouteParts & { sockets: WebSockets; access: AccessWatch };

const path = "/api/v1/robots/foxglove";
const noAccess = 4008;
const answers = { 101: { description: "The WebSocket is open", contentType: "text/plain" } };
const errors = ["upgrade_required", "malformed_request", "too_many_streams"] as const;

const addressAnswer = named(
  "FoxgloveAddress",
  Type.Object({
    object: Type.Literal("robot.foxglove_address"),
    url: Type.String({ description: "Address for Foxglove, which needs no key" }),
    ends_at: orNull(unixTime),
  }),
);

/** Live robots for Foxglove: an address, and the WebSocket. */
export function robotFoxgloveRoutes(parts: Parts): Route[] {
  return [
    route({
      method: "POST",
      path,
      cameras: "filtered",
      summary: "Get an address at which Foxglove shows the robots live, without a key",
      tag: "robots",
      access: "robots:read",
      answers: { 200: { description: "The address", schema: addressAnswer } },
      handle({ caller, request }) {
        const { ticket, endsAtMs } = parts.tickets.issue({ caller, request });
        const url = `${parts.publicUrl().replace(/^http/, "ws")}${path}/${ticket}`;
        const data = { object: "robot.foxglove_address", url, ends_at: endsAtMs / 1000 };
        return { object: "robot.foxglove_address", status: "ok", data };
      },
    }),
    route({
      method: "GET",
      path,
      cameras: "filtered",
      summary: "Follow the robots live over a WebSocket (Foxglove WebSocket protocol)",
      tag: "robots",
      access: "robots:read",
      streaming: true,
      answers,
      errors,
      handle({ caller, request, reply }) {
        open(parts, { caller, request }, reply);
        return undefined;
      },
    }),
    route({
      method: "GET",
      path: `${path}/:ticket`,
      summary: "The same WebSocket at an address that needs no key",
      hidden: true,
      tag: "robots",
      access: "public",
      params: closedObject({ ticket: Type.String({ pattern: "^[A-Za-z0-9_-]{32}$" }) }),
      streaming: true,
      answers,
      errors: [...errors, "not_found"],
      handle({ params: { ticket }, reply }) {
        const found = parts.tickets.valueOf(ticket);
        if (!found?.request.isStillAllowed())
          throw fail("not_found", "ticket: is unknown or has ended. Get another address");
        open(parts, found, reply);
        return undefined;
      },
    }),
  ];
}

/** Ends the connection within a second once its key or its page session has ended. */
function open(
  { sockets, access, slots, server, live }: Parts,
  { caller, request }: FoxgloveTicket,
  reply: Call<unknown, unknown, unknown>["reply"],
): void {
  sockets.assertUpgrade(reply);
  const release = slots.take(caller.keyId);
  let isOpen = false;
  const how = { protocols: foxgloveProtocols, maxBytes: foxgloveLimits.messageBytes };
  try {
    sockets.accept(
      reply,
      (socket) => {
        isOpen = true;
        const forget = access.follow(request, () => socket.close(noAccess, "api_key_revoked"));
        socket.once("close", () => {
          forget();
          release();
        });
        server.serve(socket, live.feedOf(caller));
      },
      how,
    );
  } finally {
    if (!isOpen) release();
  }
}
