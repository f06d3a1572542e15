import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  LevelWatch,
  type LoudSound,
  LoudWatch,
} from "../../../../src/perception/sound/level-watch.ts";
import { randomFrom } from "../../../support/perception/drawn-sound.ts";

const random = randomFrom(3);
/** White noise of `seconds` with a peak of `amplitude`. */
const noise = (seconds: number, amplitude: number): Float32Array =>
  Float32Array.from({ length: seconds * 16_000 }, () => (random() * 2 - 1) * amplitude);

function rig(overDb = 20) {
  const level = new LevelWatch();
  const loud = new LoudWatch(overDb);
  const hear = (samples: Float32Array): void => level.push(samples, () => loud.step(level));
  return { level, loud, hear };
}

suite("the level of sound", () => {
  test("a sound far above the usual level is loud, for as long as it lasts and 2 s more", () => {
    const { level, loud, hear } = rig();
    hear(noise(40, 0.005));
    assert.ok(Math.abs(level.usualDb! + 51) < 2, `${level.usualDb}`);
    assert.equal(loud.now, null);
    hear(noise(1, 0.3));
    const heard = loud.now as LoudSound | null;
    assert.equal(heard && heard.untilSec - heard.sinceSec, 1);
    hear(noise(2, 0.005));
    assert.ok(loud.now);
    hear(noise(1, 0.005));
    assert.equal(loud.now, null);
  });

  test("what is loud at any time of the last minutes is usual", () => {
    const { loud, hear } = rig();
    for (let round = 0; round < 6; round += 1) {
      hear(noise(8, 0.005));
      hear(noise(2, 0.3));
    }
    hear(noise(5, 0.005));
    hear(noise(1, 0.3));
    assert.equal(loud.now, null);
  });

  test("nothing is loud while the usual level is learnt, and small sounds in a quiet room are usual", () => {
    const { loud, hear } = rig();
    hear(noise(5, 0.001));
    hear(noise(1, 0.5));
    assert.equal(loud.now, null);
    const quiet = rig();
    quiet.hear(noise(40, 0.0002));
    quiet.hear(noise(1, 0.01));
    assert.equal(quiet.loud.now, null);
  });

  test("digital silence counts until the first sound", () => {
    const { level, hear } = rig();
    hear(new Float32Array(16_000 * 3));
    assert.equal(level.silentSec, 3);
    hear(noise(1, 0.001));
    assert.equal(level.silentSec, 0);
  });
});
