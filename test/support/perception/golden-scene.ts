import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import type {
  BehaviorSettings,
  ZoneSettings,
} from "../../../src/perception/settings/stream-document.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { StreamIncidents } from "../../../src/perception/incidents/incidents.ts";
import { planBehaviors } from "../../../src/perception/profiles/behavior-plans.ts";
import { StreamJudge } from "../../../src/perception/streams/stream-judge.ts";
import type { Detection } from "../../../src/perception/core/vision-port.ts";
import { readZones } from "../../../src/perception/core/zones.ts";
import { halfOf, standing } from "./scripted-tracks.ts";

const startMs = 1_790_000_000_000;

/** One thing of a golden scene: exactly where it is, or null while nothing of it is seen. */
export interface GoldenThing {
  label?: string;
  /** What the detector takes it for in this frame, where that is not always `label`. */
  labelAt?(frame: number): string;
  box(tSec: number): BoxNorm | null;
}

/** A scene with its exact ground truth, and how the detector sees it. */
export interface GoldenScene {
  behavior: BehaviorSettings;
  zones?: Record<string, ZoneSettings>;
  things: readonly GoldenThing[];
  untilSec: number;
  /** Looks a second; ten where it is left out. */
  fps?: number;
  /** Which frames arrive. */
  keep?: (frame: number) => boolean;
  /** Largest error of a box's side, as a share of its height. */
  jitter?: number;
}

/** An incident as its readers see it; seconds since the beginning of the scene. */
export interface GoldenIncident {
  openedSec: number;
  startedSec: number;
  resolvedSec: number | null;
  record: IncidentRecord;
}

/**
 * What becomes of a scene: detections with the errors of a detector, followed, judged and turned
 * into incidents by the parts that watch a camera. The same on every run.
 */
export function playGolden(scene: GoldenScene): GoldenIncident[] {
  const { fps = 10, keep = () => true, untilSec } = scene;
  const records = new Map<string, IncidentRecord>();
  const judge = judgeOf(scene, records);
  judge.timeline.note({ generation: 0, ptsSec: 0, wallMs: startMs });
  for (let frame = 0; frame / fps <= untilSec; frame += 1) {
    if (!keep(frame)) continue;
    judge.judge({
      generation: 0,
      ptsSec: frame / fps,
      detected: true,
      detections: detectionsOf(scene, frame, frame / fps),
      motion: { ratio: 0, boxesNorm: [] },
      identicalSec: 0,
      timingsMs: { queue: 0, motion: 0, detect: 0 },
    });
  }
  const sec = (ms: number): number => (ms - startMs) / 1000;
  return [...records.values()].map((record) => ({
    openedSec: sec(record.openedAtMs),
    startedSec: sec(record.startedAtMs),
    resolvedSec: record.resolvedAtMs === null ? null : sec(record.resolvedAtMs),
    record,
  }));
}

function judgeOf(scene: GoldenScene, records: Map<string, IncidentRecord>): StreamJudge {
  const zones = readZones(scene.zones);
  const alerts = {
    minSeverity: "info",
    cooldownSec: 30,
    groupBy: "none",
    site: null,
    locale: "en",
  } as const;
  const incidents = new StreamIncidents(
    { org: "default", streamId: "golden", jobId: "job" },
    {
      write: (record) => records.set(record.id, structuredClone(record)),
      find: (id) => records.get(id),
      onOpened: () => {},
    },
    { alerts, prior: [] },
  );
  const behaviors = [scene.behavior];
  const plans = planBehaviors(behaviors, zones);
  const resolved = {
    zones,
    behaviors,
    plans,
    alerts,
    model: "golden",
    labels: [],
    calibration: null,
    ground: null,
    warnings: [],
  };
  return new StreamJudge("golden", { incidents, minScore: () => 0.4 }, resolved);
}

function detectionsOf(scene: GoldenScene, frame: number, tSec: number): Detection[] {
  return scene.things.flatMap((thing, index): Detection[] => {
    const box = thing.box(tSec);
    if (box === null) return [];
    const label = thing.labelAt?.(frame) ?? thing.label ?? "person";
    const reach = (scene.jitter ?? 0.01) * (box[3] - box[1]);
    const shaken = box.map((side, at) => side + reach * noise(frame, 4 * index + at));
    const boxNorm = shaken.map((side) => Math.min(1, Math.max(0, side))) as unknown as BoxNorm;
    return [{ label, score: 0.7 + 0.2 * noise(frame, 97 + index), boxNorm }];
  });
}

/** −1 to 1, the same on every run. */
function noise(frame: number, seed: number): number {
  let x = Math.imul(frame + 1, 0x9e37_79b1) ^ Math.imul(seed + 1, 0x85eb_ca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b_3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a_2d39);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 31 - 1;
}

/** Somebody whose feet are at `at`. */
export function body(
  at: (tSec: number) => readonly [x: number, y: number] | null,
  height = 0.3,
  label = "person",
): GoldenThing {
  return {
    label,
    box: (tSec) => {
      const point = at(tSec);
      return point === null ? null : standing(point[0], point[1], height);
    },
  };
}

/** A vehicle whose wheels are at `at`; wider than high. */
export function vehicle(
  at: (tSec: number) => readonly [x: number, y: number] | null,
  label = "car",
): GoldenThing {
  return {
    label,
    box: (tSec) => {
      const point = at(tSec);
      if (point === null) return null;
      return [point[0] - 0.07, point[1] - 0.14, point[0] + 0.07, point[1]];
    },
  };
}

/** One of each two frames, which one is drawn: half of them, and never more than two missing in a row. */
const oneOfTwo =
  (seed: number) =>
  (frame: number): boolean =>
    (frame % 2 === 0) === noise(Math.floor(frame / 2), seed) > 0;

/**
 * The ways in which the frames of a golden scene arrive: all, every second, and half of them at
 * random. What moves fast leaves the picture of a long run of drops altogether: `evenly` is without.
 */
export function arrivals(how: { evenly: boolean } = { evenly: false }): readonly {
  name: string;
  keep: (frame: number) => boolean;
}[] {
  const drawn = how.evenly ? oneOfTwo : halfOf;
  return [
    { name: "all frames", keep: () => true },
    { name: "even frames", keep: (frame) => frame % 2 === 0 },
    { name: "odd frames", keep: (frame) => frame % 2 === 1 },
    ...Array.from({ length: 8 }, (_, i) => ({ name: `seed ${i + 1}`, keep: drawn(i + 1) })),
  ];
}

/**
 * How late an incident that is due at `dueSec` may open: 0.3 s, or at the first frame that arrived
 * from then on, because nobody saw anything before it.
 */
export function latestSec(dueSec: number, keep: (frame: number) => boolean, fps = 10): number {
  let frame = Math.ceil(dueSec * fps - 1e-6);
  while (!keep(frame)) frame += 1;
  return Math.max(dueSec + 0.3, frame / fps + 0.01);
}
