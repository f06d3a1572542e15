import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { header, statusOf } from "../../../../src/adapters/rtsp-relay/rtsp-message.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { startOpenCamera } from "../../../support/cameras/open-camera.ts";
import type { ReceivedPacket, RtspClient } from "../../../support/cameras/rtsp-client.ts";
import { startRtspRig } from "../../../support/cameras/rtsp-rig.ts";
import { beepDelays, tracksOf } from "../../../support/cameras/sound.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";

const run = promisify(execFile);
const videoRate = 90_000;
const soundRate = 16_000;

function channelOf(client: RtspClient, channel: number): ReceivedPacket[] {
  return client.packets.filter((packet) => packet.channel === channel);
}

/** Describes the stream and sets up both tracks. */
async function setUpBoth(client: RtspClient): Promise<string> {
  const { body } = await client.request("DESCRIBE");
  await client.setUp(0, "RTP/AVP/TCP;unicast;interleaved=0-1");
  await client.setUp(1, "RTP/AVP/TCP;unicast;interleaved=2-3");
  return body.toString();
}

/** The newest sender report of each channel: wall time in seconds, and RTP time. */
function reportOf(report: Buffer): { ssrc: number; wallSec: number; rtpTime: number } {
  const wallSec = report.readUInt32BE(8) + report.readUInt32BE(12) / 2 ** 32;
  return { ssrc: report.readUInt32BE(4), wallSec, rtpTime: report.readUInt32BE(16) };
}

