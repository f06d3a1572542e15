import type { Route } from "./route.ts";

/** The routes, for the OpenAPI document, and the methods of each path, for 405 answers. */
export class RouteTable {
  readonly #routes: { route: Route; pattern: RegExp }[] = [];

  add(route: Route): void {
    this.#routes.push({ route, pattern: patternOf(route.path) });
  }

  /** Returns the routes in the order of registration. */
  all(): readonly Route[] {
    return this.#routes.map((entry) => entry.route);
  }

  /**
   * Returns the methods of the routes that match `path`, with or without a slash at its end, in the
   * form of an Allow header; empty without a match.
   */
  methodsOf(path: string): readonly string[] {
    const found = this.#routes.filter((entry) => entry.pattern.test(path));
    const methods = new Set<string>(found.map((entry) => entry.route.method));
    if (found.some(({ route }) => route.method === "GET" && !route.streaming)) methods.add("HEAD");
    return [...methods].toSorted();
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(".", "\\.").replaceAll(/:[a-z_]+/g, "[^/]+");
  return new RegExp(path.endsWith("/") ? `^${escaped}$` : `^${escaped}/?$`);
}
