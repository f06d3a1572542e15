import { Type } from "typebox";
import { camerasOf, maySee } from "../../base/contract/person.ts";
import type { Clock } from "../../base/core/clock.ts";
import { closedObject } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";
import { robotIdSchema } from "../driver/command-document.ts";
import type { McapFormat } from "../fleet/mcap-port.ts";
import type { RobotService } from "../fleet/robot-service.ts";
import { traceSeconds } from "../fleet/robot-trace.ts";
import { knownRobot } from "./robot-caller.ts";
import { shownTo } from "./shown-entry.ts";

/** A robot's last minutes as a file for Foxglove. */
export function robotTraceRoutes(parts: {
  robots: RobotService;
  clock: Clock;
  mcap: McapFormat;
}): Route[] {
  const { robots, clock, mcap } = parts;
  return [
    route({
      method: "GET",
      path: "/api/v1/robots/:robot_id/trace.mcap",
      cameras: "filtered",
      summary: "Download the robot's last minutes as an MCAP file: reports, commands and decisions",
      tag: "robots",
      access: "robots:read",
      params: closedObject({ robot_id: robotIdSchema }),
      query: closedObject({
        seconds: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: traceSeconds,
            default: 120,
            description: "How far back the file goes",
          }),
        ),
      }),
      answers: { 200: { description: "An MCAP file", contentType: "application/octet-stream" } },
      async handle({ caller, params: { robot_id: id }, query, reply }) {
        const sinceMs = clock.wallMs() - (query.seconds ?? 120) * 1000;
        const trace = knownRobot(robots.trace(caller.org, id, sinceMs));
        const entries = trace.entries.map((entry) => shownTo(caller, entry));
        const pictures = trace.pictures.filter(({ streamId }) =>
          streamId === null ? camerasOf(caller) === undefined : maySee(caller, streamId),
        );
        const bytes = await mcap.write({ ...trace, entries, pictures });
        await reply
          .type("application/octet-stream")
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename="${encodeURIComponent(id)}.mcap"`)
          .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        return undefined;
      },
    }),
  ];
}
