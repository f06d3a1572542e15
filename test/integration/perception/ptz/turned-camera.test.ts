import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { PtzService } from "../../../../src/perception/ptz/ptz-service.ts";
import { drawnGrid, type DrawnView } from "../../../support/perception/drawn-scene.ts";
import { byAnn } from "../../../support/cameras/onvif/ptz-order.ts";
import { startOnvifDevice } from "../../../support/cameras/onvif/onvif-device.ts";
import { PerceptionRig, type RigJob } from "../../../support/perception/perception-rig.ts";
import { until } from "../../../support/box/wait.ts";

const url = "rtsp://127.0.0.1:5540/main";

/** A dome camera under a rule against tampering, on a scripted eye that shows `view`. */
async function watchDome(
  t: TestContext,
): Promise<{ rig: PerceptionRig; ptz: PtzService; job: RigJob }> {
  const device = await startOnvifDevice({ streams: [{ token: "main", url }], ptz: true });
  t.after(() => device.stop());
  const rig = await PerceptionRig.make(t);
  const job = await rig.submit({
    stream_id: "dome",
    source: { type: "rtsp", url, onvif_url: device.url, fps_cap: 5 },
    behaviors: [{ type: "camera_tamper" }],
  });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  const { clock, running, moves } = rig;
  const { store } = rig.parts;
  const onvif = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const ptz = new PtzService({ onvif, moves, running, store, clock, log: silentLogger });
  t.after(() => ptz.stop());
  return { rig, ptz, job };
}

function show(rig: PerceptionRig, view: DrawnView): void {
  rig.vision.see = (_id, ptsSec) => ({ scene: drawnGrid(view, Math.round(ptsSec * 5)) });
}

test("a camera that is moved through the API is not tampered with; one that is turned by hand is", async (t) => {
  const { rig, ptz } = await watchDome(t);
  show(rig, {});
  await rig.play(12);
  await ptz.command("default", "dome", byAnn({ action: "move", pan: 0.5, seconds: 2 }));
  show(rig, { place: 4 });
  await rig.play(30);
  assert.deepEqual(rig.told(), []);
  show(rig, { place: 7 });
  await rig.play(12);
  assert.deepEqual(rig.told().slice(0, 1), ["created camera_tamper"]);
});

test("a camera that is turned while the box is off is found out after the restart", async (t) => {
  const { rig, job } = await watchDome(t);
  show(rig, {});
  await rig.play(12);
  job.abort("shutdown");
  await job.outcome;
  const source = { type: "rtsp", url, fps_cap: 5 };
  show(rig, { place: 4 });
  const runs = rig.ingest.runs.length;
  await rig.submit({ stream_id: "dome", source, behaviors: [{ type: "camera_tamper" }] });
  await until(() => rig.ingest.runs.length > runs);
  rig.ingest.last.init();
  await rig.play(12);
  assert.deepEqual(rig.told().slice(0, 1), ["created camera_tamper"]);
});
