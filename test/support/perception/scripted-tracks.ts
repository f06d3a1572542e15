import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import type {
  BehaviorSettings,
  ZoneSettings,
} from "../../../src/perception/settings/stream-document.ts";
import type { Finding } from "../../../src/perception/core/finding.ts";
import { planBehaviors } from "../../../src/perception/profiles/behavior-plans.ts";
import { BehaviorSet } from "../../../src/perception/profiles/behavior-set.ts";
import { SceneWatch } from "../../../src/perception/scene/scene-watch.ts";
import type { Track } from "../../../src/perception/core/track.ts";
import type { SceneGrid } from "../../../src/perception/core/vision-port.ts";
import { readZones } from "../../../src/perception/core/zones.ts";

/** A person-sized box whose point of contact is `(x, y)`. */
export function standing(x: number, y: number, height = 0.3): BoxNorm {
  const width = height * 0.25;
  return [x - width / 2, y - height, x + width / 2, y];
}

/** One scripted thing: where its feet are at each time, or null while out of sight. */
export interface Actor {
  id: number;
  label?: string;
  at(tSec: number): readonly [x: number, y: number] | null;
  /** Its box, where it is not that of somebody who stands on `at`. */
  box?(tSec: number): BoxNorm;
  /** When the tracker gives its track up; absent: never. */
  endsSec?: number;
}

/** What a rule said over a script. */
export interface Verdict {
  /** Times at which the rule found something, with what it found. */
  found: { tSec: number; findings: readonly Finding[] }[];
  /** First time at which it found something; undefined when it never did. */
  firstSec: number | undefined;
  subjects: Set<string>;
}

/** Ids of the actors whose tracks the tracker gives up after `fromSec` and until `toSec`. */
function endedBetween(actors: readonly Actor[], fromSec: number, toSec: number): number[] {
  const ends = ({ endsSec }: Actor): boolean =>
    endsSec !== undefined && endsSec <= toSec && endsSec > fromSec;
  return actors.filter(ends).map(({ id }) => id);
}

/** The tracks in sight at `sec`; notes in `firstSeen` when each began. */
function tracksAt(
  actors: readonly Actor[],
  at: { sec: number; tSec: number; firstSeen: Map<number, number> },
): Track[] {
  const { sec, tSec, firstSeen } = at;
  return actors.flatMap((actor): Track[] => {
    const point = actor.at(sec);
    if (point === null) return [];
    if (!firstSeen.has(actor.id)) firstSeen.set(actor.id, tSec);
    return [
      {
        id: actor.id,
        label: actor.label ?? "person",
        score: 0.9,
        boxNorm: actor.box?.(sec) ?? standing(point[0], point[1]),
        firstSeenSec: firstSeen.get(actor.id)!,
        lastSeenSec: tSec,
      },
    ];
  });
}

/** Runs one behavior over scripted actors; `keep` says which frames arrive. */
export function runBehavior(script: {
  behavior: BehaviorSettings;
  zones?: Record<string, ZoneSettings>;
  actors: readonly Actor[];
  untilSec: number;
  fps?: number;
  startSec?: number;
  keep?: (frame: number) => boolean;
  /** The scene's grid at each time, for rules about the scene itself. */
  scene?: (tSec: number) => SceneGrid;
  /** While the camera is told to turn. */
  isTurned?: (tSec: number) => boolean;
}): Verdict {
  const { behavior, zones = {}, actors, untilSec, fps = 5, startSec = 1000 } = script;
  const keep = script.keep ?? (() => true);
  const behaviors = new BehaviorSet();
  behaviors.replace(planBehaviors([behavior], readZones(zones)));
  const scenes = script.scene && new SceneWatch();
  const firstSeen = new Map<number, number>();
  const verdict: Verdict = { found: [], firstSec: undefined, subjects: new Set() };
  let gapSec = 1 / fps;
  let last = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame / fps <= untilSec; frame += 1) {
    if (!keep(frame)) continue;
    const sec = frame / fps;
    if (Number.isFinite(last)) gapSec += 0.1 * (sec - last - gapSec);
    const endedIds = endedBetween(actors, last, sec);
    last = sec;
    const tSec = startSec + sec;
    const tracks = tracksAt(actors, { sec, tSec, firstSeen });
    const [result] = behaviors.step({
      tSec,
      frameGapSec: gapSec,
      aspect: 16 / 9,
      tracks,
      endedIds,
      scene:
        scenes?.step(script.scene!(sec), tSec, {
          tracks,
          isTurned: script.isTurned?.(sec),
        }) ?? null,
    });
    const findings = result!.findings;
    if (findings.length === 0) continue;
    verdict.found.push({ tSec: sec, findings });
    verdict.firstSec ??= sec;
    for (const finding of findings) verdict.subjects.add(finding.subject);
  }
  return verdict;
}

/** Every frame kept with probability one half, the same on every run. */
export function halfOf(seed: number): (frame: number) => boolean {
  return (frame) => {
    let x = Math.imul(frame + 1, 0x9e37_79b1) ^ Math.imul(seed + 1, 0x85eb_ca6b);
    x = Math.imul(x ^ (x >>> 15), 0x2c1b_3c6d);
    x = Math.imul(x ^ (x >>> 12), 0x297a_2d39);
    return ((x ^ (x >>> 15)) & 1) === 0;
  };
}
