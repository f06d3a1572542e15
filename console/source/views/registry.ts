import type { ComponentType } from "preact";
import { match } from "../app/router.ts";
import type { Scope } from "../app/session.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Words } from "../words/en/index.ts";

/** What a view is given: the `:name` parts of its path, and what follows the `?`. */
export interface ViewProps {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/** Where views stand in the navigation. */
export const groups = ["watch", "move", "make", "box"] as const;

/** One view of the page. */
export interface View {
  /** Where it is, e.g. `/cameras/:id`. */
  path: string;
  /** The right without which it shows nothing. */
  scope: Scope;
  /** Its entry in the navigation; views without one are reached from others. */
  nav?: { group: (typeof groups)[number]; icon: IconName; name: (words: Words) => string };
  /** Loads its code, when it is first gone to. */
  load: () => Promise<{ View: ComponentType<ViewProps> }>;
}

/** Every view, in the order of the navigation. A new view is one entry here and a folder beside. */
export const views: readonly View[] = [
  {
    path: "/",
    scope: "system:read",
    nav: { group: "watch", icon: "overview", name: ({ nav }) => nav.overview },
    load: () => import("./overview/overview.tsx"),
  },
];

/** The view of a path with its parameters. */
export function findView(path: string): { view: View; params: ViewProps["params"] } | undefined {
  for (const view of views) {
    const params = match(view.path, path);
    if (params) return { view, params };
  }
  return undefined;
}
