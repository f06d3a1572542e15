import { anyObject } from "../../base/contract/answers.ts";
import { systemAnswer, systemHistoryAnswer } from "../wire/box-answers.ts";
import type { SystemFacade } from "../../http/facades.ts";
import { openApiDocument } from "../../http/openapi/openapi.ts";
import { referencePage, referenceStyle } from "../../http/openapi/reference-page.ts";
import { type Route, route } from "../../http/route.ts";
import type { RouteTable } from "../../http/route-table.ts";

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
      path: "/api/v1/system/history",
      summary:
        "Disk, memory, load, heat, cameras and queue, minute by minute since the start, a day at most",
      tag: "system",
      access: "system:read",
      answers: { 200: { description: "One column per figure", schema: systemHistoryAnswer } },
      handle: () => ({
        object: "system.history",
        status: "ok",
        data: { ...system.history() },
      }),
    }),
    route({
      method: "GET",
      path: "/openapi.json",
      summary: "This API as an OpenAPI 3.1 document",
      tag: "system",
      access: "any",
      answers: {
        200: {
          description: "The document",
          contentType: "application/json",
          schema: anyObject("OpenAPI 3.1"),
        },
      },
      async handle({ reply }) {
        const document = openApiDocument(about.table.all(), {
          version: about.version,
          serverUrl: about.publicUrl(),
        });
        await reply.type("application/json; charset=utf-8").send(JSON.stringify(document));
        return undefined;
      },
    }),
    ...referenceRoutes(about),
  ];
}

/** The reference is a page like the others: it needs no key and says nothing of the site. */
function referenceRoutes(about: { table: RouteTable; version: string }): Route[] {
  const file = { method: "GET", tag: "system", access: "public" } as const;
  const serve = (path: string, contentType: string, make: () => string): Route =>
    route({
      ...file,
      path,
      summary: "This API as a page",
      hidden: path !== "/docs",
      answers: { 200: { description: "The page", contentType } },
      async handle({ reply }) {
        await reply
          .type(`${contentType}; charset=utf-8`)
          .header("cache-control", "no-cache")
          .send(make());
        return undefined;
      },
    });
  let page: string | undefined;
  return [
    serve("/docs", "text/html", () => {
      const { table, version } = about;
      // The routes no longer change once the first request is answered.
      page ??= referencePage(openApiDocument(table.all(), { version, serverUrl: "/" }));
      return page;
    }),
    serve("/docs/style.css", "text/css", () => referenceStyle),
  ];
}
