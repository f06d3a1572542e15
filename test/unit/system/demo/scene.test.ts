import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Value } from "typebox/value";
import {
  streamRequestSchema,
  type ZoneSettings,
} from "../../../../src/perception/settings/stream-document.ts";
import { gateFile, sceneFile } from "../../../../src/system/demo/demo-camera.ts";
import { gateCalibration } from "../../../../src/system/demo/gate-site.ts";
import {
  demoRobots,
  demoStreams,
  sceneCalibration,
  syntheticSite,
} from "../../../../src/system/demo/demo-site.ts";
import { readH264Clip } from "../../../../src/system/demo/h264-clip.ts";
import { groundMap } from "../../../../src/base/geo/ground-map.ts";
import { mounts, placeCamera, project, view } from "../../../../scripts/demo-scene/view.ts";
import { insideTest, polygonProblem } from "../../../../src/base/geo/polygon.ts";
import { segmentsTouch } from "../../../../src/base/geo/segment.ts";

type Point = [number, number];

interface Truth {
  width_px: number;
  height_px: number;
  fps: number;
  frames: { atSec: number; boxes: { id: string; label: string; box: number[] }[] }[];
}

const file = readFileSync(sceneFile);
const truth = JSON.parse(
  readFileSync(new URL("../../../../src/system/demo/scene-truth.json", import.meta.url), "utf8"),
) as Truth;
const urls = { cameraUrl: "rtsp://127.0.0.1:1/yard", gateUrl: "rtsp://127.0.0.1:2/gate" };
const [yard, gate] = demoStreams(urls);
const zones = yard!.context!.zones as Record<string, ZoneSettings>;

/** Where a person touches the ground, as the behaviors see it. */
function feetOf(box: readonly number[]): Point {
  return [(box[0]! + box[2]!) / 2 / truth.width_px, box[3]! / truth.height_px];
}

function pathOf(id: string): { atSec: number; feet: Point }[] {
  return truth.frames.flatMap(({ atSec, boxes }) => {
    const box = boxes.find((candidate) => candidate.id === id);
    return box ? [{ atSec, feet: feetOf(box.box) }] : [];
  });
}

/** Longest time without a break that somebody stands in a zone, and when that began. */
function dwell(zone: string): { seconds: number; fromSec: number } {
  const isInside = insideTest(zones[zone]!.polygon!);
  const best = { seconds: 0, fromSec: 0 };
  const people = new Set(
    truth.frames.flatMap(({ boxes }) =>
      boxes.filter((box) => box.label === "person").map((box) => box.id),
    ),
  );
  for (const person of people) {
    let from: number | undefined;
    for (const { atSec, feet } of pathOf(person)) {
      from = isInside(feet) ? (from ?? atSec) : undefined;
      if (from === undefined || atSec - from <= best.seconds) continue;
      Object.assign(best, { seconds: atSec - from, fromSec: from });
    }
  }
  return best;
}

describe("the demo's scene", () => {
  it("is calibrated as its lens draws it, and the robot may go wherever the storage area is", () => {
    const points = sceneCalibration.points.map(({ image, map }) => ({
      imageNorm: image,
      mapM: map,
    }));
    const ground = groundMap(points)!;
    const isInYard = insideTest(demoRobots()[0]!.request.geofence!.polygon);
    for (const [x, y] of [
      [1.7, 8.3],
      [5.5, 8.3],
      [6.5, 11.9],
      [3.5, 10],
      [-2.4, 12.6],
    ] as const) {
      const { px, py } = project(x, y, 0)!;
      const at: Point = [px / view.widthPx, py / view.heightPx];
      const [xM, yM] = ground.toMap(at)!;
      assert.ok(Math.hypot(xM - x, yM - y) < 0.02, `${xM} ${yM}`);
      assert.ok(ground.isBetween(at) && isInYard([x, y]));
    }
  });

  it("is a small H.264 clip of 40 s with a key frame every two seconds", () => {
    const clip = readH264Clip(file);
    assert.ok(file.length <= 2 * 1024 * 1024);
    assert.equal(clip.frames.length, 400);
    assert.equal(clip.ticks, 40 * 90_000);
    assert.deepEqual(
      clip.frames.flatMap((frame, index) => (frame.key ? [index] : [])),
      Array.from({ length: 20 }, (_, index) => index * 20),
    );
    assert.ok(clip.frames.every((frame) => frame.units.length > 0));
  });

  it("refuses a file that is no such clip with a coded error", () => {
    assert.throws(() => readH264Clip(Buffer.from("not a film at all")), { code: "internal_error" });
    assert.throws(() => readH264Clip(file.subarray(0, 40)), { code: "internal_error" });
  });

  it("has a truth for every half second, inside the frame", () => {
    assert.equal(truth.frames.length, 80);
    for (const { boxes } of truth.frames) {
      for (const { box } of boxes) {
        const [x1, y1, x2, y2] = box as [number, number, number, number];
        assert.ok(x1 >= 0 && y1 >= 0 && x2 <= truth.width_px && y2 <= truth.height_px);
        assert.ok(x1 < x2 && y1 < y2);
      }
    }
  });

  it("keeps somebody in each loitering zone for longer than the behavior asks, early enough", () => {
    for (const behavior of yard!.behaviors!.filter(({ type }) => type === "loitering")) {
      const { seconds, fromSec } = dwell(behavior.zone!);
      assert.ok(seconds >= behavior.seconds! + 2, `${behavior.zone}: ${seconds} s`);
      assert.ok(fromSec + behavior.seconds! < 27, `${behavior.zone}: from ${fromSec} s`);
    }
  });

  it("leads people across the gate both ways, the first within ten seconds", () => {
    const gate = zones["gate"]!.line!;
    const crossings = ["visitor", "driver"].map((id) => {
      const path = pathOf(id);
      const at = path.findIndex(
        ({ feet }, i) => i > 0 && segmentsTouch([path[i - 1]!.feet, feet], gate),
      );
      assert.ok(at > 0, `${id} crosses the gate`);
      return { atSec: path[at]!.atSec, isInward: path[at]!.feet[1] > path[at - 1]!.feet[1] };
    });
    assert.deepEqual(
      crossings.map(({ isInward }) => isInward),
      [true, false],
    );
    assert.ok(crossings[0]!.atSec < 10);
  });

  it("keeps the parked car out of every zone", () => {
    const car = pathOf("parked-car")[0]!.feet;
    for (const [name, zone] of Object.entries(zones)) {
      if (zone.polygon) assert.ok(!insideTest(zone.polygon)(car), name);
    }
  });
});

