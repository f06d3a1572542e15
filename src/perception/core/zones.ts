import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import { invalidField } from "../../base/contract/fail.ts";
import type { ZoneSettings } from "../settings/stream-document.ts";
import { homography, isConvex, type Quad } from "../../base/geo/homography.ts";
import { insideTest, type Polygon, polygonOfBox, polygonProblem } from "../../base/geo/polygon.ts";
import type { Segment } from "../../base/geo/segment.ts";

/** A part of the picture that behaviors speak of; an area, or a line to be crossed. */
export type Zone = AreaZone | LineZone;

/** A zone with an inside. */
export interface AreaZone {
  kind: "area";
  name: string;
  polygonNorm: Polygon;
  /** True when a point lies inside or on the edge. */
  contains(point: PointNorm): boolean;
  /** The corners on the ground, in metres; null when the zone's size is unknown. */
  cornersMetres: readonly PointNorm[] | null;
  /** Returns the ground position of a point of the picture, in metres; null when the size is unknown. */
  toMetres: ((point: PointNorm) => PointNorm) | null;
}

/** A zone that can only be crossed; side a is on the left hand along it. */
export interface LineZone {
  kind: "line";
  name: string;
  lineNorm: Segment;
}

/** Zones by name. */
export type Zones = ReadonlyMap<string, Zone>;

/**
 * Checks the caller's zones. Throws `invalid_request_body` naming the zone that does not have exactly one
 * shape, lies outside the frame, crosses itself or has no extent.
 */
export function readZones(wire: Readonly<Record<string, ZoneSettings>> | undefined): Zones {
  const zones = new Map<string, Zone>();
  for (const [name, zone] of Object.entries(wire ?? {})) {
    zones.set(name, readZone(name, zone, `context.zones.${name}`));
  }
  return zones;
}

/**
 * Returns the zones with those sizes in metres that `toMap` knows, for areas that have none of their own. `toMap`
 * returns null beyond the horizon; an area that reaches there keeps no size.
 */
export function withGround(
  zones: Zones,
  toMap: (point: PointNorm) => readonly [xM: number, yM: number] | null,
): Zones {
  return new Map([...zones].map(([name, zone]) => [name, onGround(zone, toMap)]));
}

function onGround(zone: Zone, toMap: Parameters<typeof withGround>[1]): Zone {
  if (zone.kind !== "area" || zone.toMetres !== null) return zone;
  const corners = zone.polygonNorm.map(toMap);
  if (corners.some((corner) => corner === null)) return zone;
  const cornersMetres = corners.map((corner): PointNorm => [corner![0], corner![1]]);
  // Beyond the horizon is farther away than any distance.
  const toMetres = (point: PointNorm): PointNorm => {
    const [x, y] = toMap(point) ?? [Infinity, Infinity];
    return [x, y];
  };
  return { ...zone, cornersMetres, toMetres };
}

function readZone(name: string, wire: ZoneSettings, param: string): Zone {
  const shapes = (["xyxy", "polygon", "line"] as const).filter((key) => wire[key] !== undefined);
  if (shapes.length !== 1) {
    throw invalidField(param, "has none or several of xyxy, polygon and line. Give exactly one");
  }
  if (wire.line) {
    if (wire.metres) throw invalidField(`${param}.metres`, "is not for a line. Leave it out");
    return lineZone(name, wire.line, `${param}.line`);
  }
  const zone = wire.xyxy
    ? boxZone(name, wire.xyxy, `${param}.xyxy`)
    : polygonZone(name, wire.polygon!, `${param}.polygon`);
  return wire.metres ? measured(zone, wire.metres, `${param}.metres`) : zone;
}

function measured(
  zone: AreaZone,
  metres: NonNullable<ZoneSettings["metres"]>,
  param: string,
): AreaZone {
  const corners = zone.polygonNorm;
  if (corners.length !== 4 || !isConvex(corners as Quad)) {
    throw invalidField(param, "is not for this zone. Give the zone four corners and no dent");
  }
  const { width, height, corners: places } = metres;
  const isRectangle = width !== undefined && height !== undefined;
  if (isRectangle === (places !== undefined) || (width === undefined) !== (height === undefined)) {
    throw invalidField(
      param,
      "is incomplete or ambiguous. Give either width and height, or the four corners",
    );
  }
  const cornersMetres: Quad = isRectangle
    ? [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ]
    : places!;
  const toMetres = isConvex(cornersMetres) ? homography(corners as Quad, cornersMetres) : null;
  if (toMetres === null) {
    throw invalidField(param, "encloses no area without a dent. Check the order of the corners");
  }
  return { ...zone, cornersMetres, toMetres };
}

function boxZone(name: string, box: BoxNorm, param: string): AreaZone {
  requireInFrame(box, param);
  if (box[0] >= box[2] || box[1] >= box[3]) {
    throw invalidField(
      param,
      "is not a rectangle. Give left, top, right, bottom with x1 < x2 and y1 < y2",
    );
  }
  return area(name, polygonOfBox(box));
}

function polygonZone(name: string, polygon: Polygon, param: string): AreaZone {
  for (const point of polygon) requireInFrame(point, param);
  const open = withoutRepeatedEnd(polygon);
  const problem = polygonProblem(open);
  if (problem !== null) throw invalidField(param, problem);
  return area(name, open);
}

function lineZone(name: string, line: Segment, param: string): LineZone {
  for (const point of line) requireInFrame(point, param);
  if (Math.hypot(line[0][0] - line[1][0], line[0][1] - line[1][1]) < 0.01) {
    throw invalidField(param, "has both ends at one point. Move them apart");
  }
  return { kind: "line", name, lineNorm: line };
}

function area(name: string, polygonNorm: Polygon): AreaZone {
  const contains = insideTest(polygonNorm);
  return { kind: "area", name, polygonNorm, contains, cornersMetres: null, toMetres: null };
}

/** A polygon may be given closed, as GeoJSON does. */
function withoutRepeatedEnd(polygon: Polygon): Polygon {
  const first = polygon[0];
  const last = polygon.at(-1);
  const closed = polygon.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return closed ? polygon.slice(0, -1) : polygon;
}

function requireInFrame(values: readonly number[], param: string): void {
  if (values.every((value) => Number.isFinite(value) && value >= 0 && value <= 1)) return;
  throw invalidField(param, "lies outside the frame. Give fractions of the frame from 0 to 1");
}
