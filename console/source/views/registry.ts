import type { ComponentType } from "preact";
import { match } from "../app/router.ts";
import type { Scope } from "../app/session.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Words } from "../words/words.ts";

/** Parameters of a view: the `:name` parts of its path, and the query. */
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
  /** Loads its code when it first opens. */
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
  {
    path: "/cameras",
    scope: "surveillance:read",
    nav: { group: "watch", icon: "cameras", name: ({ nav }) => nav.cameras },
    load: () => import("./cameras/cameras.tsx"),
  },
  {
    path: "/cameras/new",
    scope: "surveillance:write",
    load: () => import("./add-camera/add-camera.tsx"),
  },
  {
    path: "/cameras/:id",
    scope: "surveillance:read",
    load: () => import("./camera/camera.tsx"),
  },
  {
    path: "/incidents",
    scope: "surveillance:read",
    nav: { group: "watch", icon: "incidents", name: ({ nav }) => nav.incidents },
    load: () => import("./incidents/incidents.tsx"),
  },
  {
    path: "/policies",
    scope: "surveillance:read",
    nav: { group: "watch", icon: "policies", name: ({ nav }) => nav.policies },
    load: () => import("./policies/policies.tsx"),
  },
  {
    path: "/health",
    scope: "system:read",
    nav: { group: "watch", icon: "health", name: ({ nav }) => nav.health },
    load: () => import("./health/health.tsx"),
  },
  {
    path: "/robots",
    scope: "robots:read",
    nav: { group: "move", icon: "robots", name: ({ nav }) => nav.robots },
    load: () => import("./robots/robots.tsx"),
  },
  { path: "/robots/:id", scope: "robots:read", load: () => import("./robots/robot.tsx") },
  {
    path: "/jobs",
    scope: "jobs:read",
    nav: { group: "make", icon: "jobs", name: ({ nav }) => nav.jobs },
    load: () => import("./jobs/jobs.tsx"),
  },
  { path: "/jobs/:id", scope: "jobs:read", load: () => import("./jobs/job.tsx") },
  {
    path: "/media",
    scope: "jobs:read",
    nav: { group: "make", icon: "media", name: ({ nav }) => nav.media },
    load: () => import("./media/media.tsx"),
  },
  {
    path: "/voice",
    scope: "voice:read",
    nav: { group: "make", icon: "voice", name: ({ nav }) => nav.voice },
    load: () => import("./voice/voice.tsx"),
  },
  {
    path: "/webhooks",
    scope: "webhooks:read",
    nav: { group: "box", icon: "webhooks", name: ({ nav }) => nav.webhooks },
    load: () => import("./webhooks/webhooks.tsx"),
  },
  {
    path: "/webhooks/:id",
    scope: "webhooks:read",
    load: () => import("./webhooks/webhook.tsx"),
  },
  {
    path: "/keys",
    scope: "keys:admin",
    nav: { group: "box", icon: "keys", name: ({ nav }) => nav.keys },
    load: () => import("./keys/keys.tsx"),
  },
  {
    path: "/models",
    scope: "surveillance:read",
    nav: { group: "box", icon: "models", name: ({ nav }) => nav.models },
    load: () => import("./models/models.tsx"),
  },
  {
    path: "/doctor",
    scope: "system:admin",
    nav: { group: "box", icon: "doctor", name: ({ nav }) => nav.doctor },
    load: () => import("./doctor/doctor.tsx"),
  },
  {
    path: "/configuration",
    scope: "system:admin",
    nav: { group: "box", icon: "configuration", name: ({ nav }) => nav.configuration },
    load: () => import("./configuration/configuration.tsx"),
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
