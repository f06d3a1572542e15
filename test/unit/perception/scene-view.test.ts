import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FindingDetails } from "../../../src/perception/core/finding.ts";
import { drawnGrid, type DrawnView } from "../../support/perception/drawn-scene.ts";
import { runBehavior } from "../../support/perception/scripted-tracks.ts";

/** Seconds in which the usual view is learnt before anything happens. */
const learnSec = 20;

/** What `camera_tamper` says of a camera that shows `after` once the view is learnt. */
function tamper(
  after: (sec: number) => DrawnView,
  untilSec = 40,
  isTurned: (sec: number) => boolean = () => false,
) {
  const verdict = runBehavior({
    behavior: { type: "camera_tamper" },
    actors: [],
    untilSec,
    fps: 2,
    scene: (t) => drawnGrid(t < learnSec ? {} : after(t - learnSec), Math.round(t * 2)),
    isTurned: (t) => isTurned(t - learnSec),
  });
  const details: FindingDetails = verdict.found[0]?.findings[0]?.details ?? {};
  const lateSec = verdict.firstSec === undefined ? undefined : verdict.firstSec - learnSec;
  return { lateSec, kind: details["kind"], details, last: verdict.found.at(-1)?.tSec };
}

function assertFound(
  name: string,
  result: ReturnType<typeof tamper>,
  kind: "covered" | "defocused" | "moved",
): void {
  assert.equal(result.kind, kind, name);
  assert.ok(result.lateSec! >= 4 && result.lateSec! <= 10, `${name}: after ${result.lateSec} s`);
}

describe("camera tamper", () => {
  test("finds a covered lens within ten seconds, dark or bright, and its end", () => {
    for (const coveredLevel of [2, 60, 230]) {
      const result = tamper((sec) => (sec < 12 ? { coveredLevel } : {}));
      assertFound(`level ${coveredLevel}`, result, "covered");
      assert.ok(result.last! <= learnSec + 12 + 2, `still covered at ${result.last}`);
    }
  });

  test("finds a lens out of focus, slightly and strongly", () => {
    for (const blurPx of [7, 15, 31]) {
      assertFound(
        `${blurPx} px`,
        tamper(() => ({ blurPx })),
        "defocused",
      );
    }
  });

  test("finds a turned camera and says which way", () => {
    const result = tamper(() => ({ shiftPx: [-60, 24] }));
    assertFound("turned", result, "moved");
    assert.deepEqual(
      [result.details["moved_right_percent"], result.details["moved_down_percent"]],
      [-20, 10],
    );
    assertFound(
      "nudged",
      tamper(() => ({ shiftPx: [20, 0] })),
      "moved",
    );
    assertFound(
      "another view",
      tamper(() => ({ place: 4 })),
      "moved",
    );
  });

  test("is silent for a camera that is told to turn, and watches its new view", () => {
    const turning = (sec: number): boolean => sec >= 0 && sec < 6;
    const turned = (sec: number): DrawnView => ({ shiftPx: [-15 * Math.min(sec, 4), 0] });
    assert.equal(tamper(turned, 90, turning).lateSec, undefined);
    const later = tamper((sec) => (sec < 30 ? turned(sec) : { place: 4 }), 80, turning);
    assert.equal(later.kind, "moved");
    assert.ok(later.lateSec! >= 34 && later.lateSec! <= 40, `after ${later.lateSec} s`);
  });

  test("a covered camera that is told to turn stays covered until the lens is free", () => {
    const turning = (sec: number): boolean => sec >= 12 && sec < 18;
    const covered = (sec: number): DrawnView => (sec < 30 ? { coveredLevel: 60 } : { place: 4 });
    const result = tamper(covered, 90, turning);
    assertFound("covered", result, "covered");
    assert.ok(Math.abs(result.last! - learnSec - 30) <= 2, `until ${result.last}`);
  });

  test("is silent when the light goes off and on, and when the night view is switched on", () => {
    const cases: [string, (sec: number) => DrawnView][] = [
      ["light off", () => ({ gain: 0.1, noise: 2.5 })],
      ["light off and on", (sec) => (Math.floor(sec / 6) % 2 === 0 ? { gain: 0.15 } : {})],
      ["dazzled", () => ({ gain: 1.7, offset: 20 })],
      ["night view", () => ({ gain: 0.55, offset: 70, noise: 5 })],
      ["infrared turns shades over", () => ({ gain: -0.4, offset: 170, noise: 4 })],
    ];
    for (const [name, view] of cases) assert.equal(tamper(view, 60).lateSec, undefined, name);
  });

  test("is silent for headlights, for a crowd, and for a lorry that fills the picture for seconds", () => {
    const lorry = (sec: number): DrawnView => ({
      boxes: [{ box: [1.2 - sec / 2, 0, 2.4 - sec / 2, 1], level: 180, texture: 14, seed: 8 }],
    });
    const waiting = (sec: number): DrawnView =>
      sec < 4.5 ? { boxes: [{ box: [0, 0, 1, 1], level: 140, texture: 30, seed: 9 }] } : {};
    const headlights = (sec: number): DrawnView => ({
      offset: sec < 5 ? 35 : 0,
      patches: sec < 5 ? [{ box: [0.2, 0.2, 0.8, 0.9], gain: 1, offset: 90 }] : [],
    });
    const crowd = (sec: number): DrawnView => ({
      boxes: Array.from({ length: 12 }, (_, i) => {
        const x = ((i * 0.37 + sec * 0.05 * (1 + (i % 3))) % 1.2) - 0.1;
        return { box: [x, 0.4, x + 0.06, 0.9] as const, level: 40 + 12 * i, seed: i };
      }),
    });
    const cases: [string, (sec: number) => DrawnView][] = [
      ["lorry", lorry],
      ["waiting lorry", waiting],
      ["headlights", headlights],
      ["crowd", crowd],
    ];
    for (const [name, view] of cases) assert.equal(tamper(view).lateSec, undefined, name);
  });

  test("is silent while a day goes by in half an hour, with its shadows", () => {
    const verdict = runBehavior({
      behavior: { type: "camera_tamper" },
      actors: [],
      untilSec: 1800,
      fps: 0.2,
      scene: (t) =>
        drawnGrid(
          {
            gain: 0.55 + 0.45 * Math.cos(t / 285),
            patches: [{ box: [(t / 2250) % 1, 0, ((t / 2250) % 1) + 0.3, 1], gain: 0.6 }],
          },
          Math.round(t),
        ),
    });
    assert.equal(verdict.firstSec, undefined);
  });

  test("says nothing of a view without structure", () => {
    const verdict = runBehavior({
      behavior: { type: "camera_tamper" },
      actors: [],
      untilSec: 30,
      fps: 2,
      scene: (t) => drawnGrid({ coveredLevel: t < 15 ? 120 : 30 }, Math.round(t * 2)),
    });
    assert.equal(verdict.firstSec, undefined);
  });

  test("is right to 0.3 s in media time with half of the frames dropped", () => {
    for (const parity of [0, 1]) {
      const verdict = runBehavior({
        behavior: { type: "camera_tamper", seconds: 6 },
        actors: [],
        untilSec: 30,
        fps: 5,
        keep: (frame) => frame % 2 === parity,
        scene: (t) => drawnGrid(t < 18 ? {} : { coveredLevel: 20 }, Math.round(t * 5)),
      });
      assert.ok(Math.abs(verdict.firstSec! - 24) <= 0.3, `at ${verdict.firstSec}`);
    }
  });
});
