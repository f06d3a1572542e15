import assert from "node:assert/strict";
import { test } from "node:test";
import { header, statusOf } from "../../../../src/adapters/rtsp-relay/rtsp-message.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { RtspClient } from "../../../support/cameras/rtsp-client.ts";
import { login, type RtspRig, startRtspRig } from "../../../support/cameras/rtsp-rig.ts";

/** Waits until the video plays, so that a reader finds a key frame. */
async function untilGop(rig: RtspRig): Promise<void> {
  const client = rig.client("yard");
  await client.play();
  await until(() => client.packets.length > 0, { what: "video" });
  client.close();
  await until(() => rig.server.readers() === 0, { what: "the end of the session" });
}

test("a reader begins with the parameter sets and the newest key frame, as RTP-Info says", async (t) => {
  const rig = await startRtspRig(t);
  await untilGop(rig);
  const client = rig.client("yard");
  const played = await client.play();
  const info = /seq=(\d+);rtptime=(\d+)$/.exec(header(played, "rtp-info")!)!;
  await until(() => client.packets.some(({ isLast }) => isLast), { what: "a frame" });
  const first = client.packets[0]!;
  assert.deepEqual([first.sequence, first.rtpTime], [Number(info[1]), Number(info[2])]);
  const types = client.packets.slice(0, 3).map(({ payload }) => payload[0]! & 0x1f);
  assert.deepEqual(types.slice(0, 2), [7, 8], "SPS and PPS");
  assert.ok([5, 6, 28].includes(types[2]!), `then the key frame, not ${types[2]}`);
  await until(() => client.reports.length > 0, { what: "a sender report" });
  const ntpSec = client.reports[0]!.readUInt32BE(8) - 2_208_988_800;
  assert.ok(Math.abs(ntpSec - Date.now() / 1000) < 60, "the report names the wall time");
  client.close();
});

test("all readers of a stream share one video, which closes with the last", async (t) => {
  const rig = await startRtspRig(t);
  const clients = [rig.client("yard"), rig.client("yard"), rig.client("yard")];
  await Promise.all(clients.map((client) => client.play()));
  await until(() => clients.every(({ packets }) => packets.length > 0), { what: "video" });
  assert.equal(rig.live.readers, 1);
  assert.equal(rig.server.readers(), 3);
  clients[0]!.close();
  await clients[1]!.request("TEARDOWN", { fields: [`Session: ${clients[1]!.session}`] });
  await until(() => rig.server.readers() === 1, { what: "two ends" });
  assert.equal(rig.live.readers, 1);
  clients[2]!.close();
  await until(() => rig.live.readers === 0, { what: "the end of the video" });
  clients[1]!.close();
});

test("a reader goes on, without a jump of sequence or time, when the camera connects again", async (t) => {
  const rig = await startRtspRig(t);
  const client = rig.client("yard");
  await client.play();
  await until(() => client.packets.length > 5, { what: "video" });
  rig.live.disconnect();
  const before = client.packets.length;
  await until(() => client.packets.length > before + 20, { what: "video after the gap" });
  for (const [index, packet] of client.packets.entries()) {
    const previous = client.packets[index - 1];
    if (!previous) continue;
    assert.equal(packet.sequence, (previous.sequence + 1) & 0xffff);
    const ticks = (packet.rtpTime - previous.rtpTime) >>> 0;
    assert.ok(ticks < 90_000 * 5, `a step of ${ticks} ticks`);
  }
  client.close();
});

const refusals = [
  { path: "nothing", status: 404, reason: /none with this id/ },
  { path: "masked", status: 403, reason: /privacy masks/ },
  { path: "away", status: 503, reason: /no picture yet/ },
  { path: "yard/third", status: 404, reason: /address/ },
  { path: "yard/sub/more", status: 404, reason: /address/ },
];
for (const { path, status, reason } of refusals) {
  test(`DESCRIBE of /${path} is refused with ${status} and the reason`, async (t) => {
    const rig = await startRtspRig(t);
    const client = rig.client(path);
    const answer = await client.request("DESCRIBE");
    assert.equal(statusOf(answer), status);
    assert.match(answer.body.toString(), reason);
    client.close();
  });
}

const transports = [
  "RTP/AVP;multicast;client_port=5000-5001",
  "RTP/AVP;unicast;client_port=80-81",
  "RTP/AVP/TCP;unicast;interleaved=0-1;mode=RECORD",
  "RTP/SAVP;unicast;client_port=5000-5001",
  "RTP/AVP;unicast;client_port=99999-100000",
  "nonsense",
];
for (const transport of transports) {
  test(`SETUP with "${transport}" is refused with 461`, async (t) => {
    const rig = await startRtspRig(t);
    const client = rig.client("yard");
    await client.request("DESCRIBE");
    const answer = await client.request("SETUP", { fields: [`Transport: ${transport}`] });
    assert.equal(statusOf(answer), 461);
    client.close();
  });
}

