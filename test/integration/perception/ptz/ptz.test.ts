import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { OnvifAdapter } from "../../../../src/adapters/onvif/onvif-cameras.ts";
import { CameraMoves } from "../../../../src/cameras/camera-moves.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { PtzService } from "../../../../src/perception/ptz/ptz-service.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { byAnn } from "../../../support/cameras/onvif/ptz-order.ts";
import { type OnvifDevice, startOnvifDevice } from "../../../support/cameras/onvif/onvif-device.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { until } from "../../../support/box/wait.ts";

interface Bench {
  rig: PerceptionRig;
  device: OnvifDevice;
  ptz: PtzService;
  moves: CameraMoves;
}

const url = "rtsp://127.0.0.1:5540/main";

async function make(t: TestContext, canMove = true): Promise<Bench> {
  const streams = [{ token: "main", url }];
  const who = { username: "admin", password: "s3cret" };
  const device = await startOnvifDevice({ streams, ptz: canMove, ...who });
  t.after(() => device.stop());
  const rig = await PerceptionRig.make(t);
  const source = { type: "rtsp", url, onvif_url: device.url, ...who };
  await rig.submit({ stream_id: "dome", source });
  await until(() => rig.ingest.runs.length > 0);
  const moves = new CameraMoves();
  const onvif = new OnvifAdapter({ log: silentLogger, wallMs: () => Date.now() });
  const { clock, running } = rig;
  const { store } = rig.parts;
  const ptz = new PtzService({ onvif, moves, running, store, clock, log: silentLogger });
  t.after(() => ptz.stop());
  return { rig, device, ptz, moves };
}

test("a move that is not repeated is stopped by the box, and by the camera should the box be gone", async (t) => {
  const { rig, device, ptz, moves } = await make(t);
  const request = { action: "move", pan: 0.5, seconds: 2 } as const;
  const startMs = rig.clock.wallMs();
  const done = await ptz.command("default", "dome", byAnn(request));
  assert.deepEqual([done?.preset, done?.stopsAtMs], [null, startMs + 2000]);
  assert.equal(device.pose.moving, true);
  assert.match(device.requests.at(-1)!, /<o:Timeout>PT3S<\/o:Timeout>/);
  assert.equal(moves.ptzMovedAt(url), rig.clock.monoMs() + 4000);
  rig.clock.advance(1500);
  await ptz.command("default", "dome", byAnn(request));
  rig.clock.advance(1500);
  await ptz.command("default", "dome", byAnn({ action: "set_preset", name: "Here" }));
  assert.equal(device.pose.moving, true, "a move that is repeated goes on");
  rig.clock.advance(600);
  await until(() => !device.pose.moving);
  assert.equal(device.pose.stoppedBy, "stop");
});

test("a stop that the camera does not take is sent again", async (t) => {
  let refusals = 2;
  const streams = [{ token: "main", url }];
  const device = await startOnvifDevice({
    streams,
    ptz: true,
    override: (name) => (name === "Stop" && refusals-- > 0 ? { status: 500, body: "" } : undefined),
  });
  t.after(() => device.stop());
  const { rig, ptz } = await make(t);
  const source = { type: "rtsp", url: "rtsp://127.0.0.1:5541/x", onvif_url: device.url };
  await rig.submit({ stream_id: "stiff", source });
  await until(() => rig.running.get("default", "stiff") !== undefined);
  await ptz.command("default", "stiff", byAnn({ action: "move", tilt: -1 }));
  rig.clock.advance(1000);
  await until(() => {
    rig.clock.advance(100);
    return !device.pose.moving;
  });
  assert.equal(device.pose.stoppedBy, "stop");
});

test("what moves is stopped when the box stops", async (t) => {
  const { device, ptz } = await make(t);
  await ptz.command("default", "dome", byAnn({ action: "move", zoom: 0.2, seconds: 10 }));
  await ptz.stop();
  assert.deepEqual([device.pose.moving, device.pose.stoppedBy], [false, "stop"]);
});

test("presets, places and home; a move is over when the camera is sent elsewhere", async (t) => {
  const { rig, device, ptz, moves } = await make(t);
  const before = moves.ptzMovedAt(url);
  const { preset } = (await ptz.command(
    "default",
    "dome",
    byAnn({
      action: "set_preset",
      name: "Door",
    }),
  ))!;
  assert.equal(moves.ptzMovedAt(url), before, "naming a place moves nothing");
  await ptz.command("default", "dome", byAnn({ action: "move", pan: 1, seconds: 5 }));
  await ptz.command("default", "dome", byAnn({ action: "goto_preset", preset: preset! }));
  const stops = device.operations.filter((name) => name === "Stop").length;
  rig.clock.advance(6000);
  const state = (await ptz.state("default", "dome"))!;
  assert.deepEqual(
    state.presets.map(({ name }) => name),
    ["Gate", "Door"],
  );
  assert.equal(device.operations.filter((name) => name === "Stop").length, stops);
});

test("what cannot be done is refused in words", async (t) => {
  const { rig, ptz } = await make(t, false);
  const fixed = await codedError(() => ptz.command("default", "dome", byAnn({ action: "home" })));
  assert.deepEqual([fixed.code, fixed.details?.[0]?.rule], ["ptz_failed", "onvif_refused"]);
  assert.match(fixed.message, /no pan, tilt or zoom/);
  for (const [request, param] of [
    [{ action: "move" }, "pan"],
    [{ action: "goto_preset" }, "preset"],
    [{ action: "set_preset" }, "name"],
  ] as const) {
    const error = await codedError(() => ptz.command("default", "dome", byAnn(request)));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  }
  assert.equal(await ptz.command("other", "dome", byAnn({ action: "home" })), undefined);
  assert.equal(await ptz.state("default", "nothing"), undefined);
  const flood = Array.from({ length: 20 }, () =>
    codedError(() => ptz.command("default", "dome", byAnn({ action: "home" }))),
  );
  const codes = (await Promise.all(flood)).map(({ code }) => code);
  assert.equal(codes.filter((code) => code === "overloaded").length, 12);
  await rig.streams.remove("default", "dome");
  assert.equal((await codedError(() => ptz.state("default", "dome"))).code, "stream_not_ready");
});
