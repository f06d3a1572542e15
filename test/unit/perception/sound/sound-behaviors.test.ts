import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { behaviors } from "../../../../src/perception/behaviors/registry.ts";
import type { BehaviorFrame } from "../../../../src/perception/behaviors/behavior.ts";
import type { HeardSound } from "../../../../src/perception/core/heard-sound.ts";
import { planBehaviors } from "../../../../src/perception/profiles/behavior-plans.ts";

const quiet: HeardSound = { alarms: [], level: null, loudness: () => null, silentSec: 0 };

function step(wire: Parameters<typeof planBehaviors>[0][number], sound: HeardSound | null) {
  const [plan] = planBehaviors([wire], new Map());
  const frame = { tSec: 100, frameGapSec: 0.2, aspect: 1, tracks: [], endedIds: [], scene: null };
  return plan!.behavior.start(plan!.spec).step({ ...frame, sound } satisfies BehaviorFrame);
}

suite("behaviors about sound", () => {
  test("each alarm's own behavior finds it, since its first pulse", () => {
    const alarm = { pattern: "T4", ageSec: 7, frequencyHz: 3094 } as const;
    const [finding] = step({ type: "co_alarm" }, { ...quiet, alarms: [alarm] });
    assert.equal(finding?.sinceSec, 93);
    assert.deepEqual(finding?.details, { pattern: "T4", frequency_hz: 3094 });
    assert.deepEqual(step({ type: "smoke_alarm" }, { ...quiet, alarms: [alarm] }), []);
  });

  test("a loud sound counts by its sensitivity and length", () => {
    const over: number[] = [];
    const loudness = (overDb: number) => {
      over.push(overDb);
      return { ageSec: 1.5, lengthSec: 1 };
    };
    const sound = { ...quiet, loudness };
    assert.equal(step({ type: "loud_sound" }, sound)[0]?.sinceSec, 98.5);
    assert.equal(step({ type: "loud_sound", sensitivity: 1, seconds: 1 }, sound).length, 1);
    assert.equal(step({ type: "loud_sound", sensitivity: 0, seconds: 2 }, sound).length, 0);
    assert.deepEqual(over, [20, 10, 30]);
  });

  test("a microphone is silent after its seconds; without sound nothing is found", () => {
    const silent = { ...quiet, silentSec: 61 };
    assert.equal(step({ type: "silent_microphone" }, silent)[0]?.sinceSec, 39);
    assert.equal(step({ type: "silent_microphone", seconds: 62 }, silent).length, 0);
    const about = [...behaviors.values()].filter(({ needsSound }) => needsSound);
    assert.equal(about.length, 4);
    for (const { type } of about) assert.deepEqual(step({ type }, null), [], type);
  });
});
