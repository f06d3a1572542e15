import { apart, type Line, nearestOn, pointAt, type PointM } from "../../base/geo/line.ts";
import { type NurbsCurve, nearestParameter, partOf, reversedCurve } from "../../base/geo/nurbs.ts";
import {
  type CurvePiece,
  lengthOf,
  linesOf,
  type TrafficArea,
  type TrafficNetwork,
} from "./network.ts";
import { trafficLimits } from "./traffic-terms.ts";

/** A piece of a way on which the robot touches an area; metres along the way. */
export interface Span {
  area: TrafficArea;
  fromM: number;
  toM: number;
}

/** A straight piece of a way. */
interface WayPiece {
  line: Line;
  fromM: number;
  lengthM: number;
  /** The part of a curve for which it stands; null for none. */
  curve: CurvePiece | null;
}

/** Distance of the looks at a way, in metres. */
const sampleM = 0.1;
/** A robot is looked for this far ahead on its way, in metres. */
const windowM = 4;

/** The way of a robot in straight lines, with the areas that it touches. */
export class Way {
  readonly points: readonly PointM[];
  readonly lengthM: number;
  readonly spans: readonly Span[];
  /** Where the robot may wait without standing in a corridor, ascending; the last one is the end of the way. */
  readonly stopsM: readonly number[];
  readonly #lines: readonly WayPiece[];

