import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { gridFor } from "../../../../src/adapters/vision/child/decoding/decoder-args.ts";
import { MotionGate } from "../../../../src/adapters/vision/child/motion/motion-gate.ts";
import { sceneFile } from "../../../../src/system/demo/demo-camera.ts";
import { demoStreams } from "../../../../src/system/demo/demo-site.ts";
import { StreamIncidents } from "../../../../src/perception/incidents/incidents.ts";
import { StreamJudge } from "../../../../src/perception/streams/stream-judge.ts";
import { settingsOf } from "../../../../src/perception/settings/stream-settings.ts";
import {
  resolveSettings,
  type SettingsContext,
} from "../../../../src/perception/settings/resolve-settings.ts";
import type { Detection } from "../../../../src/perception/core/vision-port.ts";

const loopSec = 40;

interface Opened {
  atSec: number;
  type: string;
  zone: string | null;
}

/** What the demo's rules make of detections: one call of `look` per frame of the scene. */
function judgeScene(options: {
  labels: readonly string[];
  fps: number;
  startSec: number;
  look: (sceneSec: number, ptsSec: number) => Detection[];
}): Opened[] {
  const [body] = demoStreams({
    cameraUrl: "rtsp://127.0.0.1:1/yard",
    gateUrl: "rtsp://127.0.0.1:1/gate",
  });
  const defaults = { fpsCap: 10, model: "eye" };
  const resolved = resolveSettings(settingsOf(body!, defaults), {
    profiles: new Map(),
    vision: { labelsOf: () => options.labels, status: () => ({ models: [] }) },
    defaults,
  } as unknown as SettingsContext);
  const opened: Opened[] = [];
  let ptsSec = 0;
  const incidents = new StreamIncidents(
    { org: "default", streamId: "demo-yard", jobId: "job" },
    {
      write: () => undefined,
      find: () => undefined,
      onOpened: ({ type, zone }) => opened.push({ atSec: ptsSec, type, zone }),
    },
    { alerts: resolved.alerts, prior: [] },
  );
  const judge = new StreamJudge("demo-yard", { incidents, minScore: () => 0.35 }, resolved);
  judge.setAspect(960, 540);
  judge.timeline.note({ generation: 1, ptsSec: 0, wallMs: 1.7e12 });
  for (let n = 0; n < 30 * options.fps; n += 1) {
    ptsSec = n / options.fps;
    const detections = options.look((options.startSec + ptsSec) % loopSec, ptsSec);
    judge.judge({
      generation: 1,
      ptsSec,
      detected: true,
      detections,
      motion: { ratio: 0, boxesNorm: [] },
      identicalSec: 0,
      timingsMs: { queue: 0, motion: 0, detect: 0 },
    });
  }
  return opened;
}

function kindsOf(opened: readonly Opened[]): string[] {
  return [...new Set(opened.map(({ type }) => type))].toSorted();
}

const threeKinds = ["intrusion", "line_crossing", "loitering"];

describe("thirty seconds of the demo's scene", () => {
  it("hold incidents of three kinds for an eye that sees people as they are", () => {
    const truth = JSON.parse(
      readFileSync(
        new URL("../../../../src/system/demo/scene-truth.json", import.meta.url),
        "utf8",
      ),
    ) as {
      width_px: number;
      height_px: number;
      frames: { boxes: { label: string; box: [number, number, number, number] }[] }[];
    };
    const { width_px: width, height_px: height } = truth;
    const opened = judgeScene({
      labels: ["person", "car", "truck"],
      fps: 2,
      startSec: 0,
      look: (sceneSec) =>
        truth.frames[Math.round(sceneSec * 2) % truth.frames.length]!.boxes.map(
          ({ label, box: [x1, y1, x2, y2] }) => ({
            label,
            score: 0.9,
            boxNorm: [x1 / width, y1 / height, x2 / width, y2 / height],
          }),
        ),
    });
    assert.deepEqual(kindsOf(opened), threeKinds);
  });

  it("hold incidents of three kinds for the motion detector, wherever they begin", () => {
    const grid = gridFor(960, 540);
    const cells = grid.columns * grid.rows;
    const scale = `scale=${grid.columns}:${grid.rows}:flags=area`;
    const raw = execFileSync(
      "ffmpeg",
      ["-v", "error", "-i", sceneFile, "-vf", scale, "-pix_fmt", "gray", "-f", "rawvideo", "-"],
      { maxBuffer: 16 * 1024 * 1024 },
    );
    for (const startSec of [0, 10, 20, 30]) {
      const gate = new MotionGate(grid, 0.5);
      const opened = judgeScene({
        labels: ["motion"],
        fps: 10,
        startSec,
        look: (sceneSec, ptsSec) => {
          const from = Math.round(sceneSec * 10) * cells;
          const luma = Float32Array.from(raw.subarray(from, from + cells));
          return gate
            .update(luma, ptsSec)
            .regions.map(({ score, boxNorm }) => ({ label: "motion", score, boxNorm }));
        },
      });
      assert.deepEqual(
        kindsOf(opened),
        threeKinds,
        `from ${startSec} s: ${JSON.stringify(opened)}`,
      );
    }
  });
});