describe("the demo's streams", () => {
  it("are valid requests, for the scene and for a camera of one's own", () => {
    const ownCameraUrl = "rtsp://me:secret@10.0.0.9/1";
    const all = [...demoStreams(urls), ...demoStreams({ ...urls, ownCameraUrl })];
    assert.deepEqual(
      all.map(({ display_name: name }) => name),
      ["Yard", "Gate at night", "Your camera"],
    );
    for (const body of all) {
      assert.ok(Value.Check(streamRequestSchema, body), body.stream_id);
      for (const zone of Object.values(body.context!.zones!)) {
        if (zone.polygon) assert.equal(polygonProblem(zone.polygon), null);
      }
      const kinds = new Set(body.behaviors!.map(({ type }) => type));
      assert.equal(kinds.size, 3);
    }
  });

  it("put the visitor's camera in the scene's place and do not call it synthetic", () => {
    const ownCameraUrl = "rtsps://10.0.0.9/1";
    const own = demoStreams({ ...urls, ownCameraUrl });
    assert.equal(own.length, 1);
    assert.deepEqual(own[0]!.source, { type: "rtsps", url: ownCameraUrl, fps_cap: 5 });
    assert.notEqual(own[0]!.context!.site, syntheticSite);
    for (const drawn of [yard, gate]) assert.equal(drawn!.context!.site, syntheticSite);
  });

  it("record the drawn scenes continuously, and the visitor's camera only around incidents", () => {
    const [own] = demoStreams({ ...urls, ownCameraUrl: "rtsp://10.0.0.9/1" });
    const modes = [yard, gate, own].map((stream) => stream!.recording!.mode);
    assert.deepEqual(modes, ["continuous", "continuous", "incidents"]);
  });
});

describe("the demo's gate at night", () => {
  const night = JSON.parse(
    readFileSync(new URL("../../../../src/system/demo/gate-truth.json", import.meta.url), "utf8"),
  ) as Truth;
  const areas = gate!.context!.zones as Record<string, ZoneSettings>;
  const feet = (id: string): Point[] =>
    night.frames.flatMap(({ boxes }) =>
      boxes.filter((box) => box.id === id).map(({ box }) => feetOf(box)),
    );

  it("is a small grey H.264 clip of 30 s", () => {
    const bytes = readFileSync(gateFile);
    assert.ok(bytes.length <= 2 * 1024 * 1024);
    assert.equal(readH264Clip(bytes).frames.length, 300);
  });

  it("is calibrated as its lens draws it", () => {
    placeCamera(mounts.gate);
    const points = gateCalibration.points.map(({ image, map }) => ({
      imageNorm: image,
      mapM: map,
    }));
    const ground = groundMap(points)!;
    const { px, py } = project(-2.4, 13.4, 0)!;
    placeCamera(mounts.yard);
    const [xM, yM] = ground.toMap([px / view.widthPx, py / view.heightPx])!;
    assert.ok(Math.hypot(xM + 2.4, yM - 13.4) < 0.02, `${xM} ${yM}`);
  });

  it("keeps somebody waiting outside for longer than the behavior asks, and lets him in", () => {
    const outside = insideTest(areas["outside"]!.polygon!);
    const inside = insideTest(areas["inside"]!.polygon!);
    const path = feet("stranger");
    const waits = gate!.behaviors!.find(({ type }) => type === "loitering")!.seconds!;
    assert.ok(path.filter(outside).length / 2 >= waits + 1.5, "half seconds outside");
    assert.ok(path.filter(inside).length >= 4, "half seconds inside");
  });

  it("leads people through the gate both ways", () => {
    const line = areas["gate"]!.line!;
    for (const id of ["stranger", "guard"]) {
      const path = feet(id);
      assert.ok(
        path.some((at, i) => i > 0 && segmentsTouch([path[i - 1]!, at], line)),
        id,
      );
    }
  });
});
