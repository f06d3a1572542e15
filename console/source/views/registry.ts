import type { ComponentType } from "preact";
import type { System } from "../../../client/source/generated.ts";
import { match } from "../app/router.ts";
import { may, type Scope } from "../app/session.ts";
import type { IconName } from "../parts/icon.tsx";
import type { Words } from "../words/words.ts";

/** Parameters of a view: the `:name` parts of its path, and the query. */
export interface ViewProps {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

/** The areas of the page, in the order of the navigation. */
export const areas = ["live", "review", "robots", "automation", "system"] as const;

/** One of the page's areas. */
export type Area = (typeof areas)[number];

/** One view of the page. */
export interface View {
  area: Area;
  /** Where it is, e.g. `/cameras/:id`. */
  path: string;
  /** The right without which it shows nothing. */
  scope: Scope;
  /** Its entry in its area; views without one are reached from others. */
  nav?: {
    icon: IconName;
    name: (words: Words) => string;
    /** Says whether the box has what the view shows; shown always without this. */
    isConfigured?: (system: System) => boolean;
    /** Stands apart, at the end: few people need it. */
    isAdvanced?: boolean;
  };
  /** Loads its code when it first opens. */
  load: () => Promise<{ View: ComponentType<ViewProps> }>;
}

/** Every view, in the order of the navigation. A new view is one entry here and a folder beside. */
export const views: readonly View[] = [
  {
    area: "live",
    path: "/live",
    scope: "surveillance:read",
    nav: { icon: "cameras", name: ({ nav }) => nav.live },
    load: () => import("./live/live.tsx"),
  },
  {
    area: "live",
    path: "/cameras/new",
    scope: "surveillance:write",
    load: () => import("./add-camera/add-camera.tsx"),
  },
  {
    area: "live",
    path: "/cameras/:id",
    scope: "surveillance:read",
    load: () => import("./camera/camera.tsx"),
  },
  {
    area: "review",
    path: "/review",
    scope: "surveillance:read",
    nav: { icon: "incidents", name: ({ nav }) => nav.review },
    load: () => import("./review/review.tsx"),
  },
  {
    area: "review",
    path: "/review/timeline",
    scope: "surveillance:read",
    nav: { icon: "jobs", name: ({ timeline }) => timeline.title },
    load: () => import("./review/timeline/timeline.tsx"),
  },
  {
    area: "robots",
    path: "/robots",
    scope: "robots:read",
    nav: { icon: "robots", name: ({ nav }) => nav.robots },
    load: () => import("./robots/robots.tsx"),
  },
  {
    area: "robots",
    path: "/missions",
    scope: "robots:read",
    nav: { icon: "jobs", name: ({ missions }) => missions.title },
    load: () => import("./missions/missions.tsx"),
  },
  {
    area: "robots",
    path: "/missions/new",
    scope: "robots:write",
    load: () => import("./missions/editor/view.tsx"),
  },
  {
    area: "robots",
    path: "/missions/:id/edit",
    scope: "robots:read",
    load: () => import("./missions/editor/view.tsx"),
  },
  {
    area: "robots",
    path: "/missions/:id",
    scope: "robots:read",
    load: () => import("./missions/mission.tsx"),
  },
  {
    area: "robots",
    path: "/missions/runs/:id",
    scope: "jobs:read",
    load: () => import("./missions/run.tsx"),
  },
  {
    area: "robots",
    path: "/map",
    scope: "robots:read",
    load: () => import("./map/map.tsx"),
  },
  {
    area: "robots",
    path: "/robots/:id",
    scope: "robots:read",
    load: () => import("./robots/robot.tsx"),
  },
  {
    area: "automation",
    path: "/automation/rules",
    scope: "surveillance:read",
    nav: { icon: "policies", name: ({ nav }) => nav.policies },
    load: () => import("./automation/rules/rules.tsx"),
  },
  {
    area: "automation",
    path: "/automation/modes",
    scope: "surveillance:read",
    nav: { icon: "modes", name: ({ nav }) => nav.modes },
    load: () => import("./automation/modes/modes.tsx"),
  },
  {
    area: "automation",
    path: "/automation/webhooks",
    scope: "webhooks:read",
    nav: { icon: "webhooks", name: ({ nav }) => nav.webhooks },
    load: () => import("./automation/webhooks/webhooks.tsx"),
  },
  {
    area: "automation",
    path: "/automation/webhooks/:id",
    scope: "webhooks:read",
    load: () => import("./automation/webhooks/webhook.tsx"),
  },
  {
    area: "automation",
    path: "/media",
    scope: "jobs:read",
    nav: { icon: "media", name: ({ nav }) => nav.media, isConfigured: hasMedia },
    load: () => import("./media/media.tsx"),
  },
  {
    area: "automation",
    path: "/voice",
    scope: "voice:read",
    nav: { icon: "voice", name: ({ nav }) => nav.voice, isConfigured: hasVoice },
    load: () => import("./voice/voice.tsx"),
  },
  {
    area: "automation",
    path: "/medical",
    scope: "health:read",
    nav: { icon: "doctor", name: ({ nav }) => nav.medical, isConfigured: hasMedical },
    load: () => import("./medical/medical.tsx"),
  },
  {
    area: "system",
    path: "/system/health",
    scope: "system:read",
    nav: { icon: "health", name: ({ nav }) => nav.health },
    load: () => import("./system/health/health.tsx"),
  },
  {
    area: "system",
    path: "/system/cameras",
    scope: "surveillance:read",
    nav: { icon: "cameras", name: ({ nav }) => nav.cameras },
    load: () => import("./system/cameras/cameras.tsx"),
  },
  {
    area: "system",
    path: "/system/doctor",
    scope: "system:admin",
    nav: { icon: "doctor", name: ({ nav }) => nav.doctor },
    load: () => import("./system/doctor/doctor.tsx"),
  },
  {
    area: "system",
    path: "/system/models",
    scope: "surveillance:read",
    nav: { icon: "models", name: ({ nav }) => nav.models },
    load: () => import("./system/models/models.tsx"),
  },
  {
    area: "system",
    path: "/system/people",
    scope: "keys:admin",
    nav: { icon: "keys", name: ({ nav }) => nav.people },
    load: () => import("./people/people.tsx"),
  },
  {
    area: "system",
    path: "/system/account",
    scope: "system:read",
    load: () => import("./people/account.tsx"),
  },
  {
    area: "system",
    path: "/system/configuration",
    scope: "system:admin",
    nav: { icon: "configuration", name: ({ nav }) => nav.configuration },
    load: () => import("./system/configuration/configuration.tsx"),
  },
  {
    area: "system",
    path: "/system/backup",
    scope: "system:admin",
    nav: { icon: "backup", name: ({ nav }) => nav.backup },
    load: () => import("./system/backup/backup.tsx"),
  },
  {
    area: "system",
    path: "/system/upgrade",
    scope: "system:admin",
    nav: { icon: "upgrade", name: ({ nav }) => nav.upgrade },
    load: () => import("./system/upgrade/upgrade.tsx"),
  },
  {
    area: "system",
    path: "/system/jobs",
    scope: "jobs:read",
    nav: { icon: "jobs", name: ({ nav }) => nav.jobs, isAdvanced: true },
    load: () => import("./system/jobs/jobs.tsx"),
  },
  {
    area: "system",
    path: "/system/jobs/:id",
    scope: "jobs:read",
    load: () => import("./system/jobs/job.tsx"),
  },
];

/** The classes of data that medical work sends to endpoints. */
const medicalData: ReadonlySet<string> = new Set(["health", "clinical", "neural"]);

function hasMedia({ uplink }: System): boolean {
  return uplink.endpoints.length > 0;
}

function hasVoice({ voice }: System): boolean {
  return voice.speech.available || voice.speakers.length > 0;
}

function hasMedical({ health, uplink }: System): boolean {
  const isAllowed = uplink.endpoints.some(({ data }) => data.some((each) => medicalData.has(each)));
  return health.triage || isAllowed;
}

/** The view of a path with its parameters. */
export function findView(path: string): { view: View; params: ViewProps["params"] } | undefined {
  for (const view of views) {
    const params = match(view.path, path);
    if (params) return { view, params };
  }
  return undefined;
}

/** The entries of an area that this user may open; those not configured are left out once `system` is known. */
export function entriesOf(area: Area, system: System | undefined): readonly View[] {
  return views.filter(
    ({ area: own, scope, nav }) =>
      own === area &&
      nav !== undefined &&
      may(scope) &&
      (nav.isConfigured === undefined || (system !== undefined && nav.isConfigured(system))),
  );
}

/** Addresses of views before the page had areas; what follows stays. */
const moved: Readonly<Record<string, string>> = {
  "/cameras": "/live",
  "/incidents": "/review",
  "/policies": "/automation/rules",
  "/automation/policies": "/automation/rules",
  "/webhooks": "/automation/webhooks",
  "/health": "/system/health",
  "/doctor": "/system/doctor",
  "/models": "/system/models",
  "/keys": "/system/people",
  "/configuration": "/system/configuration",
  "/jobs": "/system/jobs",
};

/** The address that an earlier one, the root's or an area's stands for now. */
export function currentPath(path: string): string {
  if (findView(path)) return path;
  const earlier = Object.keys(moved).find((each) => path === each || path.startsWith(`${each}/`));
  if (earlier !== undefined) return moved[earlier]! + path.slice(earlier.length);
  const pathAreas = path === "/" ? areas : areas.filter((area) => path === `/${area}`);
  const [first] = pathAreas.flatMap((area) => entriesOf(area, undefined));
  return first?.path ?? path;
}
