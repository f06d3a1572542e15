import { invalidField } from "../../../base/contract/fail.ts";
import type { PointM } from "../../../base/geo/line.ts";
import type { NurbsCurve } from "../../../base/geo/nurbs.ts";
import { pointsOfCurve } from "../corridor-curve.ts";
import { curveWire } from "../curve-wire.ts";
import type { CorridorRecord, PlaceRecord } from "../map-record.ts";
import { placeKinds } from "../map-terms.ts";
import type { Draft } from "../routes-store.ts";
import { coordinate, type Fields, list, numberOrNull, object, text, textOrNull } from "./fields.ts";

/** Places and corridors of a document, and what it has that the box does not keep. */
export interface ReadLayout {
  places: Draft<"place">[];
  corridors: Draft<"corridor">[];
  warnings: string[];
}

/** The frame and level of entries that name none. */
export interface LayoutDefaults {
  frame: string | null;
  level: string | null;
}

const known = new Set([
  "name",
  "kind",
  "frame",
  "level",
  "yaw",
  "one_way",
  "exclusive",
  "max_speed_mps",
  "width_m",
  "curve",
  "from",
  "to",
  "door",
  "layout",
]);
const speed = { above: 0, most: 20 };

/**
 * Reads a GeoJSON `FeatureCollection` (RFC 7946) whose coordinates are metres of a map frame: points are places, lines
 * are corridors. Fails with `invalid_request_body` naming the field below `at`.
 */
export function readGeoJson(value: unknown, defaults: LayoutDefaults, at: string): ReadLayout {
  const document = object(value, at);
  if (document["type"] !== "FeatureCollection")
    throw invalidField(`${at}.type`, "is not FeatureCollection. Send a FeatureCollection");
  const read: ReadLayout = { places: [], corridors: [], warnings: [] };
  for (const [index, each] of list(document["features"], `${at}.features`).entries())
    readFeature(read, object(each, `${at}.features[${index}]`), {
      defaults,
      at: `${at}.features[${index}]`,
    });
  return read;
}

function readFeature(
  read: ReadLayout,
  feature: Fields,
  { defaults, at }: { defaults: LayoutDefaults; at: string },
): void {
  const properties = object(feature["properties"], `${at}.properties`);
  const geometry = object(feature["geometry"], `${at}.geometry`);
  const where = `${at}.geometry.coordinates`;
  const common = commonOf(properties, defaults, `${at}.properties`);
  const stray = Object.keys(properties).filter((name) => !known.has(name));
  if (stray.length > 0) read.warnings.push(`${common.name}: ${stray.join(", ")} are not kept`);
  if (geometry["type"] === "Point") {
    const [xM, yM] = pointOf(geometry["coordinates"], where);
    const kind = kindOf(properties["kind"], `${at}.properties.kind`);
    const yawRad = yawOf(properties["yaw"], `${at}.properties.yaw`);
    read.places.push({ ...common, kind, xM, yM, yawRad });
  } else if (geometry["type"] === "LineString") {
    const lines = list(geometry["coordinates"], where, 100);
    if (lines.length < 2) throw invalidField(where, "has fewer than two points. Add one");
    const points = lines.map((each, index) => pointOf(each, `${where}[${index}]`));
    const limits = limitsOf(properties, `${at}.properties`);
    const curved = curvedOf(properties["curve"], `${at}.properties.curve`);
    read.corridors.push({ ...common, points, ...limits, ...curved });
  } else
    throw invalidField(
      `${at}.geometry.type`,
      "is neither Point nor LineString. Remove the feature",
    );
}

function commonOf(properties: Fields, defaults: LayoutDefaults, at: string) {
  const frame = textOrNull(properties["frame"], `${at}.frame`) ?? defaults.frame;
  if (frame === null)
    throw invalidField(`${at}.frame`, "is missing. Name the map frame here or for the import");
  return {
    name: text(properties["name"], `${at}.name`),
    frame,
    level: textOrNull(properties["level"], `${at}.level`) ?? defaults.level,
    door: textOrNull(properties["door"], `${at}.door`),
    layoutId: textOrNull(properties["layout"], `${at}.layout`),
  };
}

