import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, type TestContext, test } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { OnvifAdapter } from "../../../src/adapters/onvif/onvif-cameras.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { CameraProbe, type ProbeTarget } from "../../../src/cameras/probe/camera-probe.ts";
import { probeWire } from "../../../src/cameras/probe/probe-wire.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { codedError } from "../../support/perception/perception-fixtures.ts";
import { peerSdp, startRtspPeer } from "../../support/cameras/rtsp-peer.ts";
import { startRtspServer, type RtspServerOptions } from "../../support/cameras/rtsp-server.ts";

const never = new AbortController().signal;
const password = "s3cret-Pass";
const nowhere = "http://127.0.0.1:1/onvif/device_service";
const kept: string[] = [];

function probes(
  allowedNetworks = ["127.0.0.0/8"],
  { connectTimeoutMs = 20_000, answerTimeoutMs = 20_000 } = {},
): CameraProbe {
  const dial = { allowedNetworks, connectTimeoutMs };
  return new CameraProbe({
    clock: systemClock,
    keepSecret: (secret) => kept.push(secret),
    onvif: new OnvifAdapter({ ...dial, log: silentLogger, wallMs: () => Date.now() }),
    ingest: (onCameraClock) =>
      new FfmpegIngest({
        relay: new RtspRelay({ ...dial, answerTimeoutMs, onCameraClock }),
        log: silentLogger,
      }),
  });
}

async function probe(request: ProbeTarget, using = probes()) {
  const found = probeWire(await using.probe({ onvifUrl: nowhere, ...request }, never));
  return { ...found, codes: found.advice.map(({ code }) => code) };
}

async function camera(t: TestContext, options: RtspServerOptions): Promise<string> {
  const server = await startRtspServer(options);
  t.after(() => server.stop());
  return server.url;
}

