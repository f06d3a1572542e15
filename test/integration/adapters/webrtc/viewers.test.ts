import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { test } from "node:test";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { until } from "../../../support/box/wait.ts";
import { browserOffer } from "../../../support/cameras/webrtc/browser-offer.ts";
import { startWebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";
import { LossyPath } from "../../../support/cameras/webrtc/lossy-path.ts";
import {
  type ReceivedPacket,
  WebrtcViewer,
} from "../../../support/cameras/webrtc/webrtc-viewer.ts";

const spsType = 7;
const unitType = ({ payload }: ReceivedPacket): number => payload[0]! & 0x1f;
const keyFrames = ({ packets }: WebrtcViewer): number =>
  packets.filter((each) => unitType(each) === spsType).length;
const frames = ({ packets }: WebrtcViewer): number => packets.filter(({ isLast }) => isLast).length;

/** The UDP port of the box in an answer. */
function portOf(answer: string): number {
  return Number(/^a=candidate:\S+ 1 UDP \d+ 127\.0\.0\.1 (\d+) /m.exec(answer)![1]);
}

test("a viewer gets the newest key frame with its parameter sets at once, then every frame", async (t) => {
  const { view, peers, live } = await startWebrtcRig(t);
  const { viewer, answer } = await view();
  await until(() => frames(viewer) > 25, { what: "video" });
  assert.equal(unitType(viewer.packets[0]!), spsType);
  const sequences = viewer.packets.map(({ sequence }) => sequence);
  assert.ok(
    sequences.every((each, at) => at === 0 || each === ((sequences[at - 1]! + 1) & 0xffff)),
  );
  assert.match(answer, /^a=sendonly\r$/m);
  // Only the address at which the viewer reached the box.
  assert.equal([...answer.matchAll(/^a=candidate/gm)].length, 1);
  assert.ok(portOf(answer) > 0);
  assert.deepEqual(peers.counts(), { connected: 1, halfOpen: 0 });
  assert.equal(live.readers, 1);
});

test("a viewer that lost its picture gets the newest key frame again, and goes on from there", async (t) => {
  const { view } = await startWebrtcRig(t, { clip: { gop: 100, seconds: 10 } });
  const { viewer } = await view();
  await until(() => frames(viewer) > 20, { what: "video" });
  assert.equal(keyFrames(viewer), 1);
  viewer.requestPicture();
  await until(() => keyFrames(viewer) === 2, { what: "the key frame again" });
  const before = frames(viewer);
  await until(() => frames(viewer) > before + 5, { what: "more video" });
  const times = viewer.packets.map(({ rtpTime }) => rtpTime);
  assert.ok(times.every((each, at) => at === 0 || ((each - times[at - 1]!) | 0) >= 0));
});

test("a packet that was lost on the way comes again on request, and sender reports are answered", async (t) => {
  const { open } = await startWebrtcRig(t);
  const viewer = new WebrtcViewer("H264", "SendRecv");
  t.after(() => viewer.close());
  const { answer } = await open(await viewer.offer());
  const path = new LossyPath(portOf(answer), 20);
  t.after(() => path.close());
  viewer.accept(answer.replace(` ${portOf(answer)} typ`, ` ${await path.start()} typ`));
  await until(() => viewer.packets.length > 30, { what: "video" });
  const [before, after] = [viewer.packets[18]!, viewer.packets[19]!];
  const lost = (before.sequence + 1) & 0xffff;
  assert.equal(after.sequence, (before.sequence + 2) & 0xffff);
  viewer.requestPacket(lost);
  const isBack = (): boolean => viewer.packets.some(({ sequence }) => sequence === lost);
  await until(isBack, { what: "the lost packet" });
  // The viewer answers the box's sender reports.
  await until(() => path.receiverReports > 0, { what: "a receiver report" });
});

test("viewers share the camera's video, and the last one to leave closes it", async (t) => {
  const { view, live, peers, ended } = await startWebrtcRig(t);
  const both = await Promise.all([view(), view()]);
  await until(() => both.every(({ viewer }) => frames(viewer) > 3), { what: "both" });
  assert.equal(live.readers, 1);
  both[0].close();
  both[0].close();
  assert.equal(ended(), 1);
  const before = frames(both[1].viewer);
  await until(() => frames(both[1].viewer) > before + 3, { what: "the other" });
  both[1].close();
  assert.deepEqual(peers.counts(), { connected: 0, halfOpen: 0 });
  assert.equal(live.readers, 0);
});

test("a thousand sessions that never connect end after eight seconds, and disturb no viewer", async (t) => {
  const clock = new FakeClock();
  const { view, open, peers, live } = await startWebrtcRig(t, { clock });
  const { viewer } = await view();
  await until(() => peers.counts().connected === 1, { what: "the viewer" });
  const ports = new Set<number>();
  for (let opened = 0; opened < 1000; opened += 50) {
    const some = await Promise.all(Array.from({ length: 50 }, () => open(browserOffer())));
    for (const { answer } of some) ports.add(portOf(answer));
  }
  assert.equal(ports.size, 1000);
  assert.deepEqual(peers.counts(), { connected: 1, halfOpen: 1000 });
  const before = frames(viewer);
  await until(() => frames(viewer) > before + 10, { what: "video for the viewer" });
  clock.advance(8000);
  assert.deepEqual(peers.counts(), { connected: 1, halfOpen: 0 });
  assert.equal(live.readers, 1);
  const later = frames(viewer);
  await until(() => frames(viewer) > later + 10, { what: "more video" });
});

test("packets from elsewhere to a viewer's port are dropped", async (t) => {
  const { view, peers } = await startWebrtcRig(t);
  const { viewer, answer } = await view();
  await until(() => frames(viewer) > 3, { what: "video" });
  const stranger = createSocket("udp4");
  t.after(() => stranger.close());
  const random = numbers(7);
  // First bytes of STUN, DTLS, RTP and RTCP (RFC 7983), a request for a picture, and noise.
  const heads = [[0, 1], [22, 254, 253], [0x80, 96], [0x81, 206, 0, 2], [0x80, 200], []];
  for (let sent = 0; sent < 2000; sent += 1) {
    const bytes = Buffer.from(Array.from({ length: 1 + random() * 200 }, () => random() * 256));
    Buffer.from(heads[sent % heads.length]!).copy(bytes);
    await new Promise((resolve) => stranger.send(bytes, portOf(answer), "127.0.0.1", resolve));
  }
  const before = frames(viewer);
  await until(() => frames(viewer) > before + 10, { what: "more video" });
  assert.equal(viewer.state, "connected");
  assert.deepEqual(peers.counts(), { connected: 1, halfOpen: 0 });
});

test("what the box cannot send is refused with the reason, and leaves nothing open", async (t) => {
  const { open, peers, live } = await startWebrtcRig(t);
  await assert.rejects(open("hello"), { code: "invalid_request_body" });
  await assert.rejects(open(browserOffer(), "nowhere"), { code: "not_found" });
  await assert.rejects(open(browserOffer(), "masked"), { code: "conflict" });
  const other = browserOffer().replaceAll("H264", "VP9");
  await assert.rejects(open(other), { code: "codec_not_playable", message: /lacks H\.264/ });
  assert.deepEqual(peers.counts(), { connected: 0, halfOpen: 0 });
  assert.equal(live.readers, 0);
});

test("a camera with B-frames is refused, because WebRTC shows frames in the order of their packets", async (t) => {
  const { open, live } = await startWebrtcRig(t, { clip: { output: ["-bf", "2"] } });
  await assert.rejects(open(browserOffer()), { code: "codec_not_playable", message: /B-frames/ });
  assert.equal(live.readers, 0);
});

test("H.265 passes through to a viewer that offers it, and is refused to one that does not", async (t) => {
  const coding = "-c:v libx265 -tag:v hvc1 -x265-params bframes=0:keyint=20:log-level=error";
  const { view, open } = await startWebrtcRig(t, { clip: { output: coding.split(" ") } });
  const { viewer } = await view("H265");
  await until(() => frames(viewer) > 5, { what: "video" });
  // The parameter sets (VPS, SPS, PPS) come before the key frame (RFC 7798 1.1.4).
  const types = viewer.packets.slice(0, 3).map(({ payload }) => (payload[0]! >> 1) & 0x3f);
  assert.deepEqual(types, [32, 33, 34]);
  const without = browserOffer().replace("H265", "AV1");
  await assert.rejects(open(without), { code: "codec_not_playable", message: /lacks H\.265/ });
});

test("all viewers use one UDP port where the site names it", async (t) => {
  const probe = createSocket("udp4");
  await new Promise<void>((resolve) => probe.bind(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  const { view } = await startWebrtcRig(t, { port });
  const both = await Promise.all([view(), view()]);
  assert.deepEqual(
    both.map(({ answer }) => portOf(answer)),
    [port, port],
  );
  await until(() => both.every(({ viewer }) => frames(viewer) > 5), { what: "both" });
});
