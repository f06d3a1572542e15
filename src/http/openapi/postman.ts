import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from "./openapi.ts";
import type { Piece } from "./openapi-schemas.ts";
import { sampleOf } from "./schema-sample.ts";

/** A folder of requests, one for each area of the API. */
interface Folder {
  name: string;
  item: Piece[];
}

/** A Postman collection of the format 2.1.0; as far as the box writes it. */
export interface PostmanCollection extends Piece {
  item: Folder[];
}

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * Returns the API as a Postman collection (format 2.1.0): a folder for each tag and a request for each operation. The
 * variable `url` of the collection is the server of the document, and `key` waits for an API key.
 */
export function postmanCollection(document: OpenApiDocument): PostmanCollection {
  const folders = new Map<string, Folder>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags[0] ?? "other";
      const folder = folders.get(name) ?? { name, item: [] };
      folders.set(name, folder);
      folder.item.push(itemOf(document, { method: method.toUpperCase(), path, operation }));
    }
  }
  const [server] = document["servers"] as { url: string }[];
  return {
    info: { name: `${document.info.title} ${document.info.version}`, schema },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "url", value: server!.url, type: "string" },
      { key: "key", value: "", type: "string" },
    ],
    item: [...folders.values()],
  };
}

function itemOf(
  document: OpenApiDocument,
  described: { method: string; path: string; operation: OpenApiOperation },
): Piece {
  const { method, path, operation } = described;
  const isPublic = Array.isArray(operation["security"]);
  const scope = operation["x-scope"];
  const keyed = typeof scope === "string" ? `Needs \`${scope}\` in the key` : "Needs a key";
  const rights = isPublic ? "Needs no key" : keyed;
  return {
    name: operation.summary,
    request: {
      method,
      description: `${operation.operationId}. ${rights}.`,
      ...(isPublic ? { auth: { type: "noauth" } } : {}),
      header: operation.parameters.filter((each) => each.in === "header").map(disabled),
      url: urlOf(path, operation.parameters),
      ...bodyOf(document, operation),
    },
    response: [],
  };
}

function urlOf(path: string, parameters: readonly OpenApiParameter[]): Piece {
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1"));
  const query = parameters.filter((each) => each.in === "query");
  const needed = query.filter((each) => each.required).map(({ name }) => `${name}=`);
  return {
    raw: `{{url}}/${segments.join("/")}${needed.length === 0 ? "" : `?${needed.join("&")}`}`,
    host: ["{{url}}"],
    path: segments,
    query: query.map((each) => (each.required ? entry(each) : disabled(each))),
    variable: parameters.filter((each) => each.in === "path").map(entry),
  };
}

function entry({ name, description }: OpenApiParameter): Piece {
  return { key: name, value: "", ...(description === undefined ? {} : { description }) };
}

/** Optional ones are there to be switched on. */
function disabled(parameter: OpenApiParameter): Piece {
  return { ...entry(parameter), disabled: true };
}

function bodyOf(document: OpenApiDocument, { requestBody }: OpenApiOperation): Piece {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || content === undefined) return {};
  if (type !== "application/json") return { body: { mode: "file", file: { src: null } } };
  const raw = JSON.stringify(sampleOf(content.schema, document.components.schemas), null, 2);
  return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } };
}
