import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { AlarmListener } from "../../../../src/perception/sound/alarm-listener.ts";
import {
  type DrawnAlarm,
  drawAlarm,
  drawBackground,
  drawnHz,
  mix,
  randomFrom,
} from "../../../support/perception/drawn-sound.ts";

const smoke: DrawnAlarm = {
  pattern: "T3",
  frequencyHz: 3100,
  isSquare: false,
  pulseScale: 1,
  pauseScale: 1,
  groupScale: 1,
  echo: 0,
};
const low: DrawnAlarm = { ...smoke, frequencyHz: 520, isSquare: true };
const co: DrawnAlarm = { ...smoke, pattern: "T4" };

/** The patterns heard so far, and after how many seconds each. */
function hear(listener: AlarmListener, samples: Float32Array): Map<string, number> {
  const heard = new Map<string, number>();
  const step = drawnHz / 10;
  for (let at = 0; at < samples.length; at += step) {
    listener.push(samples.subarray(at, at + step));
    for (const { pattern } of listener.alarms)
      if (!heard.has(pattern)) heard.set(pattern, (at + step) / drawnHz);
  }
  return heard;
}

const noise = (seconds: number): Float32Array => drawBackground("traffic", seconds, randomFrom(5));

suite("alarm patterns", () => {
  test("smoke and CO alarms are heard after two groups, and told apart", () => {
    for (const [alarm, mostSec] of [
      [smoke, 8.5],
      [low, 8.5],
      [co, 8.5],
    ] as const) {
      const samples = mix(drawAlarm(alarm, 20), noise(20), 12);
      const heard = hear(new AlarmListener(), samples);
      assert.deepEqual([...heard.keys()], [alarm.pattern], alarm.pattern);
      assert.ok(heard.get(alarm.pattern)! <= mostSec, `${heard.get(alarm.pattern)} s`);
    }
  });

  test("times at the bounds of the norm are heard, with an echo too", () => {
    for (const scale of [0.9, 1.1]) {
      for (const base of [smoke, co]) {
        const scales = { pulseScale: scale, pauseScale: 2 - scale, groupScale: scale };
        const samples = mix(drawAlarm({ ...base, ...scales, echo: 0.1 }, 25), noise(25), 12);
        assert.ok(hear(new AlarmListener(), samples).has(base.pattern), `${base.pattern} ${scale}`);
      }
    }
  });

  test("other rhythms of the same tone raise nothing: a reversing vehicle, two pulses, five pulses", () => {
    const beeper = { ...smoke, groupScale: 1 / 3 };
    assert.equal(hear(new AlarmListener(), mix(drawAlarm(beeper, 30), noise(30), 20)).size, 0);
    const slow = { ...smoke, pulseScale: 1.5, pauseScale: 1.5 };
    assert.equal(hear(new AlarmListener(), mix(drawAlarm(slow, 30), noise(30), 20)).size, 0);
  });

  test("an alarm ends three periods after its last group", () => {
    const listener = new AlarmListener();
    hear(listener, mix(drawAlarm(smoke, 12), noise(12), 12));
    assert.equal(listener.alarms.length, 1);
    assert.ok(Math.abs(listener.alarms[0]!.frequencyHz - 3100) < 60);
    assert.equal(listener.alarms[0]!.sinceMs / 1000 > 0.9, true);
    hear(listener, noise(8));
    assert.equal(listener.alarms.length, 1);
    hear(listener, noise(8));
    assert.equal(listener.alarms.length, 0);
  });

  test("half a minute each of speech, music and traffic raises nothing", () => {
    for (const kind of ["speech", "music", "traffic"] as const) {
      const samples = drawBackground(kind, 30, randomFrom(11));
      assert.equal(hear(new AlarmListener(), samples).size, 0, kind);
    }
  });
});
