import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Mode, Robot, System } from "../../../client/source/generated.ts";
import { box } from "../api/box.ts";
import { siteEvents } from "../api/events.ts";
import { type Loaded, useLoad } from "../api/load.ts";
import { pageMax } from "../api/pages.ts";
import { keepNames } from "../cameras/camera-name.ts";
import { may } from "./session.ts";

const systemEveryMs = 5000;
const everyMs = 10_000;
const namesEveryMs = 60_000;

/** What the header shows of the site; each is undefined until the box has answered, or without the right. */
export const site = {
  system: signal<System | undefined>(undefined),
  mode: signal<Mode | undefined>(undefined),
  /** How many incidents nobody has acknowledged. */
  unreviewed: signal<number | undefined>(undefined),
  robots: signal<readonly Robot[] | undefined>(undefined),
} as const;

/** Keeps `site` current while the component is mounted. */
export function useSite(): void {
  const system = useLoad(
    async (signal) =>
      may("system:read") ? (await box.system.getSystem({ signal })).data : undefined,
    [],
    { everyMs: systemEveryMs },
  );
  const mode = useLoad(
    async (signal) =>
      may("surveillance:read") ? (await box.surveillance.getMode({ signal })).data : undefined,
    [],
    { everyMs },
  );
  const streams = useLoad(
    async (signal) =>
      may("surveillance:read")
        ? (await box.surveillance.listStreams({ limit: pageMax }, { signal })).data.data
        : [],
    [],
    { everyMs: namesEveryMs },
  );
  useEffect(() => keepNames(streams.data ?? []), [streams.data]);
  const unreviewed = useLoad(countUnreviewed, [], { everyMs });
  const robots = useLoad(
    async (signal) =>
      may("robots:read")
        ? (await box.robots.listRobots({ limit: pageMax }, { signal })).data.data
        : undefined,
    [],
    { everyMs },
  );
  useKept(site.system, system);
  useKept(site.mode, mode);
  useKept(site.unreviewed, unreviewed);
  useKept(site.robots, robots);
  const { reload } = unreviewed;
  useEffect(() => {
    if (!may("events:read")) return;
    const types = ["incident.created", "incident.updated", "incident.resolved"];
    return siteEvents.follow(types, reload, reload);
  }, [reload]);
}

/** The robot's name for people, or its id; a component that calls it follows changes. */
export function robotName(id: string): string {
  return site.robots.value?.find(({ robot_id: each }) => each === id)?.name ?? id;
}

async function countUnreviewed(signal: AbortSignal): Promise<number | undefined> {
  if (!may("surveillance:read")) return undefined;
  const args = { acknowledged: "false", limit: 1 } as const;
  return (await box.surveillance.listIncidents(args, { signal })).data.total;
}

function useKept<T>(target: { value: T | undefined }, { data }: Loaded<T | undefined>): void {
  useEffect(() => {
    target.value = data;
  }, [data]);
}
