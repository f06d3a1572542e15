import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { test } from "node:test";
import type { ToWebrtcChild } from "../../../../src/adapters/webrtc/child/protocol.ts";
import { packFrame } from "../../../../src/adapters/rtsp-server/rtp-frame.ts";
import { PeerProcess } from "../../../../src/adapters/webrtc/peer-process.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { startWebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";

const deadlineMs = 60_000;

test("when the process is killed, its viewers' sessions end, and the next viewer gets video from another one", async (t) => {
  const { view, child, peers, live, ended } = await startWebrtcRig(t);
  const both = await Promise.all([view(), view()]);
  await until(() => both.every(({ viewer }) => viewer.packets.length > 20), { what: "video" });
  const { pid } = child;
  process.kill(pid!, "SIGKILL");
  await until(() => ended() === 2, { deadlineMs, what: "the end of both sessions" });
  assert.deepEqual(peers.counts(), { connected: 0, halfOpen: 0 });
  assert.equal(live.readers, 0);
  // The process is not up yet: the viewer waits for it.
  const { viewer } = await view();
  await until(() => viewer.packets.length > 20, { deadlineMs, what: "video again" });
  assert.equal(child.restarts, 1);
  assert.notEqual(child.pid, pid);
});

test("the process starts 2 s after the box, or with an earlier viewer", async (t) => {
  const clock = new FakeClock();
  const { child } = await startWebrtcRig(t, { clock });
  clock.advance(1900);
  assert.equal(child.state, undefined);
  clock.advance(100);
  await until(() => child.state === "up", { deadlineMs, what: "the process" });
  const early = await startWebrtcRig(t, { clock: new FakeClock() });
  assert.equal(early.child.pid, undefined);
  await early.view();
  assert.equal(early.child.state, "up");
});

test("a process that does not read gets 32 MiB and no more, and another one replaces it", async (t) => {
  const child = new PeerProcess({ clock: systemClock, log: silentLogger, port: 0 });
  t.after(() => child.stop());
  await child.ready();
  process.kill(child.pid!, "SIGSTOP");
  const unit = Buffer.alloc(4 * 1024 * 1024, 0x65);
  const numbers = { ssrc: 1, sequence: 0, rtpTime: 0 };
  const frame = packFrame([unit], { codec: "h264", isKey: true }, numbers);
  const message: Extract<ToWebrtcChild, { type: "videoFrame" }> = {
    type: "videoFrame",
    videoId: 1,
    frame,
    wallMs: 0,
  };
  const sent = Array.from({ length: 20 }, () => child.sendFrame(message));
  assert.equal(sent.filter(Boolean).length, 8);
  assert.equal(child.droppedFrames, 12);
  await until(() => child.restarts === 1, { deadlineMs, what: "the end of the stopped process" });
  await child.ready();
  assert.equal(child.sendFrame(message), true);
});

test("a taken UDP port is refused by name, and used as soon as it is free", async (t) => {
  const other = createSocket("udp4");
  await new Promise<void>((resolve) => other.bind(0, "127.0.0.1", resolve));
  const { port } = other.address();
  const { view, child } = await startWebrtcRig(t, { port });
  await assert.rejects(view(), {
    code: "overloaded",
    message: new RegExp(`^webrtc\\.port: another program uses UDP port ${port}\\.`),
  });
  await new Promise<void>((resolve) => other.close(() => resolve()));
  await until(() => child.restarts > 0 && child.state === "up", { deadlineMs, what: "a new try" });
  const { viewer } = await view();
  await until(() => viewer.packets.length > 20, { deadlineMs, what: "video" });
});

test("an offer that only the library refuses is the viewer's fault, and ends no other session", async (t) => {
  const { view, open, peers } = await startWebrtcRig(t);
  const { viewer } = await view();
  const offer = await viewer.offer();
  const damaged = offer.replace(
    /^a=fingerprint:.*$/m,
    `a=fingerprint:sha-512 ${"AB:".repeat(31)}AB`,
  );
  await assert.rejects(open(damaged), {
    code: "invalid_request_body",
    message: /^offer: is refused/,
  });
  const before = viewer.packets.length;
  await until(() => viewer.packets.length > before + 10, { what: "more video" });
  assert.equal(peers.counts().halfOpen, 0);
});
