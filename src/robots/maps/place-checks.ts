import { nearest } from "../../base/contract/nearest.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { insideTest } from "../../base/geo/polygon.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { CorridorRecord, MapRecord, PlaceRecord } from "./map-record.ts";
import type { PlaceKind } from "./map-terms.ts";
import type { Occupancy } from "./occupancy.ts";

/** A stored zone, as far as places concern it. */
export interface SiteZone {
  name: string;
  type: string;
  frame: string;
  polygon: readonly PointM[];
  /** Null: every robot. */
  robotId: string | null;
}

/** What surrounds a place: the grids of its frame and level, and the zones. */
export interface Surroundings {
  grids: readonly { map: Pick<MapRecord, "name">; cells: Occupancy }[];
  zones: readonly SiteZone[];
}

/** The fault of a place: no robot may be sent there, or something that a person should look at. */
export interface PlaceFault {
  isRefused: boolean;
  message: string;
}

/** Things that often are obstacles on a grid themselves: robots drive up to them, or they open. */
const solidKinds: ReadonlySet<PlaceKind> = new Set(["charger", "door", "lift"]);

/** Returns the faults of a place: in a wall, on unknown ground, outside every map, in a keep-out zone. */
export function placeFaults(
  { kind, frame, xM, yM }: Pick<PlaceRecord, "kind" | "frame" | "xM" | "yM">,
  { grids, zones }: Surroundings,
): PlaceFault[] {
  const faults: PlaceFault[] = [];
  const states = grids.map(({ map, cells }) => ({ map, state: cells.stateAt([xM, yM]) }));
  const wall = states.find(({ state }) => state === "wall");
  const isSeen = states.some(({ state }) => state === "free");
  if (wall) {
    const message = `stands in a wall of the map ${wall.map.name}`;
    faults.push({ isRefused: !solidKinds.has(kind), message });
  } else if (states.length > 0 && !isSeen) {
    const isUnknown = states.some(({ state }) => state === "unknown");
    const where = isUnknown ? "stands on unknown ground of the map" : "stands outside the map";
    faults.push({ isRefused: false, message: `${where} ${states[0]!.map.name}` });
  }
  for (const zone of keepOuts(zones, frame)) {
    if (!insideTest(zone.polygon)([xM, yM])) continue;
    const message = `lies in the keep-out zone ${zone.name}`;
    faults.push({ isRefused: zone.robotId === null, message });
  }
  return faults;
}

/** Fails with `invalid_request_body` naming the place where no robot may be sent there. */
export function assertReachable(
  place: Pick<PlaceRecord, "name" | "kind" | "frame" | "xM" | "yM">,
  around: Surroundings,
  at: string,
): void {
  const fault = placeFaults(place, around).find(({ isRefused }) => isRefused);
  if (fault) throw invalidField(at, `${place.name} ${fault.message}. Move it`, "place_blocked");
}

/** A door of the site, as far as places concern it. */
export interface KnownDoor {
  id: string;
  kind: "door" | "lift";
  levels: readonly { name: string }[];
}

/** Fails with `invalid_request_body` for a door that the site does not have, and a level that the lift does not have. */
export function assertDoor(
  { door = null, level }: Pick<PlaceRecord, "door" | "level">,
  doors: readonly KnownDoor[],
  at: string,
): void {
  if (door === null) return;
  const known = doors.find(({ id }) => id === door);
  if (!known) {
    const meant = nearest(
      door,
      doors.map(({ id }) => id),
    );
    const hint = meant === undefined ? "Add it to doors of the site file" : `Meant: ${meant}?`;
    throw invalidField(`${at}.door`, `there is no door ${door}. ${hint}`, "unknown_door");
  }
  const levels = known.levels.map(({ name }) => name);
  if (known.kind === "lift" && !levels.includes(level ?? ""))
    throw invalidField(
      `${at}.level`,
      `is no level of the lift ${door}. Use one of ${levels.join(", ")}`,
      "unknown_level",
    );
}

/** Fails with `invalid_request_body` for a corridor that leads nowhere. */
export function assertCorridor(
  { points, name }: Pick<CorridorRecord, "points" | "name">,
  at: string,
) {
  for (const [index, [x, y]] of points.entries()) {
    const before = points[index - 1];
    if (before && before[0] === x && before[1] === y)
      throw invalidField(
        `${at}.points[${index}]`,
        `of ${name} repeats the point before it. Leave it out`,
      );
  }
}

/** Returns what a person should know about a corridor: walls and keep-out zones on its way. */
export function corridorWarnings(
  { frame, points }: Pick<CorridorRecord, "frame" | "points">,
  { grids, zones }: Surroundings,
): string[] {
  const pieces = points.slice(1).map((to, at) => [points[at]!, to] as const);
  const walls = grids
    .filter(({ cells }) => pieces.some(([from, to]) => cells.isBlocked(from, to)))
    .map(({ map }) => `leads through a wall of the map ${map.name}`);
  const blocked = keepOuts(zones, frame)
    .filter(({ polygon }) => points.some(insideTest(polygon)))
    .map(({ name }) => `leads into the keep-out zone ${name}`);
  return [...walls, ...blocked];
}

function keepOuts(zones: readonly SiteZone[], frame: string): SiteZone[] {
  return zones.filter((zone) => zone.type === "keep_out" && zone.frame === frame);
}
