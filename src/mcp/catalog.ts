import type { Scope } from "../base/contract/scopes.ts";
import type { Route } from "../http/route.ts";
import { areaOf, toolOf } from "./tool-wire.ts";
import type { McpTool } from "./mcp-port.ts";

/** A tool with the route that carries it out. */
export interface CatalogEntry {
  tool: McpTool;
  route: Route;
}

/** Areas and scopes that an agent gets only where the site has `mcp.administration` on. */
const administration = /^(keys|webhooks):|:admin$/;

/** The routes of the API that say that they are tools (`Route.isTool`), for the key of an agent. */
export class Catalog {
  readonly #routes: () => readonly Route[];
  readonly #withAdministration: boolean;
  #entries: ReadonlyMap<string, CatalogEntry> | undefined;

  constructor(parts: { routes: () => readonly Route[]; withAdministration: boolean }) {
    this.#routes = parts.routes;
    this.#withAdministration = parts.withAdministration;
  }

  /** Returns what a key with `scopes` may call, in the order of the API; all areas when `areas` is absent. */
  allowed(scopes: readonly Scope[], areas: readonly string[] | undefined): CatalogEntry[] {
    return [...this.#all().values()].filter(({ route }) => isAllowed(route, scopes, areas));
  }

  /** Returns one entry, if the key may call it. */
  find(
    name: string,
    scopes: readonly Scope[],
    areas: readonly string[] | undefined,
  ): CatalogEntry | undefined {
    const entry = this.#all().get(name);
    return entry && isAllowed(entry.route, scopes, areas) ? entry : undefined;
  }

  /** Returns the routes of `operations` that the key may read. */
  readable(operations: readonly string[], scopes: readonly Scope[]): CatalogEntry[] {
    const isReadable = ({ access }: Route): boolean => scopes.includes(access as Scope);
    return this.#every().filter(
      ({ tool, route }) => operations.includes(tool.name) && isReadable(route),
    );
  }

  #all(): ReadonlyMap<string, CatalogEntry> {
    // The routes no longer change after the first request.
    this.#entries ??= new Map(
      this.#every()
        .filter(({ route }) => route.isTool)
        .filter(({ route }) => this.#withAdministration || !administration.test(route.access))
        .map((entry) => [entry.tool.name, entry]),
    );
    return this.#entries;
  }

  #every(): CatalogEntry[] {
    return this.#routes()
      .filter(({ hidden, access }) => !hidden && access !== "public" && access !== "any")
      .map((route) => ({ route, tool: toolOf(route) }));
  }
}

function isAllowed(
  route: Route,
  scopes: readonly Scope[],
  areas: readonly string[] | undefined,
): boolean {
  return scopes.includes(route.access as Scope) && (areas?.includes(areaOf(route)) ?? true);
}
