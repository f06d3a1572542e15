import type { Incident, Stream } from "../../../../client/source/generated.ts";

const storageKey = "gatehouse.wall";

/** How many cameras a wall shows at once. */
export const layouts = ["1", "4", "9", "16"] as const;

/** How the wall is arranged; kept by this browser. */
export interface WallSettings {
  /** `auto` fits the number of cameras. */
  layout: "auto" | (typeof layouts)[number];
  /** Cameras with open incidents come first, the most severe before the others. */
  isActiveFirst: boolean;
  /** `context.site` of the cameras to show; empty for all. */
  group: string;
}

/** A severity of incidents. */
export type Severity = Incident["severity"];

const usual: WallSettings = { layout: "auto", isActiveFirst: false, group: "" };
const ranks: readonly Severity[] = ["info", "warning", "critical"];

/** The settings of the last visit with this browser. */
export function readWallSettings(): WallSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<WallSettings>;
    return { ...usual, ...stored };
  } catch {
    return usual;
  }
}

/** Keeps the settings for the next visit. */
export function keepWallSettings(settings: WallSettings): void {
  localStorage.setItem(storageKey, JSON.stringify(settings));
}

/** How many cameras are side by side and in all, for a number of cameras. */
export function sizeOf(layout: WallSettings["layout"], cameras: number): number {
  if (layout !== "auto") return Number(layout);
  return layouts.map(Number).find((size) => cameras <= size) ?? Number(layouts.at(-1));
}

/** The most severe of each camera's open incidents. */
export function openSeverities(incidents: readonly Incident[]): ReadonlyMap<string, Severity> {
  const worst = new Map<string, Severity>();
  for (const { stream_id: id, severity, state } of incidents) {
    if (state !== "open") continue;
    const before = worst.get(id);
    if (before === undefined || ranks.indexOf(severity) > ranks.indexOf(before)) {
      worst.set(id, severity);
    }
  }
  return worst;
}

/** The cameras that a wall shows, in its order. */
export function arrange(
  streams: readonly Stream[],
  settings: WallSettings & { search: string; severities: ReadonlyMap<string, Severity> },
): readonly Stream[] {
  const { group, search, isActiveFirst, severities } = settings;
  const searchText = search.trim().toLowerCase();
  const shownStreams = streams
    .filter(({ context }) => group === "" || context.site === group)
    .filter(({ stream_id: id, display_name: name, context }) =>
      [id, name ?? "", context.site ?? ""].some((text) => text.toLowerCase().includes(searchText)),
    )
    .toSorted((a, b) => a.stream_id.localeCompare(b.stream_id));
  if (!isActiveFirst) return shownStreams;
  const rank = ({ stream_id: id }: Stream): number => ranks.indexOf(severities.get(id) ?? "info");
  const open = (stream: Stream): number => (severities.has(stream.stream_id) ? 1 : 0);
  return shownStreams.toSorted((a, b) => open(b) - open(a) || rank(b) - rank(a));
}

/** The groups of cameras: each `context.site`, sorted. */
export function groupsOf(streams: readonly Stream[]): readonly string[] {
  return [...new Set(streams.map(({ context }) => context.site ?? ""))]
    .filter((site) => site !== "")
    .toSorted((a, b) => a.localeCompare(b));
}
