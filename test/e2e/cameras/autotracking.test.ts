import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { onlyLong } from "../../support/box/long-form.ts";
import { until } from "../../support/box/wait.ts";
import type { LiveCamera } from "../../support/cameras/live-camera.ts";
import { type OnvifDevice, startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { TurningHead } from "../../support/cameras/onvif/turning-head.ts";
import { startTurningCamera } from "../../support/cameras/onvif/turning-camera.ts";

const deadlineMs = 60_000;
const stream = "/api/v1/surveillance/streams/dome";

describe("a dome camera with a real picture that turns", { skip: onlyLong }, () => {
  const head = new TurningHead({ lateMs: 200 });
  /** Seconds of the camera at which the person enters the picture; never before it is set. */
  let entersSec = Number.POSITIVE_INFINITY;
  let nowSec = 0;
  let camera: LiveCamera;
  let device: OnvifDevice;
  let box: Appliance;
  /** Where the person was in the frames that the camera drew. */
  const places: { x: number; y: number }[] = [];

  let isThere = false;
  const walker = (sec: number) => {
    nowSec = sec;
    const pan = -0.3 + (sec - entersSec) * 0.05;
    isThere = sec >= entersSec && pan <= 0.9;
    if (!isThere) return null;
    const thing = { pan, tilt: -0.03 };
    places.push(head.place(thing));
    return thing;
  };
  const tracking = async () => (await box.get(stream)).body.data.autotracking;
  const isIn = (state: string) =>
    until(async () => (await tracking()).state === state, { deadlineMs, what: state });

  before(async () => {
    camera = await startTurningCamera(head, walker);
    device = await startOnvifDevice({
      streams: [{ token: "main", url: camera.url }],
      ptz: true,
      head,
    });
    box = await startAppliance({ yaml: "models: { default: gatehouse-nano }" });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "dome",
      source: { type: "rtsp", url: camera.url, onvif_url: device.url, fps_cap: 5 },
      detect: ["person"],
      autotracking: { enabled: true, return_after_seconds: 4, hold_seconds: 10 },
    });
    await isIn("ready");
  });

  after(async () => {
    await box?.stop();
    await device?.stop();
    camera?.stop();
  });

  it("keeps a walking person in the middle half of the picture for 80 % of the way, then comes home", async (t) => {
    entersSec = nowSec + 1;
    await isIn("following");
    places.length = 0;
    await until(() => !isThere, { deadlineMs });
    const kept = places.filter(({ x, y }) => Math.abs(x - 0.5) < 0.25 && Math.abs(y - 0.5) < 0.25);
    const share = kept.length / places.length;
    const { latency_seconds: latencySec } = await tracking();
    t.diagnostic(
      `in the middle half: ${share.toFixed(3)} of ${places.length} frames; latency ${latencySec} s`,
    );
    assert.ok(share >= 0.8, `${share} in the middle half`);
    await isIn("lost");
    await isIn("ready");
    assert.deepEqual(head.pose, { pan: 0, tilt: 0, zoom: 0 });
  });

  it("leaves the camera to a person with the first command, and takes it home after the hold", async () => {
    entersSec = nowSec + 1;
    await isIn("following");
    await until(() => head.isMoving, { deadlineMs });
    const { status } = await box.post(`${stream}/ptz`, {
      action: "absolute",
      pan: -0.5,
      tilt: 0.2,
    });
    assert.equal(status, 200);
    await isIn("paused");
    await until(() => !head.isMoving, { deadlineMs });
    assert.deepEqual([head.pose.pan, head.pose.tilt], [-0.5, 0.2]);
    entersSec = Number.POSITIVE_INFINITY;
    await isIn("ready");
    assert.deepEqual(head.pose, { pan: 0, tilt: 0, zoom: 0 });
    const audit = (await box.get("/api/v1/audit")).body.data.data.map(
      (entry: { action: string }) => entry.action.split(" ")[0],
    );
    assert.ok(audit.includes("FOLLOW") && audit.includes("RETURN"), audit.join());
  });
});