/** Reads the limits of a corridor; fails with `invalid_request_body` naming the field below `at`. */
export function limitsOf(properties: Fields, at: string) {
  return {
    isOneWay: properties["one_way"] === true,
    isExclusive: properties["exclusive"] === true,
    maxSpeedMps: numberOrNull(properties["max_speed_mps"], `${at}.max_speed_mps`, speed),
    widthM: numberOrNull(properties["width_m"], `${at}.width_m`, { above: 0, most: 100 }),
    from: textOrNull(properties["from"], `${at}.from`),
    to: textOrNull(properties["to"], `${at}.to`),
  };
}

function kindOf(value: unknown, at: string): PlaceRecord["kind"] {
  if (value === undefined) return "station";
  const found = placeKinds.find((kind) => kind === value);
  if (found) return found;
  throw invalidField(at, `is an unknown kind. Use one of ${placeKinds.join(", ")}`);
}

function yawOf(value: unknown, at: string): number | null {
  return numberOrNull(value, at, { above: -10.000_001, most: 10 });
}

/** Reads a position in metres; fails with `invalid_request_body` naming the field below `at`. */
export function pointOf(value: unknown, at: string): [number, number] {
  const [x, y] = list(value, at, 3);
  return [coordinate(x, `${at}[0]`), coordinate(y, `${at}[1]`)];
}

/** Returns the door or lift of this ground, and the layout that it was imported from, as a document names them. */
export function originWords({ door = null, layoutId }: Pick<PlaceRecord, "door" | "layoutId">): {
  door?: string;
  layout?: string;
} {
  return {
    ...(door === null ? {} : { door }),
    ...(layoutId === null ? {} : { layout: layoutId }),
  };
}

/** The curve of a corridor and its points, in the words of the box; nothing without a curve. */
export function curvedOf(
  value: unknown,
  at: string,
): { curve: NurbsCurve; points: PointM[] } | object {
  if (value === undefined || value === null) return {};
  const fields = object(value, at);
  const curve = readCurve(fields, at, { knots: "knot_vector", points: "control_points" });
  return { curve, points: pointsOfCurve(curve, at) };
}

/** Reads the numbers of a curve; fails with `invalid_request_body` for what is none. */
export function readCurve(
  fields: Fields,
  at: string,
  names: { knots: string; points: string },
): NurbsCurve {
  const number = (value: unknown, where: string): number => {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw invalidField(where, "is not a number. Correct it");
  };
  const { knots, points } = names;
  return {
    degree: number(fields["degree"], `${at}.degree`),
    knots: list(fields[knots], `${at}.${knots}`, 200).map((each, index) =>
      number(each, `${at}.${knots}[${index}]`),
    ),
    points: list(fields[points], `${at}.${points}`, 200).map((each, index) => {
      const where = `${at}.${points}[${index}]`;
      const { x, y, weight = 1 } = object(each, where);
      return {
        xM: coordinate(x, `${where}.x`),
        yM: coordinate(y, `${where}.y`),
        weight: number(weight, `${where}.weight`),
      };
    }),
  };
}

/** The curve of a corridor as `curvedOf` reads it; empty for a straight one. */
export function curveWords({ curve }: CorridorRecord): object {
  return curve ? { curve: curveWire(curve) } : {};
}

/** Returns places and corridors as a `FeatureCollection`, which `readGeoJson` reads as the same. */
export function geoJsonOf(
  places: readonly PlaceRecord[],
  corridors: readonly CorridorRecord[],
): object {
  const shared = (record: PlaceRecord | CorridorRecord) => ({
    name: record.name,
    frame: record.frame,
    level: record.level,
    ...originWords(record),
  });
  const features = [
    ...places.map((place) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [place.xM, place.yM] },
      properties: { ...shared(place), kind: place.kind, yaw: place.yawRad },
    })),
    ...corridors.map((corridor) => ({
      type: "Feature",
      geometry: { type: "LineString", coordinates: corridor.points },
      properties: {
        ...shared(corridor),
        ...limitsWire(corridor),
        ...curveWords(corridor),
      },
    })),
  ];
  return { type: "FeatureCollection", features };
}

/** The limits of a corridor as `limitsOf` reads them. */
export function limitsWire(corridor: CorridorRecord) {
  return {
    one_way: corridor.isOneWay,
    exclusive: corridor.isExclusive,
    max_speed_mps: corridor.maxSpeedMps,
    width_m: corridor.widthM,
    from: corridor.from,
    to: corridor.to,
  };
}
