import type { Behavior, Stream, Zone } from "../../../../../client/source/generated.ts";

/** A place as fractions of the picture, origin top left. */
export type PointNorm = readonly [x: number, y: number];

/** What can be drawn; a box stays a rectangle. */
export type ShapeKind = "area" | "line" | "mask" | "box";

/** One zone, line or mask while it is being edited. */
export interface Shape {
  /** The same for the same shape, whatever its name becomes. */
  key: string;
  kind: ShapeKind;
  /** Empty for masks, which have none. */
  name: string;
  /** The name that the box knows it by; undefined for a new one. */
  storedName?: string;
  points: readonly PointNorm[];
  /** The size of the ground below it; remaining while the number of corners stays. */
  metres?: Zone["metres"];
  /** True when entering the area or crossing the line raises an incident. */
  alerts: boolean;
}

/** The fewest and most corners of a kind; the box refuses others. */
export const cornerBounds: Readonly<Record<ShapeKind, readonly [number, number]>> = {
  area: [3, 64],
  line: [2, 2],
  mask: [3, 64],
  box: [4, 4],
};

const zoneNames = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;
const decimals = 10_000;

/** A number within the picture, as exact as a pixel of it can be. */
export function clampNorm(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * decimals) / decimals;
}

/** The corners between two opposite ones. */
export function rectangle([x1, y1]: PointNorm, [x2, y2]: PointNorm): PointNorm[] {
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** What a stream has, for editing. */
export function shapesOf(stream: Pick<Stream, "context" | "masks" | "behaviors">): Shape[] {
  const zones = Object.entries(stream.context.zones).map(([name, zone]): Shape => {
    const { line, polygon, xyxy = [0, 0, 1, 1], metres } = zone;
    const [x1, y1, x2, y2] = xyxy;
    return {
      key: `zone-${name}`,
      kind: line ? "line" : "area",
      name,
      storedName: name,
      points: line ?? polygon ?? rectangle([x1, y1], [x2, y2]),
      alerts: false,
      ...(metres ? { metres } : {}),
    };
  });
  const masks = stream.masks.map(({ polygon }, index): Shape => {
    const points = polygon.map(([x = 0, y = 0]): PointNorm => [x, y]);
    return { key: `mask-${index}`, kind: "mask", name: "", points, alerts: false };
  });
  return [...zones, ...masks];
}

/** What is sent to the box: zones, masks, and the behaviors that still have their place. */
export function patchOf(
  shapes: readonly Shape[],
  stream: Pick<Stream, "context" | "masks" | "behaviors">,
) {
  const zones: Record<string, Zone> = {};
  const newNames = new Map<string, string>();
  for (const shape of shapes) {
    if (shape.kind === "mask") continue;
    zones[shape.name] = zoneOf(shape, stream);
    if (shape.storedName !== undefined) newNames.set(shape.storedName, shape.name);
  }
  const remaining = stream.behaviors.flatMap((behavior) => renamed(behavior, newNames));
  const added = shapes.filter(({ alerts }) => alerts).map(alertOf);
  const masks = shapes
    .filter(({ kind }) => kind === "mask")
    .map(({ points }) => ({ polygon: points.map(([x, y]): [number, number] => [x, y]) }));
  const hadMasks = stream.masks.length > 0;
  return {
    context: { zones },
    behaviors: [...remaining, ...added],
    ...(masks.length > 0 || hadMasks ? { masks } : {}),
  };
}

function zoneOf(shape: Shape, stream: Pick<Stream, "context">): Zone {
  const points = shape.points.map(([x, y]): [number, number] => [x, y]);
  if (shape.kind === "line") return { line: [points[0]!, points[1]!] };
  const before =
    shape.storedName === undefined ? undefined : stream.context.zones[shape.storedName];
  const hasSize = shape.metres && points.length === 4;
  // An unchanged rectangle keeps its form.
  const same = before?.xyxy && rectangle(corner(before.xyxy, 0), corner(before.xyxy, 2));
  const place =
    same && JSON.stringify(same) === JSON.stringify(points)
      ? { xyxy: before.xyxy }
      : { polygon: points };
  return { ...place, ...(hasSize ? { metres: shape.metres } : {}) };
}

function corner(xyxy: readonly number[], from: 0 | 2): PointNorm {
  return [xyxy[from]!, xyxy[from + 1]!];
}

/** The behavior with its zone's new name; nothing when the zone is gone. */
function renamed(behavior: Behavior, names: ReadonlyMap<string, string>): Behavior[] {
  const { zone, line } = behavior;
  const place = zone ?? line;
  if (place === undefined) return [behavior];
  const name = names.get(place);
  if (name === undefined) return [];
  return [{ ...behavior, ...(zone === undefined ? { line: name } : { zone: name }) }];
}

function alertOf(shape: Shape): Behavior {
  return shape.kind === "line"
    ? { type: "line_crossing", line: shape.name, direction: "any" }
    : { type: "intrusion", zone: shape.name, seconds: 0 };
}

/** What keeps a shape from being stored. */
export type ShapeProblem = "crosses" | "few" | "name" | "twice";

/** The first thing that the box would refuse; undefined when all is well. */
export function problemOf(shape: Shape, all: readonly Shape[]): ShapeProblem | undefined {
  if (shape.points.length < cornerBounds[shape.kind][0]) return "few";
  if (shape.kind !== "line" && crossesItself(shape.points)) return "crosses";
  if (shape.kind === "mask") return undefined;
  if (!zoneNames.test(shape.name)) return "name";
  const isTwice = all.some(
    (other) => other !== shape && other.kind !== "mask" && other.name === shape.name,
  );
  return isTwice ? "twice" : undefined;
}

/** True when two sides that are not neighbours meet. */
export function crossesItself(points: readonly PointNorm[]): boolean {
  const size = points.length;
  for (let a = 0; a < size; a += 1) {
    for (let b = a + 2; b < size; b += 1) {
      if (a === 0 && b === size - 1) continue;
      const [p, q] = [points[a]!, points[(a + 1) % size]!];
      const [r, s] = [points[b]!, points[(b + 1) % size]!];
      if (turns(p, q, r) * turns(p, q, s) <= 0 && turns(r, s, p) * turns(r, s, q) <= 0) return true;
    }
  }
  return false;
}

/** On which side of the way from `a` to `b` the point lies: 1, −1, or 0 on it. */
function turns([ax, ay]: PointNorm, [bx, by]: PointNorm, [px, py]: PointNorm): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}

