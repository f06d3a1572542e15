import { anyObject } from "../../base/contract/answers.ts";
import { openApiDocument } from "../openapi/openapi.ts";
import { postmanCollection } from "../openapi/postman.ts";
import { referencePage, referenceStyle } from "../openapi/reference-page.ts";
import { type Route, route } from "../route.ts";
import type { RouteTable } from "../route-table.ts";

/** Sources of the reference. */
export interface ReferencePageParts {
  /** Complete once the server listens. */
  table: RouteTable;
  version: string;
  publicUrl: () => string;
}

/**
 * Routes of the OpenAPI document, of the Postman collection made from it, and of its HTML page, which needs no key and
 * reveals nothing about the site.
 */
export function referenceRoutes(parts: ReferencePageParts): Route[] {
  return [document(parts), collection(parts), ...page(parts)];
}

function document({ table, version, publicUrl }: ReferencePageParts): Route {
  return route({
    method: "GET",
    path: "/openapi.json",
    summary: "Get this API as an OpenAPI 3.1 document",
    tag: "system",
    access: "any",
    cameras: "none",
    answers: {
      200: {
        description: "The document",
        contentType: "application/json",
        schema: anyObject("OpenAPI 3.1"),
      },
    },
    async handle({ reply }) {
      const openApi = openApiDocument(table.all(), { version, serverUrl: publicUrl() });
      await reply.type("application/json; charset=utf-8").send(JSON.stringify(openApi));
      return undefined;
    },
  });
}

function collection({ table, version, publicUrl }: ReferencePageParts): Route {
  return route({
    method: "GET",
    path: "/postman.json",
    summary: "Get this API as a Postman collection",
    tag: "system",
    access: "any",
    cameras: "none",
    answers: {
      200: {
        description: "The collection",
        contentType: "application/json",
        schema: anyObject("Postman collection 2.1.0"),
      },
    },
    async handle({ reply }) {
      const openApi = openApiDocument(table.all(), { version, serverUrl: publicUrl() });
      await reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="gatehouse.postman_collection.json"')
        .send(JSON.stringify(postmanCollection(openApi)));
      return undefined;
    },
  });
}

function page({ table, version }: ReferencePageParts): Route[] {
  const file = { method: "GET", tag: "system", access: "public" } as const;
  const serve = (path: string, contentType: string, textOf: () => string): Route =>
    route({
      ...file,
      path,
      summary: "Get this API as a page",
      hidden: path !== "/docs/reference",
      answers: { 200: { description: "The page", contentType } },
      async handle({ reply }) {
        await reply
          .type(`${contentType}; charset=utf-8`)
          .header("cache-control", "no-cache")
          .send(textOf());
        return undefined;
      },
    });
  let text: string | undefined;
  return [
    serve("/docs/reference", "text/html", () => {
      // The routes no longer change after the first request.
      text ??= referencePage(openApiDocument(table.all(), { version, serverUrl: "/" }));
      return text;
    }),
    serve("/docs/reference.css", "text/css", () => referenceStyle),
  ];
}
