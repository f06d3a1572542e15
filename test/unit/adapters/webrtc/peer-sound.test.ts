import assert from "node:assert/strict";
import { test } from "node:test";
import { packSound } from "../../../../src/adapters/rtsp-server/rtp-sound.ts";
import { PeerSound } from "../../../../src/adapters/webrtc/child/peer-sound.ts";

/** 20 ms. */
const packet = Buffer.from([0xf8, 0xff, 0xfe]);
const numbers = { ssrc: 0x11223344, payloadType: 111 };

/** Sends packets with the camera's RTP times; returns the times that the viewer gets. */
function timesOf(cameraTimes: readonly number[]): { times: number[]; reports: Buffer[] } {
  const times: number[] = [];
  const reports: Buffer[] = [];
  const track = {
    sendMessageBinary(bytes: Buffer) {
      if (bytes[1]! === 200) reports.push(bytes);
      else {
        assert.deepEqual([bytes[1], bytes.readUInt32BE(8)], [111, numbers.ssrc]);
        times.push(bytes.readUInt32BE(4));
      }
      return true;
    },
  };
  const sound = new PeerSound(track, numbers);
  sound.report();
  for (const [sequence, rtpTime] of cameraTimes.entries()) {
    sound.send(packSound(packet, "opus", { ssrc: 1, sequence, rtpTime }), rtpTime / 48);
  }
  sound.report();
  return { times, reports };
}

test("times follow each other sample by sample, and the report tells the camera's time", () => {
  const { times, reports } = timesOf([48_000, 48_950, 49_930, 50_880]);
  assert.deepEqual(times, [48_000, 48_960, 49_920, 50_880]);
  assert.equal(reports.length, 2, "one with the first packet, none before it");
  const last = timesOf([48_000, 48_950]).reports.at(-1)!;
  assert.equal(last.readUInt32BE(16), 48_960);
  const wallMs = (last.readUInt32BE(8) - 2_208_988_800) * 1000 + last.readUInt32BE(12) / 4_294_967;
  assert.ok(Math.abs(wallMs - 48_950 / 48) < 1, `${wallMs}`);
});

test("the second report comes after a second, because browsers need two", () => {
  const times = Array.from({ length: 51 }, (_, at) => at * 960);
  const { reports } = timesOf(times);
  assert.deepEqual(
    reports.map((report) => report.readUInt32BE(16)),
    [0, 49 * 960, 50 * 960],
  );
});

test("a pause, and a drift of more than 60 ms, move the time; so does its end at 32 bits", () => {
  assert.deepEqual(timesOf([0, 960, 96_000]).times, [0, 960, 96_000]);
  assert.deepEqual(timesOf([10_000, 8100]).times, [10_000, 10_960]);
  assert.deepEqual(timesOf([10_000, 7000]).times, [10_000, 7000]);
  assert.deepEqual(timesOf([2 ** 32 - 960, 0]).times, [2 ** 32 - 960, 0]);
});
