import type { PointNorm } from "../../base/contract/geometry.ts";
import { polygonProblem } from "../../base/geo/polygon.ts";
import { surveillanceLimits } from "../../perception/core/stream-terms.ts";

/** Size in pixels of the frames in which Frigate detects; a part is undefined if the file lacks it. */
export interface FrameSize {
  width: number | undefined;
  height: number | undefined;
}

/** A polygon in fractions of the frame, or the reason why the box cannot use it. */
export type Outline = { polygon: PointNorm[] } | { fault: string };

/** Frigate's own precision is three digits. */
const digits = 10_000;
/** Pixels up to this multiple of the frame's size are cut off at its edge. */
const outermost = 1.1;

/**
 * Reads Frigate's coordinates: pairs of x and y, as one text or as a list. They are fractions of
 * the frame, or pixels of the detect stream in older files. Parts outside the frame are cut off.
 */
export function outlineOf(value: unknown, frame: FrameSize): Outline {
  const numbers = numbersOf(value);
  if (numbers === undefined || numbers.length % 2 === 1 || numbers.length < 6) {
    return { fault: "is not a list of at least three x,y pairs. Draw the zone again in Frigate" };
  }
  const isPixels = numbers.some((each) => each > 1) && numbers.every(Number.isInteger);
  const { width = 0, height = 0 } = isPixels ? frame : { width: 1, height: 1 };
  if (width <= 0 || height <= 0) {
    return {
      fault:
        "is in pixels of the detect stream, and the file does not say how large it is. Write detect.width and detect.height into the file",
    };
  }
  if (isPixels && isOutside(numbers, { width, height })) {
    return {
      fault:
        "lies outside the frame of detect.width and detect.height. Correct the size, or draw the zone again in Frigate",
    };
  }
  const polygon = cornersOf(numbers, { width, height });
  const most = surveillanceLimits.polygonPoints;
  if (polygon.length > most) {
    return { fault: `has ${polygon.length} corners. Draw it with at most ${most}` };
  }
  const problem = polygonProblem(polygon);
  if (problem === null) return { polygon };
  return { fault: `is no area that the box can use: ${problem}. Draw the zone again` };
}

function isOutside(
  numbers: readonly number[],
  { width, height }: { width: number; height: number },
): boolean {
  return numbers.some((each, at) => each > outermost * (at % 2 === 0 ? width : height));
}

/** Returns the corners without repeated ones. */
function cornersOf(
  numbers: readonly number[],
  { width, height }: { width: number; height: number },
): PointNorm[] {
  const points: PointNorm[] = [];
  for (let i = 0; i < numbers.length; i += 2) {
    const point: PointNorm = [fraction(numbers[i]! / width), fraction(numbers[i + 1]! / height)];
    if (!isSame(point, points.at(-1))) points.push(point);
  }
  if (points.length > 1 && isSame(points[0]!, points.at(-1))) points.pop();
  return points;
}

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * digits) / digits;
}

function isSame(a: PointNorm, b: PointNorm | undefined): boolean {
  return b !== undefined && a[0] === b[0] && a[1] === b[1];
}

function numbersOf(value: unknown): number[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value.flat() : [value];
  const words = list.flatMap((each) =>
    typeof each === "string" ? each.split(",").map((word) => word.trim()) : [each],
  );
  const numbers = words.map((word) => {
    const isNumber = typeof word === "number" || (typeof word === "string" && word !== "");
    return isNumber ? Number(word) : Number.NaN;
  });
  return numbers.every(Number.isFinite) ? numbers : undefined;
}