/** A name that no shape has: `stem`, else `stem 2`, `stem 3` … */
export function freeName(stem: string, shapes: readonly Shape[]): string {
  const taken = new Set(shapes.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** A shape with corner `index` somewhere else. */
export function withCorner(shape: Shape, index: number, [x, y]: PointNorm): Shape {
  if (shape.kind === "box") return withBoxCorner(shape, index, [clampNorm(x), clampNorm(y)]);
  const points = shape.points.with(index, [clampNorm(x), clampNorm(y)]);
  return { ...shape, points };
}

/** The corner takes its two neighbours with it; the opposite one stays. */
function withBoxCorner(shape: Shape, index: number, [x, y]: PointNorm): Shape {
  const [left, top] = shape.points[(index + 2) % 4]!;
  const points = shape.points.map((_, at): PointNorm => {
    // Neighbours of corners 0 and 2 share the sides differently from those of 1 and 3.
    const isBeside = (at - index + 4) % 4;
    if (isBeside === 0) return [x, y];
    if (isBeside === 2) return [left, top];
    return (isBeside === 1) === (index % 2 === 0) ? [left, y] : [x, top];
  });
  return { ...shape, points };
}

/** A shape moved as a whole, as far as the picture goes. */
export function moved(shape: Shape, dx: number, dy: number): Shape {
  const xs = shape.points.map(([x]) => x);
  const ys = shape.points.map(([, y]) => y);
  const byX = Math.min(1 - Math.max(...xs), Math.max(-Math.min(...xs), dx));
  const byY = Math.min(1 - Math.max(...ys), Math.max(-Math.min(...ys), dy));
  const points = shape.points.map(([x, y]): PointNorm => [clampNorm(x + byX), clampNorm(y + byY)]);
  return { ...shape, points };
}

/** A shape with one more corner after `index`, by default halfway to the next; unchanged at the bound. */
export function withCornerAfter(shape: Shape, index: number, at?: PointNorm): Shape {
  if (shape.points.length >= cornerBounds[shape.kind][1]) return shape;
  const [x1, y1] = shape.points[index]!;
  const [x2, y2] = shape.points[(index + 1) % shape.points.length]!;
  const [x, y] = at ?? [(x1 + x2) / 2, (y1 + y2) / 2];
  return { ...shape, points: shape.points.toSpliced(index + 1, 0, [clampNorm(x), clampNorm(y)]) };
}

/** A shape without a corner; unchanged when it has no more than it needs. */
export function withoutCorner(shape: Shape, index: number): Shape {
  if (shape.points.length <= cornerBounds[shape.kind][0]) return shape;
  return { ...shape, points: shape.points.toSpliced(index, 1) };
}