  constructor(points: readonly PointM[], network: TrafficNetwork, radiusM: number) {
    this.points = points;
    this.lengthM = lengthOf(points);
    let fromM = 0;
    this.#lines = linesOf(points).map((line) => {
      const piece = { line, fromM, lengthM: apart(...line), curve: network.curvePiece(line) };
      fromM += piece.lengthM;
      return piece;
    });
    this.spans = this.#spansOf(network, radiusM);
    this.stopsM = this.#stopsOf();
  }

  /** Where the robot waits in front of doors, ascending. */
  get doorStopsM(): number[] {
    return this.spans
      .filter(({ area, fromM }) => area.door !== null && fromM > trafficLimits.doorBorderM)
      .map(({ fromM }) => fromM - trafficLimits.doorBorderM);
  }

  /** Returns the point `atM` along the way. */
  pointAt(atM: number): PointM {
    const piece = this.#lines.findLast(({ fromM }) => fromM <= atM) ?? this.#lines[0];
    if (!piece) return this.points[0]!;
    const share = piece.lengthM === 0 ? 1 : (atM - piece.fromM) / piece.lengthM;
    return pointAt(piece.line, Math.min(1, Math.max(0, share)));
  }

  /** Returns the corners between two positions and the second one, each with where it is along the way. */
  cornersBetween(fromM: number, toM: number): { point: PointM; atM: number }[] {
    const corners = this.#lines
      .filter((piece) => piece.fromM > fromM + 1e-3 && piece.fromM < toM - 1e-3)
      .map((piece) => ({ point: piece.line[0], atM: piece.fromM }));
    return [...corners, { point: this.pointAt(toM), atM: toM }];
  }

  /** As `cornersBetween`, without the corners within curves. */
  curveEndsBetween(fromM: number, toM: number): { point: PointM; atM: number }[] {
    const ends = this.#lines
      .filter((piece, at) => !isOneCurve(this.#lines[at - 1], piece))
      .map(({ fromM: atM }) => atM);
    return this.cornersBetween(fromM, toM).filter(
      ({ atM }, at, all) => at === all.length - 1 || ends.includes(atM),
    );
  }

  /** Returns the curve between two positions; null unless one curve leads from the first to the second. */
  curveBetween(fromM: number, toM: number): NurbsCurve | null {
    const pieces = this.#lines.filter(
      (piece) => piece.fromM < toM - 1e-3 && piece.fromM + piece.lengthM > fromM + 1e-3,
    );
    const [first, last] = [pieces[0]?.curve, pieces.at(-1)?.curve];
    const isWhole = pieces.every((piece, at) => at === 0 || isOneCurve(pieces[at - 1], piece));
    if (!first || !last || !isWhole) return null;
    const nearest = (atM: number, { curve, from, to }: CurvePiece): number =>
      nearestParameter(curve, this.pointAt(atM), [Math.min(from, to), Math.max(from, to)]);
    const [from, to] = [nearest(fromM, first), nearest(toM, last)];
    if (Math.abs(to - from) < 1e-6) return null;
    const part = partOf(first.curve, Math.min(from, to), Math.max(from, to));
    return from < to ? part : reversedCurve(part);
  }

  /** Returns how far a robot at `point` is, which has come `atM` before; it never goes back. */
  progress(point: PointM, atM: number): number {
    let best = { atM, distance: apart(this.pointAt(atM), point) };
    for (const { line, fromM, lengthM } of this.#lines) {
      if (fromM + lengthM < atM || fromM > atM + windowM) continue;
      const near = nearestOn(line, point);
      const whereM = fromM + apart(line[0], near);
      const distance = apart(near, point);
      if (whereM >= atM && whereM <= atM + windowM && distance < best.distance - 1e-9)
        best = { atM: whereM, distance };
    }
    return best.atM;
  }

  /** Returns the areas that the robot touches between two positions. */
  areasBetween(fromM: number, toM: number): TrafficArea[] {
    const found = new Map<string, TrafficArea>();
    for (const span of this.spans) {
      if (span.toM >= fromM && span.fromM <= toM) found.set(span.area.key, span.area);
    }
    return [...found.values()];
  }

  /** Returns the first place to wait behind `atM`; the end of the way where there is none. */
  stopAfter(atM: number): number {
    return this.stopsM.find((stopM) => stopM > atM + 0.05) ?? this.lengthM;
  }

  #spansOf(network: TrafficNetwork, radiusM: number): Span[] {
    const spans: Span[] = [];
    const open = new Map<string, Span>();
    const steps = Math.max(1, Math.ceil(this.lengthM / sampleM));
    for (let step = 0; step <= steps; step += 1) {
      const atM = (step / steps) * this.lengthM;
      const here = network.areasAt(this.pointAt(atM), radiusM);
      for (const area of here) {
        const span = open.get(area.key);
        if (span) span.toM = atM;
        else open.set(area.key, { area, fromM: atM, toM: atM });
      }
      for (const [key, span] of open) {
        if (here.some((area) => area.key === key)) continue;
        spans.push(span);
        open.delete(key);
      }
    }
    return [...spans, ...open.values()].toSorted((a, b) => a.fromM - b.fromM);
  }

  #stopsOf(): number[] {
    const stops = this.spans.flatMap((span) => {
      const { borderM: plainM, doorBorderM } = trafficLimits;
      const borderM = span.fromM - (span.area.door ? doorBorderM : plainM);
      const middleM = this.#nearest(span);
      return [
        ...(borderM > 0 && this.#spansAt(borderM).length === 0 ? [borderM] : []),
        // Nobody waits in a door.
        ...(span.area.kind !== "corridor" &&
        span.area.door === null &&
        this.#isFreeOfCorridors(middleM)
          ? [middleM]
          : []),
      ];
    });
    return [...new Set([...stops, this.lengthM])].toSorted((a, b) => a - b);
  }

  #spansAt(atM: number): Span[] {
    return this.spans.filter((span) => span.fromM <= atM && span.toM >= atM);
  }

  #isFreeOfCorridors(atM: number): boolean {
    return this.#spansAt(atM).every(({ area }) => area.kind !== "corridor");
  }

  /** Where the way is nearest to the middle of a place. */
  #nearest({ area, fromM, toM }: Span): number {
    let best = { atM: fromM, distance: Infinity };
    for (const piece of this.#lines) {
      if (piece.fromM > toM || piece.fromM + piece.lengthM < fromM) continue;
      const near = nearestOn(piece.line, area.points[0]!);
      const atM = Math.min(toM, Math.max(fromM, piece.fromM + apart(piece.line[0], near)));
      const distance = apart(near, area.points[0]!);
      if (distance < best.distance) best = { atM, distance };
    }
    return best.atM;
  }
}

/** True when two pieces that follow each other stand for one curve in one direction. */
function isOneCurve(before: WayPiece | undefined, next: WayPiece): boolean {
  const [a, b] = [before?.curve, next.curve];
  return Boolean(a && b) && a!.curve === b!.curve && a!.from < a!.to === b!.from < b!.to;
}
