import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Store } from "../../../../src/base/core/store.ts";
import { removeStream } from "../../../../src/perception/settings/stream-record.ts";
import { drawnGrid, type DrawnView } from "../../../support/perception/drawn-scene.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const bag = { box: [0.5, 0.7, 0.56, 0.8] as const, level: 15, texture: 25, seed: 3 };

/** A camera in a hall that shows `view`, on `store` of an earlier run where there is one. */
async function watchHall(
  t: TestContext,
  view: (tSec: number) => DrawnView,
  store?: Store,
): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, store ? { store } : {});
  rig.vision.see = (_id, ptsSec) => ({ scene: drawnGrid(view(ptsSec), Math.round(ptsSec * 5)) });
  await rig.submit({
    stream_id: "hall",
    source: { type: "rtsp", url: "rtsp://10.0.0.9/hall", fps_cap: 5 },
    behaviors: [
      { type: "abandoned_object", seconds: 4 },
      { type: "removed_object", seconds: 4 },
      { type: "camera_tamper" },
    ],
  });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return rig;
}

/** What was drawn around things without tracks, on all pictures so far. */
function drawnRegions(rig: PerceptionRig): { label: string; boxNorm: readonly number[] }[] {
  return rig.vision.overlays.flatMap(({ boxes }) => boxes.filter((box) => box.alert));
}

test("the picture of a thing that was left or removed shows where, and that of tampering what", async (t) => {
  const rig = await watchHall(t, (tSec) => {
    if (tSec >= 30) return { coveredLevel: 12 };
    return { boxes: tSec >= 12 && tSec < 22 ? [bag] : [] };
  });
  await rig.play(20);
  await until(() => rig.vision.overlays.length > 0);
  const [left] = drawnRegions(rig);
  assert.equal(left?.label, "abandoned object");
  const off = bag.box.map((side, i) => Math.abs(side - left.boxNorm[i]!));
  assert.ok(Math.max(...off) < 0.03, String(left.boxNorm));

  await rig.play(20);
  await until(() => rig.vision.overlays.length > 1);
  assert.deepEqual(drawnRegions(rig).at(-1), {
    label: "camera tamper: covered",
    boxNorm: [0.01, 0.01, 0.99, 0.99],
    alert: true,
  });
  const away = await watchHall(t, (tSec) => ({ boxes: tSec < 72 ? [bag] : [] }));
  await away.play(80);
  await until(() => away.vision.overlays.length > 0);
  assert.equal(drawnRegions(away)[0]?.label, "removed object");
});

test("a lens that is covered while the box restarts is found, unless the stream was deleted", async (t) => {
  const dir = await tempDir(t);
  const store = await makeStore(t, dir);
  const before = await watchHall(t, () => ({}), store);
  await before.play(12);
  const [job] = before.live.values();
  job!.abort("shutdown");
  await job!.outcome;
  await store.stop();

  const again = await makeStore(t, dir);
  const covered = await watchHall(t, () => ({ coveredLevel: 12 }), again);
  await covered.play(12);
  assert.deepEqual(covered.told().slice(0, 1), ["created camera_tamper"]);
  const [second] = covered.live.values();
  second!.abort("cancel");
  await second!.outcome;

  await again.transact((tx) => removeStream(tx, "default", "hall"));
  const fresh = await watchHall(t, () => ({ coveredLevel: 12 }), again);
  await fresh.play(12);
  assert.deepEqual(fresh.told(), []);
});
