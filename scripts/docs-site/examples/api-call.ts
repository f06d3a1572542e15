import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientOperation } from "../../client/operations.ts";
import { shellWords } from "./shell-words.ts";

/** A request of an example, in the terms of the clients. */
export interface ApiCall {
  operation: ClientOperation;
  /** Values of the path's parameters, in its order: texts, or `$NAME` for a variable. */
  path: [name: string, value: string][];
  query: [name: string, value: string | number | boolean][];
  body?: unknown;
  idempotencyKey?: string;
  /** Name of the file into which the answer goes. */
  outputFile?: string;
}

const operations = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../client/operations.json"), "utf8"),
) as ClientOperation[];

interface HttpRequest {
  method: string;
  url: string;
  body?: string;
  headers: Map<string, string>;
  outputFile?: string;
}

/** Headers that the clients send by themselves. */
const ownHeaders = new Set(["authorization", "content-type", "idempotency-key"]);

/**
 * Returns the call of a statement with `curl`, or of a request written as method, path and body. Returns undefined for
 * what the clients do otherwise, such as signing in on the page or sending a header of the caller's own.
 */
export function apiCallOf(example: string): ApiCall | undefined {
  const request = requestOf(example) ?? curlRequest(example);
  if (!request) return undefined;
  const { method, url, headers, body, outputFile } = request;
  if ([...headers.keys()].some((name) => !ownHeaders.has(name))) return undefined;
  const address = url.replace(/^(?:\$URL|https?:\/\/[^/]+)/, "");
  const [path = "", search = ""] = address.split("?");
  const found = operationOf(method, path);
  if (!found) return undefined;
  const idempotencyKey = headers.get("idempotency-key");
  return {
    ...found,
    query: [...new URLSearchParams(search)].map(([name, value]) => [
      name,
      typed(value, found.operation.query[name]),
    ]),
    ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(outputFile === undefined ? {} : { outputFile }),
  };
}

function requestOf(example: string): HttpRequest | undefined {
  const [, method, url, body] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)\n([^]*)$/.exec(example) ?? [];
  if (method === undefined || url === undefined) return undefined;
  return { method, url, headers: new Map(), ...(body?.trim() ? { body } : {}) };
}

function curlRequest(statement: string): HttpRequest | undefined {
  const [command, ...words] = shellWords(statement) ?? [];
  if (command !== "curl") return undefined;
  const request: HttpRequest = { method: "", url: "", headers: new Map() };
  while (words.length > 0) {
    const word = words.shift()!;
    if (/^-[sN]+$/.test(word)) continue;
    if (!word.startsWith("-")) request.url = word;
    else if (/^-s?X$/.test(word)) request.method = words.shift()!;
    else if (word === "-d") request.body = words.shift()!;
    else if (word === "-o") request.outputFile = words.shift()!;
    else if (word === "-H") {
      const [name = "", value = ""] = words.shift()!.split(": ");
      request.headers.set(name.toLowerCase(), value);
    } else return undefined;
  }
  if (request.method === "") request.method = request.body === undefined ? "GET" : "POST";
  return request.headers.has("authorization") ? request : undefined;
}

function operationOf(
  method: string,
  path: string,
): Pick<ApiCall, "operation" | "path"> | undefined {
  const segments = path.split("/");
  const candidates = operations
    .filter((each) => each.method === method)
    .map((operation) => ({ operation, path: valuesOf(operation.path.split("/"), segments) }))
    .filter((each): each is Pick<ApiCall, "operation" | "path"> => each.path !== undefined);
  // Of two that fit, the one with fewer parameters names more of the path.
  return candidates.toSorted((a, b) => a.path.length - b.path.length)[0];
}

function valuesOf(
  template: readonly string[],
  segments: readonly string[],
): [string, string][] | undefined {
  if (template.length !== segments.length) return undefined;
  const values: [string, string][] = [];
  for (const [at, part] of template.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) values.push([name, segments[at]!]);
    else if (part !== segments[at]) return undefined;
  }
  return values;
}

function typed(value: string, type: string | undefined): string | number | boolean {
  if (type === "number") return Number(value);
  return type === "boolean" ? value === "true" : value;
}