test("a wrong key gets a challenge, and after three the end of the connection", async (t) => {
  const rig = await startRtspRig(t);
  const client = rig.client("yard", { ...login, password: "svk_other" });
  const first = await client.request("DESCRIBE");
  assert.equal(statusOf(first), 401);
  assert.match(header(first, "www-authenticate")!, /^Digest realm="Gatehouse", nonce="/);
  await client.request("DESCRIBE").catch(() => {});
  await until(() => client.isClosed, { what: "the end of the connection" });
});

test("an answer that another connection's challenge got opens nothing", async (t) => {
  const rig = await startRtspRig(t);
  const owner = rig.client("yard");
  assert.equal(statusOf(await owner.request("DESCRIBE")), 200);
  const stolen = [`Authorization: ${owner.authorization("DESCRIBE")}`];
  assert.equal(statusOf(await owner.request("DESCRIBE", { fields: stolen })), 200);
  const thief = new RtspClient(rig.url("yard"));
  assert.equal(statusOf(await thief.request("DESCRIBE", { fields: stolen })), 401);
  for (const client of [owner, thief]) client.close();
});

test("a session of another connection is unknown", async (t) => {
  const rig = await startRtspRig(t);
  const owner = rig.client("yard");
  await owner.play();
  const other = rig.client("yard");
  await other.request("DESCRIBE");
  const answer = await other.request("PLAY", { fields: [`Session: ${owner.session}`] });
  assert.equal(statusOf(answer), 454);
  for (const client of [owner, other]) client.close();
});

test("a key that is revoked ends its sessions at the next look", async (t) => {
  const clock = new FakeClock();
  const rig = await startRtspRig(t, { clock });
  const client = rig.client("yard");
  await client.play();
  await until(() => client.packets.length > 0, { what: "video" });
  clock.advance(5000);
  assert.equal(rig.server.readers(), 1);
  rig.key.isValid = false;
  clock.advance(5000);
  await until(() => client.isClosed, { what: "the end" });
  assert.equal(rig.server.readers(), 0);
});

test("a connection that sets nothing up ends after 15 s", async (t) => {
  const clock = new FakeClock();
  const rig = await startRtspRig(t, { clock });
  const client = rig.client("yard");
  await client.request("OPTIONS");
  clock.advance(14_000);
  assert.equal(statusOf(await client.request("OPTIONS")), 200);
  clock.advance(1000);
  await until(() => client.isClosed, { what: "the end" });
});

test("a reader by UDP without a sign of life ends after a minute", async (t) => {
  const clock = new FakeClock();
  const rig = await startRtspRig(t, { clock });
  const client = rig.client("yard");
  await client.play("RTP/AVP;unicast;client_port=45678-45679");
  clock.advance(55_000);
  assert.equal(rig.server.readers(), 1);
  await client.request("GET_PARAMETER", { fields: [`Session: ${client.session}`] });
  clock.advance(55_000);
  assert.equal(rig.server.readers(), 1);
  clock.advance(10_000);
  await until(() => client.isClosed, { what: "the end" });
});

test("a reader that takes nothing loses frames, slows no other, and ends after 15 s", async (t) => {
  const clock = new FakeClock();
  // 4 MiB may wait: a noisy picture fills that in a few frames.
  const input = ["-f", "lavfi", "-i", "nullsrc=s=1280x720:r=10,geq=random(1)*255:128:128"];
  const rig = await startRtspRig(t, { clock, clip: { input, output: ["-qp", "1"], seconds: 2 } });
  const [stuck, other] = [rig.client("yard"), rig.client("yard")];
  await stuck.play();
  stuck.socket.pause();
  await other.play();
  const frames = (client: RtspClient): number =>
    client.packets.filter(({ isLast }) => isLast).length;
  await until(() => frames(other) >= 30, { what: "30 frames of the other" });
  for (const [index, packet] of other.packets.entries()) {
    const previous = other.packets[index - 1];
    if (previous) assert.equal(packet.sequence, (previous.sequence + 1) & 0xffff);
  }
  for (let at = 0; at <= 20_000; at += 5000) clock.advance(5000);
  await until(() => rig.server.readers() === 1, { what: "the end of the stuck reader" });
  other.close();
  stuck.close();
});

test("of a thousand connections without a key, one address keeps 16, and a reader goes on", async (t) => {
  const rig = await startRtspRig(t);
  const reader = rig.client("yard");
  await reader.play();
  const strangers = Array.from({ length: 1000 }, () => new RtspClient(rig.url("yard")));
  await until(() => strangers.filter(({ isClosed }) => isClosed).length === 984, {
    what: "984 refusals",
  });
  const open = strangers.find(({ isClosed }) => !isClosed)!;
  assert.equal(statusOf(await open.request("OPTIONS")), 200);
  const before = reader.packets.length;
  await until(() => reader.packets.length > before + 10, { what: "more video" });
  for (const client of [reader, ...strangers]) client.close();
});

test("a reader beyond the site's limit is refused with 453", async (t) => {
  const rig = await startRtspRig(t, { server: { maxReaders: 1 } });
  const [first, second] = [rig.client("yard"), rig.client("yard")];
  await first.play();
  await second.request("DESCRIBE");
  const fields = ["Transport: RTP/AVP/TCP;unicast;interleaved=0-1"];
  assert.equal(statusOf(await second.request("SETUP", { fields })), 453);
  first.close();
  await until(() => rig.server.readers() === 0, { what: "a free place" });
  assert.equal(statusOf(await second.request("SETUP", { fields })), 200);
  second.close();
});

test("a request that RTSP does not know is refused, and the connection goes on", async (t) => {
  const rig = await startRtspRig(t);
  const client = rig.client("yard");
  assert.equal(statusOf(await client.request("ANNOUNCE")), 405);
  assert.equal(statusOf(await client.request("OPTIONS", { fields: ["Require: no-such"] })), 551);
  assert.equal(statusOf(await client.request("OPTIONS")), 200);
  client.close();
});
