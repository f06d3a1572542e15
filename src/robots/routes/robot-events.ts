import { Type } from "typebox";
import { camerasOf } from "../../base/contract/person.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import type { TelemetryBatch, TelemetryHub, TelemetryWire } from "../fleet/telemetry-wire.ts";
import { closedObject, lastEventIdParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import type { EventStreams } from "../../http/streaming/sse.ts";
import { sseBlock } from "../../http/streaming/sse-frame.ts";
import type { LiveBatch } from "../../http/streaming/live-blocks.ts";

const robotTypes: ReadonlySet<string> = new Set(["robot.incident", "robot.command"]);

/** Events of robots as they happen (contract section 6.4). */
export function robotEventRoutes(events: EventStreams, hub: TelemetryHub): Route[] {
  return [eventStream(events, hub)];
}

function eventStream(events: EventStreams, hub: TelemetryHub): Route {
  const query = closedObject({
    robot_id: Type.Optional(robotIdSchema),
    telemetry: Type.Optional(
      Type.Boolean({ default: true, description: "`false` leaves out telemetry" }),
    ),
    last_event_id: lastEventIdParameter,
  });
  return route({
    method: "GET",
    path: "/api/v1/robots/events",
    cameras: "filtered",
    summary: "Follow incidents, commands and telemetry of robots (server-sent events)",
    tag: "robots",
    access: "robots:read",
    query,
    streaming: true,
    answers: {
      200: { description: "Events until the connection ends", contentType: "text/event-stream" },
    },
    errors: ["too_many_streams"],
    handle({ caller, query: filters, request, reply }) {
      const header = request.headers["last-event-id"];
      const { robot_id: robotId, telemetry = true } = filters;
      events.open({
        caller,
        reply,
        wants: (event) =>
          robotTypes.has(event.type) &&
          // An incident of a robot may come from any camera.
          (event.type !== "robot.incident" || camerasOf(caller) === undefined) &&
          (robotId === undefined || event.streamId === `robot:${robotId}`),
        lastEventId: typeof header === "string" && header !== "" ? header : filters.last_event_id,
        ...(telemetry
          ? {
              live: (send: (batch: LiveBatch) => void) =>
                hub.subscribe((batch) => {
                  const mine = batch.org === caller.org ? liveOf(batch, robotId) : undefined;
                  if (mine) send(mine);
                }),
            }
          : {}),
      });
      return undefined;
    },
  });
}

const batches = new WeakMap<TelemetryBatch, LiveBatch>();

/** Formats the batch as blocks, once for all readers; undefined without the robot. */
function liveOf(batch: TelemetryBatch, robotId: string | undefined): LiveBatch | undefined {
  let live = batches.get(batch);
  if (!live) {
    // Without an id: it is not stored, so no reader can resume from it.
    const block = (robot: TelemetryWire) => sseBlock({ event: "robot.telemetry", data: robot });
    const blocks = new Map(batch.robots.map((robot) => [robot.robot_id, block(robot)]));
    live = { blocks, whole: Buffer.concat([...blocks.values()]) };
    batches.set(batch, live);
  }
  if (robotId === undefined) return live;
  const own = live.blocks.get(robotId);
  return own && { blocks: new Map([[robotId, own]]), whole: own };
}
