import { fail, invalidField } from "../base/contract/fail.ts";
import type { Scope } from "../base/contract/scopes.ts";
import type { Route } from "../http/route.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import type { McpResource } from "./mcp-port.ts";

/** What an agent can read at an address instead of by a tool: cameras, recordings, incidents, coverage and robots. */
const operations = [
  "listStreams",
  "getStream",
  "getStreamSnapshot",
  "listStreamRecordings",
  "getStreamClip",
  "listTimeline",
  "listIncidents",
  "getIncident",
  "getIncidentSnapshot",
  "getIncidentClip",
  "listCoverage",
  "listRobots",
  "getRobotStatus",
  "getRobotPicture",
];

const scheme = "gatehouse://api";
const apiPath = "/api/v1";

/** An address as a route with its arguments. */
export interface ResolvedResource {
  route: Route;
  args: Record<string, unknown>;
}

/** The resources that a key with `scopes` may read; an address is that of the API with the scheme `gatehouse`. */
export class Resources {
  readonly #entries: readonly CatalogEntry[];

  constructor(catalog: Catalog, scopes: readonly Scope[]) {
    this.#entries = catalog.readable(operations, scopes);
  }

  /** Returns the lists, which need no argument. */
  lists(): McpResource[] {
    return this.#entries.filter(({ route }) => !needsArguments(route)).map(resourceOf);
  }

  /** Returns the forms of addresses with arguments, required and optional ones. */
  templates(): McpResource[] {
    return this.#entries.map(resourceOf).filter(({ address }) => address.includes("{"));
  }

  /** Returns the route that lists cameras, if the key may. */
  listOfStreams(): Route | undefined {
    return this.#entries.find(({ tool }) => tool.name === "listStreams")?.route;
  }

  /** Returns the route of `uri`; fails with `not_found` for an address that the key does not have. */
  resolve(uri: string): ResolvedResource {
    const url = uri.startsWith(`${scheme}/`)
      ? URL.parse(uri.slice(scheme.length), "http://x")
      : null;
    for (const { route } of url ? this.#entries : []) {
      const params = paramsOf(route, url!.pathname);
      if (params) return { route, args: { ...Object.fromEntries(url!.searchParams), ...params } };
    }
    throw fail("not_found", "uri: there is no such resource. Choose one of the list or a template");
  }
}

/** Returns the address of one camera. */
export function streamResource(id: string): McpResource {
  return {
    address: `${scheme}/surveillance/streams/${encodeURIComponent(id)}`,
    name: `stream ${id}`,
    description: "One camera with its settings and state",
    mimeType: "application/json",
  };
}

function resourceOf({ route, tool }: CatalogEntry): McpResource {
  const path = route.path.slice(apiPath.length).replaceAll(/:([a-z_]+)/g, "{$1}");
  const { properties = {} } = (route.query ?? {}) as { properties?: object };
  const names = Object.keys(properties);
  const { contentType = "application/json" } = route.answers[200] ?? {};
  return {
    address: `${scheme}${path}${names.length === 0 || !needsArguments(route) ? "" : `{?${names.join(",")}}`}`,
    name: tool.name,
    description: route.summary,
    mimeType: contentType,
  };
}

function needsArguments({ params, query }: Route): boolean {
  const { required = [] } = (query ?? {}) as { required?: readonly string[] };
  return params !== undefined || required.length > 0;
}

function paramsOf({ path }: Route, found: string): Record<string, string> | undefined {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name!);
  const pattern = path
    .slice(apiPath.length)
    .replaceAll(".", "\\.")
    .replaceAll(/:[a-z_]+/g, "([^/]+)");
  const match = new RegExp(`^${pattern}$`).exec(found);
  if (!match) return undefined;
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1]!)]));
  } catch {
    throw invalidField("uri", "has an invalid percent escape. Encode the address");
  }
}