describe("trying a camera", { concurrency: 4 }, () => {
  test("a good camera: codec, size, rate, GOP and clock are measured, and no advice is critical", async (t) => {
    const who = { user: "admin", password, auth: "digest" } as const;
    const url = await camera(t, { ...who, fps: 10, gop: 10, size: "640x360" });
    const device = await startOnvifDevice({
      username: "admin",
      password,
      streams: [
        { token: "main", url, width: 640, height: 360 },
        { token: "sub", url: `${url}-sub?pw=${password}`, width: 320, height: 180 },
      ],
    });
    t.after(() => device.stop());
    const found = await probe({ url, username: "admin", password, onvifUrl: device.url });
    assert.deepEqual(
      [found.usable, found.reachable, found.credentials],
      [true, true, "accepted"],
      JSON.stringify(found),
    );
    const rtsp = found.rtsp!;
    assert.deepEqual(
      [rtsp.problem, rtsp.codec, rtsp.width, rtsp.height, rtsp.has_b_frames, rtsp.transport],
      [null, "h264", 640, 360, false, "rtp_over_rtsp_tcp"],
    );
    assert.ok(Math.abs(rtsp.fps! - 10) < 0.2, `${rtsp.fps}`);
    assert.ok(Math.abs(rtsp.gop_seconds! - 1) < 0.05 && rtsp.gop_frames === 10);
    assert.ok(Math.abs(rtsp.clock_offset_seconds!) < 1.5, `${rtsp.clock_offset_seconds}`);
    assert.equal(found.onvif.profiles.length, 2);
    // Slow to start it is on a machine that is busy.
    assert.deepEqual(
      found.codes.filter((code) => code !== "slow_start"),
      ["sub_stream"],
    );
    assert.ok(!JSON.stringify(found).includes(password), "the password is not repeated");
    assert.ok(kept.includes(password));
  });

  test("a camera known by its host only is found through ONVIF; its wrong clock is reported", async (t) => {
    const url = await camera(t, { fps: 10, gop: 60, seconds: 6 });
    const device = await startOnvifDevice({
      streams: [{ token: "m", url }],
      clockOffsetMs: 90_000,
    });
    t.after(() => device.stop());
    const found = await probe({ host: "127.0.0.1", onvifUrl: device.url });
    assert.equal(found.usable, true);
    assert.equal(found.rtsp!.url, url);
    assert.equal(found.credentials, "not_needed");
    assert.ok(Math.abs(found.onvif.clock_offset_seconds! - 90) < 1);
    assert.ok(Math.abs(found.rtsp!.gop_seconds! - 6) < 0.2, `${found.rtsp!.gop_seconds}`);
    assert.ok(found.codes.includes("gop_long") && found.codes.includes("no_sub_stream"));
  });

  for (const [codec, advised] of [
    ["hevc", "codec_in_some_browsers"],
    ["mjpeg", "codec_not_in_browsers"],
  ] as const) {
    test(`${codec}: usable, and what browsers cannot do is said`, async (t) => {
      const url = await camera(t, { codec, fps: 10 });
      const found = await probe({ url });
      assert.deepEqual([found.usable, found.rtsp!.codec], [true, codec]);
      assert.ok(found.codes.includes(advised), found.codes.join());
    });
  }

  test("wrong and missing passwords, audio only, and foreign codecs are told apart", async (t) => {
    const secured = await camera(t, { user: "admin", password, auth: "digest" });
    const wrong = await probe({ url: secured, username: "admin", password: "other-pass" });
    assert.deepEqual([wrong.usable, wrong.reachable, wrong.credentials], [false, true, "refused"]);
    assert.deepEqual([wrong.codes[0], wrong.finding], ["stream_auth_failed", "password_wrong"]);
    assert.ok(!JSON.stringify(wrong).includes("other-pass"));
    const missing = await probe({ url: secured });
    assert.deepEqual([missing.credentials, missing.finding], ["missing", "password_missing"]);
    const inUrl = secured.replace("//", `//admin:${password}@`);
    const accepted = await probe({ url: inUrl });
    assert.equal(accepted.credentials, "accepted");
    assert.ok(!JSON.stringify(accepted).includes(password));
    const audio = await probe({ url: await camera(t, { codec: "audio" }) });
    assert.deepEqual([audio.usable, audio.codes[0]], [false, "stream_no_video"]);
    assert.equal(audio.finding, "no_video");
  });

  test("a closed port, a black hole, something else and a forbidden network are answers", async (t) => {
    const closed = await probe({ url: "rtsp://127.0.0.1:1/x" });
    assert.deepEqual([closed.usable, closed.reachable], [false, false]);
    assert.equal(closed.advice[0]!.level, "critical");
    assert.equal(closed.finding, "refused");
    const open = probes(["127.0.0.0/8", "192.0.2.0/24"], { connectTimeoutMs: 400 });
    const hole = await probe({ url: "rtsp://192.0.2.250/x", onvifUrl: nowhere }, open);
    assert.deepEqual([hole.reachable, hole.codes[0]], [false, "stream_unreachable"]);
    assert.equal(hole.finding, "no_answer");
    const web = createServer((socket) => socket.end("HTTP/1.0 400 Bad Request\r\n\r\n"));
    web.listen(0, "127.0.0.1");
    await once(web, "listening");
    t.after(() => void web.close());
    const { port } = web.address() as AddressInfo;
    const other = await probe({ url: `rtsp://127.0.0.1:${port}/x` });
    assert.deepEqual([other.reachable, other.codes[0]], [true, "stream_broken"]);
    assert.equal(other.finding, "not_rtsp");
    // ONVIF that answers does not hide that RTSP is off.
    const half = await probe({
      url: "rtsp://127.0.0.1:1/x",
      onvifUrl: `http://127.0.0.1:${port}/onvif`,
    });
    assert.equal(half.finding, "refused");
    const byHost = await probe({ host: "127.0.0.1", onvifUrl: nowhere });
    assert.equal(byHost.finding, "refused");
    const forbidden = await probe({ url: "rtsp://8.8.8.8/x" });
    assert.deepEqual([forbidden.reachable, forbidden.codes[0]], [false, "forbidden_address"]);
    assert.equal(forbidden.finding, "not_allowed");
  });

  test("a camera that falls silent after SETUP is an answer too, and the client may leave", async (t) => {
    const peer = await startRtspPeer((request) => {
      if (request.method === "DESCRIBE") {
        return { headers: { "Content-Type": "application/sdp" }, body: peerSdp };
      }
      return request.method === "OPTIONS"
        ? { headers: { Public: "DESCRIBE, SETUP, PLAY" } }
        : undefined;
    });
    t.after(() => peer.stop());
    const found = await probe({ url: peer.url }, probes(undefined, { answerTimeoutMs: 1000 }));
    assert.deepEqual(
      [found.usable, found.reachable || found.codes[0]],
      [false, "stream_unreachable"],
    );
    const leaving = AbortSignal.timeout(300);
    // Without leaving it would end with an answer to nobody's request: the peer's silence has no end.
    await probes(undefined, { answerTimeoutMs: 1e6 }).probe(
      { url: peer.url, onvifUrl: nowhere },
      leaving,
    );
  });

  test("a camera that freezes after its first pictures is not called usable", async (t) => {
    const server = await startRtspServer({ fps: 10, gop: 10 });
    t.after(() => server.stop());
    let pictures = 0;
    const dial = { allowedNetworks: ["127.0.0.0/8"] };
    const relay = new RtspRelay({ ...dial, answerTimeoutMs: 20_000 });
    const camera = new FfmpegIngest({ relay, log: silentLogger });
    const using = new CameraProbe({
      clock: systemClock,
      keepSecret: () => {},
      onvif: new OnvifAdapter({ ...dial, log: silentLogger, wallMs: () => Date.now() }),
      ingest: () => ({
        answers: (source, signal) => camera.answers(source, signal),
        open: (source, events) =>
          camera.open(source, {
            ...events,
            onFragment: (fragment) => {
              pictures += 1;
              if (pictures === 8) server.freeze();
              return events.onFragment(fragment);
            },
          }),
      }),
    });
    const found = await probe({ url: server.url }, using);
    assert.ok(pictures >= 8, `${pictures}`);
    assert.deepEqual([found.usable, found.reachable], [false, true], JSON.stringify(found));
    assert.deepEqual([found.codes[0], found.credentials], ["stream_stalled", "not_needed"]);
    assert.match(found.advice[0]!.message, /sent pictures and then stopped/);
    assert.equal(found.rtsp!.codec, "h264");
    server.thaw();
  });

  test("a probe of a stream uses its address and password, and sends the password to no other host", async (t) => {
    const url = await camera(t, { user: "admin", password, auth: "digest", fps: 10 });
    const known = { kind: "rtsp", url, username: "admin", password } as const;
    const tried = async (request: ProbeTarget) =>
      probeWire(await probes().probe({ onvifUrl: nowhere, ...request }, never, known));
    assert.equal((await tried({})).finding, "usable");
    assert.equal((await tried({ url })).credentials, "accepted");
    const elsewhere = await tried({
      url: url.replace("127.0.0.1", "127.0.0.2"),
    });
    assert.notEqual(elsewhere.credentials, "accepted");
    const service = "http://127.0.0.2:1/onvif/device_service";
    const stranger = await tried({ url, onvifUrl: service });
    assert.equal(stranger.finding, "password_missing");
  });

  test("a request that names no camera is refused by field", async () => {
    for (const [request, param] of [
      [{}, "url"],
      [{ url: "rtsp://a/b", host: "a" }, "url"],
      [{ url: "http://a/b" }, "url"],
      [{ host: "a/b?c" }, "host"],
      [{ host: "cam", onvifUrl: "ftp://x" }, "onvif_url"],
      [{ host: "cam", onvifUrl: "http://u:p@x/" }, "onvif_url"],
    ] as const) {
      const error = await codedError(() => probes().probe(request, never));
      assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
    }
  });

  test("a fifth probe at once is refused", async (t) => {
    const peer = await startRtspPeer(() => undefined);
    t.after(() => peer.stop());
    const using = probes();
    const leave = new AbortController();
    const running = Array.from({ length: 4 }, () =>
      using.probe({ url: peer.url, onvifUrl: nowhere }, leave.signal),
    );
    const error = await codedError(() => using.probe({ url: peer.url }, never));
    assert.equal(error.code, "overloaded");
    leave.abort();
    assert.equal((await Promise.all(running)).length, 4);
  });
});
