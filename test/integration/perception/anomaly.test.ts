import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Store } from "../../../src/base/core/store.ts";
import { FakeVision } from "../../support/perception/fake-vision.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { PerceptionRig } from "../../support/perception/perception-rig.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

const stream = {
  stream_id: "hall",
  source: { type: "rtsp", url: "rtsp://10.0.0.9/hall" },
  detect: ["person"],
};

/** The hall on day `day` of a week, Monday is 1, from nine o'clock of the machine's time on. */
async function openHall(t: TestContext, store: Store, day: number): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitsOf(2)), store });
  rig.clock.jumpWall(new Date(2026, 8, 20 + day, 9).getTime() - rig.clock.wallMs());
  return rig;
}

/** So many people come each minute, and stay for a quarter of it. */
const visitsOf = (count: number) => (_id: string, ptsSec: number) => ({
  detections: Array.from({ length: ptsSec % 60 < 15 ? count : 0 }, (_, i) => ({
    label: "person",
    score: 0.8,
    boxNorm: standing(0.06 + 0.08 * i, 0.8, 0.2),
  })),
});

async function begin(rig: PerceptionRig, more: object): Promise<void> {
  await rig.submit({ ...stream, ...more });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
}

async function shutDown(rig: PerceptionRig): Promise<void> {
  for (const job of rig.live.values()) {
    job.abort("shutdown");
    await job.outcome;
  }
}

test("what is usual is learnt over days and restarts, and what is not is told; switched on by a change", async (t) => {
  const dir = await tempDir(t);
  const states: unknown[] = [];
  for (let day = 1; day <= 4; day += 1) {
    const store = await makeStore(t, dir);
    const rig = await openHall(t, store, day);
    await begin(rig, day === 1 ? {} : { anomaly: { enabled: true } });
    if (day === 1) {
      assert.equal(rig.streams.get("default", "hall")!.anomaly, null);
      await rig.streams.patch("default", "hall", { anomaly: { enabled: true } });
    }
    await rig.play(58 * 60, { fps: 0.75 });
    states.push(rig.streams.get("default", "hall")!.anomaly);
    await shutDown(rig);
    await store.stop();
  }
  const learning = { state: "learning", known_hours: 0 };
  // Nine o'clock of each of the five working days.
  const known = { state: "partly_learnt", known_hours: 5 };
  assert.deepEqual(states, [learning, learning, learning, known]);

  const rig = await openHall(t, await makeStore(t, dir), 5);
  await begin(rig, { anomaly: { enabled: true } });
  await rig.play(5 * 60, { fps: 0.75 });
  assert.deepEqual(rig.streams.get("default", "hall")!.anomaly, known);
  assert.deepEqual(rig.told(), []);
  rig.vision.see = visitsOf(11);
  await rig.play(4 * 60, { fps: 0.75 });
  const [incident] = rig.listed("default", {}, { limit: 5, offset: 0 }).items;
  assert.equal(incident?.type, "anomaly");
  assert.deepEqual(
    [incident.details!["feature"], incident.details!["value"], incident.details!["basis"]],
    ["count", 11, "hour_of_day"],
  );
  const off = await rig.streams.patch("default", "hall", { anomaly: { enabled: false } });
  assert.equal(off!.anomaly, null);
});
