import { lightSurface, normalOf, skyNear, skyReachM, sunPast, toSun } from "./light.ts";
import { clamp } from "./shape.ts";
import type { Shape, Surface } from "./shape.ts";
import { eye, project, rayThrough, view } from "./view.ts";
import type { Vec3 } from "./view.ts";
import { backdropAlong } from "./yard.ts";

/** A rectangle of pixels, ends excluded. */
export interface PixelBox {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The picture of one moment in linear light, with the parts that clouds and shadows act on. */
export interface Plate {
  ambient: Float32Array;
  sun: Float32Array;
  /** Distance along each pixel's ray to the nearest surface, metres. */
  depthM: Float32Array;
}

const { widthPx, heightPx } = view;
const pixels = widthPx * heightPx;
const pixelRad = 1 / view.focalPx;

/** Renders everything that never moves, with `samples`² rays a pixel. */
export function renderBackdrop(samples: number): Plate {
  const plate = {
    ambient: new Float32Array(pixels * 3),
    sun: new Float32Array(pixels * 3),
    depthM: new Float32Array(pixels),
  };
  const along: Vec3 = [0, 0, 0];
  for (let i = 0; i < pixels; i += 1) {
    const [px, py] = [i % widthPx, Math.floor(i / widthPx)];
    for (let s = 0; s < samples * samples; s += 1) {
      rayThrough(
        px + ((s % samples) + 0.5) / samples,
        py + (Math.floor(s / samples) + 0.5) / samples,
        along,
      );
      const { lit } = backdropAlong(eye, along);
      for (let c = 0; c < 3; c += 1) {
        plate.ambient[i * 3 + c]! += lit.ambient[c]! / samples ** 2;
        plate.sun[i * 3 + c]! += lit.sun[c]! / samples ** 2;
      }
    }
    rayThrough(px + 0.5, py + 0.5, along);
    plate.depthM[i] = backdropAlong(eye, along).distanceM;
  }
  return plate;
}

function boxAround(points: readonly Vec3[], marginPx: number): PixelBox {
  const box: PixelBox = { x1: widthPx, y1: heightPx, x2: 0, y2: 0 };
  for (const point of points) {
    const at = project(...point);
    if (!at) continue;
    box.x1 = Math.min(box.x1, Math.floor(at.px) - marginPx);
    box.y1 = Math.min(box.y1, Math.floor(at.py) - marginPx);
    box.x2 = Math.max(box.x2, Math.ceil(at.px) + marginPx);
    box.y2 = Math.max(box.y2, Math.ceil(at.py) + marginPx);
  }
  return {
    x1: Math.max(0, box.x1),
    y1: Math.max(0, box.y1),
    x2: Math.min(widthPx, box.x2),
    y2: Math.min(heightPx, box.y2),
  };
}

function corners(shape: Shape, aroundM = 0): Vec3[] {
  const list: Vec3[] = [];
  for (const x of [shape.low[0] - aroundM, shape.high[0] + aroundM]) {
    for (const y of [shape.low[1] - aroundM, shape.high[1] + aroundM]) {
      for (const z of [Math.max(0, shape.low[2]), shape.high[2]]) list.push([x, y, z]);
    }
  }
  return list;
}

/** Takes the sun and some sky away from the surfaces that lie in `shape`'s shadow. */
export function castShadow(plate: Plate, shape: Shape): void {
  const bounds = corners(shape, skyReachM);
  const thrown = bounds.map(([x, y, z]): Vec3 => [
    x - (toSun[0] / toSun[2]) * z,
    y - (toSun[1] / toSun[2]) * z,
    0,
  ]);
  const box = boxAround([...bounds, ...thrown], 6);
  const along: Vec3 = [0, 0, 0];
  for (let py = box.y1; py < box.y2; py += 1) {
    for (let px = box.x1; px < box.x2; px += 1) {
      const i = py * widthPx + px;
      const depth = plate.depthM[i]!;
      if (depth > 60) continue;
      rayThrough(px + 0.5, py + 0.5, along);
      const point: Vec3 = [
        eye[0] + along[0] * depth,
        eye[1] + along[1] * depth,
        eye[2] + along[2] * depth,
      ];
      const sun = sunPast(shape, point);
      const sky = skyNear(shape, point);
      for (let c = i * 3; c < i * 3 + 3; c += 1) {
        plate.sun[c]! *= sun;
        plate.ambient[c]! *= sky;
      }
    }
  }
}

interface March {
  atM: number;
  /** Share of the pixel that the shape covers, 0–1. */
  cover: number;
}

function march(shape: Shape, along: Vec3, limitM: number): March | undefined {
  const span = spanOf(shape, along);
  if (!span || span[0] > limitM) return undefined;
  let at = Math.max(span[0], 0.5);
  const end = Math.min(span[1], limitM);
  let nearest = Infinity;
  let nearestAt = at;
  for (let step = 0; step < 70 && at < end; step += 1) {
    const d = shape.distance(
      eye[0] + along[0] * at,
      eye[1] + along[1] * at,
      eye[2] + along[2] * at,
    );
    const width = at * pixelRad;
    if (d < width * 0.15) return { atM: at, cover: 1 };
    if (d / width < nearest) {
      nearest = d / width;
      nearestAt = at;
    }
    at += d * 0.9;
  }
  const cover = clamp(0.65 - nearest, 0, 1);
  return cover > 0.02 ? { atM: nearestAt, cover } : undefined;
}

function spanOf(shape: Shape, along: Vec3): [number, number] | undefined {
  let first = 0;
  let last = Infinity;
  for (let i = 0; i < 3; i += 1) {
    const a = (shape.low[i]! - eye[i]!) / along[i]!;
    const b = (shape.high[i]! - eye[i]!) / along[i]!;
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  return first < last ? [first, last] : undefined;
}

/** The result of drawing a shape: its visible pixels, and their number. */
export interface Drawn {
  box: PixelBox | undefined;
  visiblePx: number;
  /** Pixels of the shape without occlusion and without the picture's edge. */
  wholePx: number;
}

/** Draws `shape` over the plate where it is nearer than the plate's surface. */
export function drawShape(plate: Plate, shape: Shape): Drawn {
  const box = boxAround(corners(shape), 2);
  const seen: PixelBox = { x1: widthPx, y1: heightPx, x2: 0, y2: 0 };
  const drawn: Drawn = { box: undefined, visiblePx: 0, wholePx: 0 };
  const along: Vec3 = [0, 0, 0];
  for (let py = box.y1; py < box.y2; py += 1) {
    for (let px = box.x1; px < box.x2; px += 1) {
      rayThrough(px + 0.5, py + 0.5, along);
      const hit = march(shape, along, Infinity);
      if (!hit) continue;
      drawn.wholePx += 1;
      const i = py * widthPx + px;
      if (hit.atM > plate.depthM[i]!) continue;
      blend(plate, i, { shape, along, hit });
      if (hit.cover < 0.5) continue;
      drawn.visiblePx += 1;
      plate.depthM[i] = hit.atM;
      seen.x1 = Math.min(seen.x1, px);
      seen.y1 = Math.min(seen.y1, py);
      seen.x2 = Math.max(seen.x2, px + 1);
      seen.y2 = Math.max(seen.y2, py + 1);
    }
  }
  if (drawn.visiblePx > 0) drawn.box = seen;
  return drawn;
}

function blend(
  plate: Plate,
  i: number,
  { shape, along, hit }: { shape: Shape; along: Vec3; hit: March },
): void {
  const point: Vec3 = [
    eye[0] + along[0] * hit.atM,
    eye[1] + along[1] * hit.atM,
    eye[2] + along[2] * hit.atM,
  ];
  const normal = normalOf(shape, point);
  const surface: Surface = { red: 0, green: 0, blue: 0, gloss: 0 };
  shape.surface(point, surface);
  const lit = lightSurface(surface, normal, along);
  const lift: Vec3 = [
    point[0] + normal[0] * 0.03,
    point[1] + normal[1] * 0.03,
    point[2] + normal[2] * 0.03,
  ];
  const sun = sunPast(shape, lift);
  const probe = shape.distance(
    point[0] + normal[0] * 0.14,
    point[1] + normal[1] * 0.14,
    point[2] + normal[2] * 0.14,
  );
  const sky = clamp(0.3 + (0.7 * probe) / 0.14, 0.3, 1) * clamp(0.55 + point[2] * 0.5, 0.55, 1);
  for (let c = 0; c < 3; c += 1) {
    const at = i * 3 + c;
    plate.ambient[at] = plate.ambient[at]! * (1 - hit.cover) + lit.ambient[c]! * sky * hit.cover;
    plate.sun[at] = plate.sun[at]! * (1 - hit.cover) + lit.sun[c]! * sun * hit.cover;
  }
}
