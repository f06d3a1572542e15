import { systemAnswer } from "../../contract/box-answers.ts";
import type { SystemFacade } from "../facades.ts";
import { openApiDocument } from "../openapi.ts";
import { type Route, route } from "../route.ts";
import type { RouteTable } from "../route-table.ts";

/** What the box says of itself. */
export function systemRoutes(
  system: SystemFacade,
  about: { table: RouteTable; version: string; publicUrl: () => string },
): Route[] {
  return [
    route({
      method: "GET",
      path: "/api/v1/system",
      summary: "Version, parts, detectors, store and counters of the box",
      tag: "system",
      access: "system:read",
      answers: { 200: { description: "The box", schema: systemAnswer } },
      handle: ({ caller }) => ({
        object: "system",
        status: "ok",
        data: system.describe(caller.org),
      }),
    }),
    route({
      method: "GET",
      path: "/openapi.json",
      summary: "This API as an OpenAPI 3.1 document",
      tag: "system",
      access: "any",
      answers: { 200: { description: "The document", contentType: "application/json" } },
      async handle({ reply }) {
        const document = openApiDocument(about.table.all(), {
          version: about.version,
          serverUrl: about.publicUrl(),
        });
        await reply.type("application/json; charset=utf-8").send(JSON.stringify(document));
        return undefined;
      },
    }),
  ];
}
