import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import { type Actor, runBehavior } from "../../support/perception/scripted-tracks.ts";

const standingBox: BoxNorm = [0.45, 0.3, 0.55, 0.8];
const lyingBox: BoxNorm = [0.35, 0.65, 0.65, 0.85];
const between = (a: BoxNorm, b: BoxNorm, share: number): BoxNorm =>
  a.map(
    (value, i) => value + (b[i]! - value) * Math.min(1, Math.max(0, share)),
  ) as unknown as BoxNorm;

/** Stands, goes down from 5 s on within `dropSec`, and is seen when `isSeen` says so. */
function faller(
  dropSec: number,
  change: Partial<Actor> & { isSeen?: (t: number) => boolean } = {},
): Actor {
  const { isSeen = () => true, ...rest } = change;
  return {
    id: 1,
    at: (t) => (isSeen(t) ? [0.5, 0.8] : null),
    box: (t) => between(standingBox, lyingBox, (t - 5) / dropSec),
    ...rest,
  };
}

const ask = (actors: Actor[], more: object = {}) =>
  runBehavior({ behavior: { type: "fall" }, actors, untilSec: 15, fps: 10, ...more });

describe("fall", () => {
  test("fires two seconds after somebody is on the ground, with half of the frames too", () => {
    for (const keep of [() => true, (frame: number) => frame % 2 === 0]) {
      const { firstSec } = ask([faller(0.6)], { keep });
      // The ground is reached in the last third of the drop.
      assert.ok(Math.abs(firstSec! - 7.5) <= 0.3, `at ${firstSec}`);
    }
  });

  test("fires when the detector loses the body in the middle of the drop", () => {
    const { firstSec, found } = ask([faller(0.8, { isSeen: (t) => t < 5.5 })]);
    assert.ok(Math.abs(firstSec! - 7.5) <= 0.3, `at ${firstSec}`);
    assert.equal(Math.round(found.at(-1)!.tSec), 15, "holds without a sight");
  });

  test("is silent for who lies down slowly, crouches and rises, or stands still", () => {
    const slow = faller(8);
    const crouching = faller(0.6, {
      id: 2,
      box: (t) => between(standingBox, lyingBox, t < 6.2 ? (t - 5) / 0.6 : (7 - t) / 0.6),
    });
    const upright = faller(1, { id: 3, box: () => standingBox });
    assert.equal(ask([slow, crouching, upright]).firstSec, undefined);
  });

  test("is silent for who sits down, or is lost standing", () => {
    const sitting = faller(0.8, {
      box: (t) => between(standingBox, [0.44, 0.45, 0.57, 0.8], (t - 5) / 0.8),
    });
    const lost = faller(1, { id: 2, isSeen: (t) => t < 4 });
    assert.equal(ask([sitting, lost]).firstSec, undefined);
  });

  test("is silent for who walks out over the lower edge", () => {
    const leaving = faller(1, {
      box: (t) => [0.45, 0.3 + Math.max(0, t - 4) * 0.3, 0.57, 1],
      isSeen: (t) => t < 6.2,
    });
    assert.equal(ask([leaving]).firstSec, undefined);
  });

  test("is over when the person is up again, whether seen as the same or as another track", () => {
    const rising = faller(0.6, {
      box: (t) => between(standingBox, lyingBox, t < 10 ? (t - 5) / 0.6 : (10.5 - t) / 0.5),
    });
    assert.ok(ask([rising]).found.at(-1)!.tSec < 10.6);
    const lost = faller(0.6, { isSeen: (t) => t < 5.5 });
    const back: Actor = { id: 9, at: (t) => (t < 11 ? null : [0.5, 0.8]), box: () => standingBox };
    assert.ok(ask([lost, back]).found.at(-1)!.tSec < 11.2);
  });

  test("fires when the head comes down fast and the box vanishes before it widens", () => {
    const narrowing: BoxNorm = [0.46, 0.55, 0.56, 0.8];
    const { firstSec } = ask([
      faller(0.4, {
        box: (t) => between(standingBox, narrowing, (t - 5) / 0.4),
        isSeen: (t) => t < 5.5,
      }),
    ]);
    assert.ok(Math.abs(firstSec! - 7.4) <= 0.3, `at ${firstSec}`);
  });

  test("fires when only a part of the body is seen on the ground, in full view, and is lost", () => {
    const part: BoxNorm = [0.42, 0.68, 0.54, 0.8];
    const { firstSec } = ask([
      faller(2, { box: (t) => between(standingBox, part, (t - 5) / 2), isSeen: (t) => t < 7.5 }),
    ]);
    assert.ok(firstSec! > 7.5 && firstSec! < 9.5, `at ${firstSec}`);
  });

  test("is silent for small, short-lived and cut boxes that jump down and vanish", () => {
    const scaled = (box: BoxNorm): BoxNorm => box.map((side) => side * 0.5) as unknown as BoxNorm;
    const jump = (from: BoxNorm, to: BoxNorm, more: Partial<Actor> & { fromSec: number }): Actor =>
      faller(1, {
        box: (t) => (t < 5 ? from : to),
        isSeen: (t) => t >= more.fromSec && t < 5.3,
        id: more.id!,
      });
    const lower: BoxNorm = [0.46, 0.55, 0.56, 0.8];
    const atEdge: BoxNorm = [0.45, 0.88, 0.55, 1];
    const standsAtEdge: BoxNorm = [0.45, 0.5, 0.56, 1];
    const small = jump(scaled(standingBox), scaled(lower), { id: 1, fromSec: 0 });
    const brief = jump(standingBox, lower, { id: 2, fromSec: 4.8 });
    const cut = jump(standsAtEdge, atEdge, { id: 3, fromSec: 0 });
    for (const actor of [small, brief, cut]) assert.equal(ask([actor]).firstSec, undefined);
  });
});
