import { readFileSync } from "node:fs";
import type { BoxNorm, PointNorm } from "../../../../src/base/contract/geometry.ts";
import { boxIou, growBox } from "../../../../src/base/geo/box.ts";
import type { Track } from "../../../../src/perception/core/track.ts";

/** Where somebody was at one moment of a clip. */
interface TruthBox {
  tSec: number;
  boxNorm: BoxNorm;
}

/** One person or vehicle that passed through the zone; times are media seconds of the clip. */
export interface Pass {
  enterSec: number;
  leaveSec: number;
  /** Its boxes, about twice a second, from 1 s before the entry. */
  boxes: readonly TruthBox[];
}

/** A clip whose passes are known. */
export interface TruthClip {
  /** Below `video/` of the shared data. */
  file: string;
  /** Classes that the rule is about. */
  classes: readonly string[];
  /** True for clips of which no frame was used in training. */
  isKeptApart: boolean;
  polygonNorm: readonly PointNorm[];
  passes: readonly Pass[];
}

/** An intrusion as the appliance raised it. */
export interface Raised {
  /** Media time of the frame that raised it. */
  tSec: number;
  boxNorm: BoxNorm;
}

/** How the incidents of a clip fit its passes. */
export interface Score {
  passes: number;
  /** Passes with an incident while they were in the zone. */
  raised: number;
  /** Those whose incident came at most `maxDelaySec` after the entry. */
  inTime: number;
  /** Incidents of nobody who was there. */
  wrong: number;
  /** Further incidents of the same pass. */
  doubled: number;
}

/** What was followed at one moment of a clip. */
export interface TrackedMoment {
  tSec: number;
  tracks: readonly Track[];
}

/** How well the tracks of a clip follow its passes. */
export interface TrackScore {
  /** Sights of the passes, one for each frame, and those of them that a track was on. */
  boxes: number;
  followed: number;
  /** A pass goes on under a new id. */
  cuts: number;
  /** A pass goes on, or begins, under an id that was on another one. */
  swaps: number;
}

/** Longest time from the entry of somebody to the incident that counts as in time. */
export const maxDelaySec = 1.5;
/** Passes shorter than this are not counted, for or against. */
export const minPassSec = 2;
/** Incidents may come this much before the entry and after the leaving: the edge of a box is not exact. */
const slackSec = 1;
/** Smallest overlap of an incident's grown box with the grown truth. */
const minIou = 0.1;
const growth = 0.25;

/** The clips of `truth.json`. */
export function readTruth(): TruthClip[] {
  return JSON.parse(readFileSync(new URL("truth.json", import.meta.url), "utf8")) as TruthClip[];
}

/** Compares what was raised with who was there; an incident belongs to the pass that it fits best. */
export function scoreClip(clip: TruthClip, raised: readonly Raised[]): Score {
  const firstSec = new Map<Pass, number>();
  let wrong = 0;
  let doubled = 0;
  for (const incident of raised) {
    const pass = passOf(clip.passes, incident);
    if (pass === undefined) wrong += 1;
    else if (firstSec.has(pass)) doubled += 1;
    else firstSec.set(pass, incident.tSec);
  }
  const counted = clip.passes.filter((pass) => pass.leaveSec - pass.enterSec >= minPassSec);
  const found = counted.filter((pass) => firstSec.has(pass));
  const inTime = found.filter((pass) => firstSec.get(pass)! - pass.enterSec <= maxDelaySec);
  return { passes: counted.length, raised: found.length, inTime: inTime.length, wrong, doubled };
}

function passOf(passes: readonly Pass[], { tSec, boxNorm }: Raised): Pass | undefined {
  let best: { pass: Pass; iou: number } | undefined;
  for (const pass of passes) {
    if (tSec < pass.enterSec - slackSec || tSec > pass.leaveSec + slackSec) continue;
    const nearest = pass.boxes.reduce((a, b) =>
      Math.abs(b.tSec - tSec) < Math.abs(a.tSec - tSec) ? b : a,
    );
    const iou = boxIou(growBox(nearest.boxNorm, growth), growBox(boxNorm, growth));
    if (iou >= minIou && iou > (best?.iou ?? 0)) best = { pass, iou };
  }
  return best?.pass;
}

/** Smallest overlap of a track's box with the truth box that it is on. */
const minTrackIou = 0.3;
/** Between two truth boxes at most this far apart the place is interpolated. */
const maxTruthGapSec = 1.5;

/**
 * Compares the tracks of a clip with its passes as CLEAR MOT does (Bernardin and Stiefelhagen 2008):
 * a track stays on its pass for as long as both overlap, the others are paired best first.
 */
export function scoreTracks(clip: TruthClip, frames: readonly TrackedMoment[]): TrackScore {
  const score = { boxes: 0, followed: 0, cuts: 0, swaps: 0 };
  const idOf = new Map<Pass, number>();
  const passOfId = new Map<number, Pass>();
  for (const { tSec, tracks } of frames) {
    const known = truthAt(clip, tSec);
    const pairs = pairsOf(known, tracks, passOfId);
    score.boxes += known.length;
    score.followed += pairs.size;
    for (const [pass, id] of pairs) {
      const before = idOf.get(pass);
      const owner = passOfId.get(id);
      if (owner !== undefined && owner !== pass) score.swaps += 1;
      else if (before !== undefined && before !== id) score.cuts += 1;
      idOf.set(pass, id);
      passOfId.set(id, pass);
    }
  }
  return score;
}

interface KnownBox {
  pass: Pass;
  boxNorm: BoxNorm;
}

function truthAt(clip: TruthClip, tSec: number): KnownBox[] {
  return clip.passes.flatMap((pass) => {
    const after = pass.boxes.findIndex((one) => one.tSec >= tSec);
    if (after < 1) return [];
    const [from, to] = [pass.boxes[after - 1]!, pass.boxes[after]!];
    if (to.tSec - from.tSec > maxTruthGapSec) return [];
    const share = (tSec - from.tSec) / (to.tSec - from.tSec);
    const side = (index: number): number =>
      from.boxNorm[index]! + share * (to.boxNorm[index]! - from.boxNorm[index]!);
    return [{ pass, boxNorm: [side(0), side(1), side(2), side(3)] satisfies BoxNorm }];
  });
}

function pairsOf(
  known: readonly KnownBox[],
  tracks: readonly Track[],
  passOfId: ReadonlyMap<number, Pass>,
): Map<Pass, number> {
  const fits = known
    .flatMap(({ pass, boxNorm }) =>
      tracks.map(({ id, boxNorm: other }) => {
        const iou = boxIou(boxNorm, other);
        return { pass, id, iou, rank: passOfId.get(id) === pass ? 1 + iou : iou };
      }),
    )
    .filter(({ iou }) => iou >= minTrackIou)
    .toSorted((a, b) => b.rank - a.rank);
  const pairs = new Map<Pass, number>();
  const taken = new Set<number>();
  for (const { pass, id } of fits) {
    if (pairs.has(pass) || taken.has(id)) continue;
    pairs.set(pass, id);
    taken.add(id);
  }
  return pairs;
}
