import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { IdleWatch } from "../../../../src/adapters/vision/idle-watch.ts";

/** Plays a camera of ten frames a second; the time of each taken frame, and of each waking. */
function play(
  watch: IdleWatch,
  camera: {
    gopSec: number;
    toSec: number;
    fromSec?: number;
    moves?: (sec: number) => boolean;
    may?: (sec: number) => boolean;
  },
): { taken: number[]; wakes: number[] } {
  const { gopSec, toSec, fromSec = 0, moves = () => false, may = () => true } = camera;
  const taken: number[] = [];
  const wakes: number[] = [];
  const gop = Math.round(gopSec * 10);
  for (let index = Math.round(fromSec * 10); index < toSec * 10; index += 1) {
    const ptsSec = index / 10;
    if (!watch.takes({ key: index % gop === 0, ptsSec })) continue;
    taken.push(ptsSec);
    if (watch.onResult({ detected: moves(ptsSec), ptsSec }, may(ptsSec))) wakes.push(ptsSec);
  }
  return { taken, wakes };
}

suite("a quiet scene", () => {
  test("is decoded at key frames after ten seconds, and in full from the first that moves", () => {
    const watch = new IdleWatch();
    const { taken, wakes } = play(watch, { gopSec: 2, toSec: 30, moves: (sec) => sec >= 21 });
    const between = (from: number, to: number): number[] =>
      taken.filter((sec) => sec >= from && sec < to);
    assert.equal(between(0, 10).length, 100);
    assert.deepEqual(between(12, 22), [12, 14, 16, 18, 20]);
    assert.deepEqual(wakes, [22]);
    assert.equal(between(22, 30).length, 80);
  });

  test("stays awake while its owner says so, and wakes when it says so", () => {
    const watch = new IdleWatch();
    assert.equal(play(watch, { gopSec: 1, toSec: 30, may: () => false }).taken.length, 300);
    const asleep = play(watch, { gopSec: 1, fromSec: 30, toSec: 50 });
    assert.ok(asleep.taken.length < 150);
    assert.equal(watch.idleGopSec, 1);
    const woken = play(watch, { gopSec: 1, fromSec: 50, toSec: 60, may: () => false });
    assert.deepEqual([woken.wakes, watch.idleGopSec], [[50], null]);
  });

  test("is decoded in full from the moment at which something else wakes it", () => {
    const watch = new IdleWatch();
    assert.equal(watch.wake(), false);
    play(watch, { gopSec: 2, toSec: 20 });
    assert.equal(watch.idleGopSec, 2);
    assert.equal(watch.wake(), true);
    const { taken } = play(watch, { gopSec: 2, fromSec: 20, toSec: 40 });
    assert.equal(taken.filter((sec) => sec < 30).length, 100, "for ten seconds");
    assert.deepEqual(taken.slice(-2), [36, 38], "then it rests again");
  });

  test("is decoded in full when its key frames are further apart than four seconds", () => {
    assert.equal(play(new IdleWatch(), { gopSec: 5, toSec: 60 }).taken.length, 600);
  });

  test("is looked at once a second when every frame is a key frame", () => {
    const { taken } = play(new IdleWatch(), { gopSec: 0.1, toSec: 30 });
    assert.ok(taken.filter((sec) => sec >= 12).length <= 18, `${taken.length}`);
  });

  test("is taken up again when a key frame does not come in time", () => {
    const watch = new IdleWatch();
    play(watch, { gopSec: 2, toSec: 20.1 });
    assert.equal(watch.idleGopSec, 2);
    const late = play(watch, { gopSec: 1000, fromSec: 20.1, toSec: 30 }).taken;
    assert.ok(late[0]! > 24 && late[0]! <= 24.2);
  });

  test("starts awake with each connection", () => {
    const watch = new IdleWatch();
    play(watch, { gopSec: 2, toSec: 20.1 });
    watch.reset();
    assert.equal(play(watch, { gopSec: 2, fromSec: 20.1, toSec: 28 }).taken.length, 79);
  });
});