suite("sound by RTSP", { concurrency: 4 }, () => {
  for (const [audio, codec, transport] of [
    ["opus", "opus", "tcp"],
    ["pcma", "aac", "udp"],
  ] as const) {
    test(`a recorder gets ${audio} as ${codec} by ${transport}, in step with the picture within 40 ms`, async (t) => {
      const { open } = await startOpenCamera(t, { audio });
      const rig = await startRtspRig(t, { open });
      const path = join(await tempDir(t), "recorded.mkv");
      const url = rig.signedUrl("yard");
      let delays: number[] = [];
      const isInStep = async (): Promise<boolean> => {
        await rm(path, { force: true });
        await runFfmpeg(["-rtsp_transport", transport, "-i", url, "-t", "5", "-c", "copy", path]);
        assert.deepEqual(await tracksOf(path), ["h264,video", `${codec},audio`]);
        delays = await beepDelays(path);
        return delays.length >= 3 && delays.every((delay) => delay < 0.04);
      };
      // Until the camera's first reports, which come within 5 s, the arrival places the sound.
      const what = "beeps with key frames";
      await until(isInStep, { deadlineMs: 90_000, what }).catch((error: Error) => {
        throw new Error(`${error.message}; the last recording's delays in s: ${delays.join(" ")}`);
      });
    });
  }

  const gstReader = fileURLToPath(
    new URL("../../../support/cameras/gst-sound-reader.py", import.meta.url),
  );
  test("GStreamer's rtspsrc reads both tracks", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    const program = [gstReader, rig.signedUrl("yard"), "20"];
    const { stdout } = await run("/usr/bin/python3", program, { timeout: 70_000 });
    const { frames, sounds } = JSON.parse(stdout);
    assert.ok(frames >= 20, stdout);
    assert.ok(sounds >= 20, stdout);
  });

  test("both tracks begin at the newest key frame, as RTP-Info and the first reports say", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    await until(() => rig.live.sent > 35, { what: "a second of the second GOP" });
    const keeper = rig.client("yard");
    await keeper.play();
    await until(() => keeper.packets.length > 5, { what: "video" });
    const client = rig.client("yard");
    const description = await setUpBoth(client);
    assert.match(description, /m=audio 0 RTP\/AVP 97\r\na=rtpmap:97 mpeg4-generic\/16000\/1\r\n/);
    assert.match(description, /mode=AAC-hbr;.*config=1408\r\n/);
    const played = await client.request("PLAY", { fields: [`Session: ${client.session}`] });
    const info = header(played, "rtp-info")!.split(",");
    assert.equal(info.length, 2);
    const [video, sound] = info.map((each) => {
      const [, track, seq, rtpTime] = /trackID=(\d);seq=(\d+);rtptime=(\d+)$/.exec(each)!;
      return { track: Number(track), seq: Number(seq), rtpTime: Number(rtpTime) };
    });
    await until(() => channelOf(client, 2).length > 5, { what: "sound" });
    const [firstFrame] = channelOf(client, 0);
    const [firstSound] = channelOf(client, 2);
    assert.deepEqual([firstFrame!.sequence, firstFrame!.rtpTime], [video!.seq, video!.rtpTime]);
    assert.equal(firstSound!.sequence, sound!.seq);
    const lateSec = ((firstSound!.rtpTime - sound!.rtpTime) | 0) / soundRate;
    assert.ok(lateSec >= 0 && lateSec < 0.15, `sound begins ${lateSec} s after the key frame`);
    assert.equal(client.firstChannel, 1, "a report comes first");
    const [ofVideo, ofSound] = client.reports.map(reportOf);
    assert.notEqual(ofVideo!.ssrc, ofSound!.ssrc);
    assert.equal(ofVideo!.wallSec, ofSound!.wallSec);
    assert.deepEqual([ofVideo!.rtpTime, ofSound!.rtpTime], [video!.rtpTime, sound!.rtpTime]);
    for (const each of [client, keeper]) each.close();
  });

  test("a reader of one track gets only that", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    const [viewer, listener] = [rig.client("yard"), rig.client("yard")];
    await viewer.play();
    await listener.request("DESCRIBE");
    await listener.setUp(1, "RTP/AVP/TCP;unicast;interleaved=0-1");
    const played = await listener.request("PLAY", { fields: [`Session: ${listener.session}`] });
    assert.match(header(played, "rtp-info")!, /^url=[^,]*trackID=1;[^,]*$/);
    await until(() => listener.packets.length > 10 && viewer.packets.length > 10, {
      what: "packets of both",
    });
    const sizes = listener.packets.map(({ payload }) => payload.readUInt16BE(2) >> 3);
    assert.deepEqual(
      sizes,
      listener.packets.map(({ payload }) => payload.length - 4),
      "AAC frames only",
    );
    assert.ok(viewer.packets.every(({ payload }) => (payload[0]! & 0x1f) !== 0));
    for (const each of [viewer, listener]) each.close();
  });

  test("sound goes on, without a jump of its sequence, when the camera connects again", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    const client = rig.client("yard");
    await setUpBoth(client);
    await client.request("PLAY", { fields: [`Session: ${client.session}`] });
    await until(() => channelOf(client, 2).length > 5, { what: "sound" });
    rig.live.disconnect();
    const before = channelOf(client, 2).length;
    await until(() => channelOf(client, 2).length > before + 20, { what: "sound after the gap" });
    const packets = channelOf(client, 2);
    for (const [index, packet] of packets.slice(1).entries()) {
      assert.equal(packet.sequence, (packets[index]!.sequence + 1) & 0xffff);
    }
    // The newest moment of both tracks is less than a second apart.
    const at = (channel: number, rate: number): number =>
      ((channelOf(client, channel).at(-1)!.rtpTime -
        reportOf(client.reports[channel / 2]!).rtpTime) |
        0) /
      rate;
    assert.ok(Math.abs(at(0, videoRate) - at(2, soundRate)) < 1);
    client.close();
  });

  test("a camera whose sound ends, or begins, ends its readers: their description is wrong", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    const client = rig.client("yard");
    await client.play();
    await until(() => client.packets.length > 5, { what: "video" });
    rig.live.mute();
    await until(() => client.isClosed, { what: "the end of the connection" });
    const next = rig.client("yard");
    const { body } = await next.request("DESCRIBE");
    assert.doesNotMatch(body.toString(), /m=audio/);
    assert.equal(statusOf(await next.setUp(1, "RTP/AVP/TCP;interleaved=0-1")), 404);
    next.close();
  });

  const refusals = [
    { again: 0, transport: "RTP/AVP/TCP;unicast;interleaved=2-3", status: 455 },
    { again: 1, transport: "RTP/AVP/TCP;unicast;interleaved=1-2", status: 461 },
    { again: 1, transport: "RTP/AVP;unicast;client_port=40000-40001", status: 461 },
  ];
  test("a second SETUP of a track, on a channel in use, or by another way is refused", async (t) => {
    const rig = await startRtspRig(t, { hasTone: true });
    const client = rig.client("yard");
    await client.request("DESCRIBE");
    await client.setUp(0, "RTP/AVP/TCP;unicast;interleaved=0-1");
    for (const { again, transport, status } of refusals) {
      assert.equal(statusOf(await client.setUp(again, transport)), status, transport);
    }
    assert.equal(rig.server.readers(), 1);
    client.close();
    await until(() => rig.server.readers() === 0, { what: "the end of the session" });
  });
});
