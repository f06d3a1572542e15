import type { BoxNorm } from "../../base/contract/geometry.ts";
import { overlapShare } from "../../base/geo/box.ts";
import type { SceneGrid } from "../core/vision-port.ts";
import { boxOfCells, connected, coverOf, type GridShape } from "./cells.ts";
import { isLightPatch } from "./light-patch.ts";
import { StaticCells } from "./static-cells.ts";

/** A part of the picture that shows something new and stands still. */
export interface StaticThing {
  id: number;
  boxNorm: BoxNorm;
  /** When it appeared, in stream time. */
  sinceSec: number;
  /** Something came, something is gone, or undecided (a patch of light). */
  change: "placed" | "removed" | "unclear";
}

/** Fewer cells are noise (0.1 % of the picture), and more than this share a change of scene. */
const minCells = 4;
const maxShare = 0.25;
/** Things followed at once; the oldest becomes part of the scene. */
const maxThings = 64;
/** A thing that has been there this long belongs to the scene. */
const absorbSec = 86_400;
/** Share of the smaller of two boxes in the other at which it is the same thing as before. */
const sameShare = 0.5;
/** Of two sums of structure, the larger one must exceed the other by this share of both. */
const minBalance = 0.12;
/** A thing that belonged to the scene for at least this long can be missed. */
const sceneSec = 60;
/** With this share of its cells known, a scene counts as learnt. */
const learntShare = 0.5;
/** Cells between an edge and the surroundings that it is compared with: those on it are mixed. */
const surroundGapCells = 2;

/** Finds things that came or went for good, without any model. */
export class StaticThings {
  readonly #shape: GridShape;
  readonly #cells: StaticCells;
  #things: StaticThing[] = [];
  #nextId: number;

  /** `nextId`: the first id, so that no id repeats on one stream. */
  constructor(first: SceneGrid, nextId = 1) {
    this.#nextId = nextId;
    this.#shape = { columns: first.columns, rows: first.rows };
    this.#cells = new StaticCells(first);
  }

  /** True when most of the scene was seen for long enough to notice a missing thing. */
  get isLearnt(): boolean {
    return this.#cells.knownShare(sceneSec) >= learntShare;
  }

  /** The id of the next thing. */
  get nextId(): number {
    return this.#nextId;
  }

  /**
   * Takes the next grid, and the boxes of those who may hide the scene; returns the things there now, seen or
   * hidden.
   */
  step(grid: SceneGrid, tSec: number, inFront: readonly BoxNorm[]): readonly StaticThing[] {
    const covered = coverOf(inFront, this.#shape);
    this.#cells.step(grid, tSec, (cell) => covered[cell] === 1);
    if (this.#cells.isUnsettled) return this.#things;
    const maxCells = maxShare * grid.luma.length;
    const old = [...this.#things];
    const found: { thing: StaticThing; cells: number[] }[] = [];
    for (const cells of connected(this.#shape, (cell) => this.#cells.isEstablished(cell))) {
      if (cells.length < minCells || cells.length > maxCells) continue;
      found.push({ thing: this.#thingOf(cells, old), cells });
    }
    this.#learnWhatStays(found);
    found.sort((a, b) => b.thing.sinceSec - a.thing.sinceSec);
    const remaining = found.filter(({ thing, cells }, index) => {
      const stays = index < maxThings && tSec - thing.sinceSec < absorbSec;
      if (!stays) this.#cells.absorb(cells);
      return stays;
    });
    this.#things = remaining.map(({ thing }) => thing);
    return this.#things;
  }

  /**
   * The first picture may show somebody who then leaves. In a young scene, whatever stays longer than the
   * earlier level is the scene.
   */
  #learnWhatStays(found: { thing: StaticThing; cells: number[] }[]): void {
    for (let index = found.length - 1; index >= 0; index -= 1) {
      const { thing, cells } = found[index]!;
      if (thing.change === "placed") continue;
      const referenceSec = median(cells.map((cell) => this.#cells.referenceSec(cell)));
      if (referenceSec >= sceneSec) continue;
      thing.change = "unclear";
      const candidateSec = median(cells.map((cell) => this.#cells.candidateSec(cell)));
      if (candidateSec < referenceSec) continue;
      this.#cells.absorb(cells);
      found.splice(index, 1);
    }
  }

  #thingOf(cells: readonly number[], old: StaticThing[]): StaticThing {
    const boxNorm = boxOfCells(cells, this.#shape);
    const at = old.findIndex((one) => overlapShare(one.boxNorm, boxNorm) >= sameShare);
    const [before] = at < 0 ? [] : old.splice(at, 1);
    return {
      id: before?.id ?? this.#nextId++,
      boxNorm,
      sinceSec: this.#since(cells),
      change: this.#change(cells),
    };
  }

  /** Returns when a quarter of it had appeared: single cells are early by noise, hidden ones late. */
  #since(cells: readonly number[]): number {
    const since = cells.map((cell) => this.#cells.sinceSec[cell]!).toSorted((a, b) => a - b);
    return since[Math.floor(since.length / 4)]!;
  }

  /**
   * A thing has an outline and structure of its own. Where the picture has more of both than the
   * reference, it came; where it has less, it is gone.
   */
  #change(cells: readonly number[]): StaticThing["change"] {
    const { referenceDetail, candidateDetail } = this.#cells;
    if (isLightPatch(cells, this.#shape, this.#cells)) return "unclear";
    const edges = this.#outline(cells);
    let [before, now] = [0, 0];
    for (const cell of cells) {
      before += referenceDetail[cell]!;
      now += candidateDetail[cell]!;
    }
    const score = 0.7 * balance(edges.before, edges.now) + 0.3 * balance(before, now);
    if (score > minBalance) return "placed";
    return score < -minBalance ? "removed" : "unclear";
  }

  /** Steps in luma across the outline, in the reference and now. */
  #outline(cells: readonly number[]): { before: number; now: number } {
    const { columns, rows } = this.#shape;
    const { reference, candidate } = this.#cells;
    const inside = new Set(cells);
    const sums = { before: 0, now: 0 };
    for (const cell of cells) {
      const x = cell % columns;
      const y = (cell - x) / columns;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        if (inside.has(cell + dx + dy * columns)) continue;
        const [ox, oy] = [x + dx * surroundGapCells, y + dy * surroundGapCells];
        if (ox < 0 || oy < 0 || ox >= columns || oy >= rows) continue;
        const outer = oy * columns + ox;
        if (inside.has(outer)) continue;
        const hasOther = this.#cells.isEstablished(outer);
        const around = hasOther ? candidate[outer]! : reference[outer]!;
        sums.before += Math.abs(reference[cell]! - reference[outer]!);
        sums.now += Math.abs(candidate[cell]! - around);
      }
    }
    return sums;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Returns how much larger `now` is than `before`, −1 to 1. */
function balance(before: number, now: number): number {
  return before + now < 1 ? 0 : (now - before) / (now + before);
}
