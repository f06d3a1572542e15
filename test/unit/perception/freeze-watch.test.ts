import assert from "node:assert/strict";
import { test } from "node:test";
import { FreezeWatch } from "../../../src/perception/streams/freeze-watch.ts";

/** Looks at a picture that never changes, twice a second for `seconds`; says when it counts as frozen. */
function frozenAt(gopSec: number, seconds: number): number | null {
  const watch = new FreezeWatch();
  for (let ptsSec = 0; ptsSec <= seconds; ptsSec += 0.5) {
    watch.onFragment({ key: ptsSec % gopSec === 0, generation: 1, ptsSec });
    const frozenSec = watch.onResult({ generation: 1, ptsSec, identicalSec: ptsSec });
    if (frozenSec !== null) return frozenSec;
  }
  return null;
}

test("the same picture for ten seconds, key frames included, is a frozen camera", () => {
  assert.equal(frozenAt(1, 30), 10);
  assert.equal(frozenAt(4, 30), 10);
});

test("a still scene within one long group of pictures is not frozen, until it was still for a minute", () => {
  assert.equal(frozenAt(20, 19.5), null);
  assert.equal(frozenAt(20, 30), 20);
  assert.equal(frozenAt(1000, 59.5), null);
  assert.equal(frozenAt(1000, 90), 60);
});

test("each connection is given up once", () => {
  const watch = new FreezeWatch();
  const still = { ptsSec: 12, identicalSec: 11 };
  watch.onFragment({ key: true, generation: 1, ptsSec: 5 });
  assert.equal(watch.onResult({ ...still, generation: 1 }), 11);
  assert.equal(watch.onResult({ ...still, generation: 1 }), null);
  assert.equal(watch.onResult({ ...still, generation: 2 }), null, "its key frame was another's");
  watch.onFragment({ key: true, generation: 2, ptsSec: 5 });
  assert.equal(watch.onResult({ ...still, generation: 2 }), 11);
});
