import assert from "node:assert/strict";
import { test } from "node:test";
import { PeerPackets } from "../../../../src/adapters/webrtc/child/peer-packets.ts";
import { asksForPicture } from "../../../../src/adapters/webrtc/child/picture-loss.ts";
import { packFrame, type RtpFrame } from "../../../../src/adapters/rtsp-server/rtp-frame.ts";

/** A GOP at 15 frames a second; the key frame has three packets. */
function gop(frames: number, startTime: number): RtpFrame[] {
  return Array.from({ length: frames }, (_, at) => {
    const units = [Buffer.alloc(at === 0 ? 3000 : 100, at === 0 ? 0x65 : 0x41)];
    const numbers = { ssrc: 1, sequence: at * 3, rtpTime: (startTime + at * 6000) >>> 0 };
    return packFrame(units, { codec: "h264", isKey: at === 0 }, numbers);
  });
}

const timesOf = (packets: readonly Buffer[]): number[] => [
  ...new Set(packets.map((packet) => packet.readUInt32BE(4))),
];
const sequencesOf = (packets: readonly Buffer[]): number[] =>
  packets.map((packet) => packet.readUInt16BE(2));

test("a burst ends next to the newest frame's time, so that the frames after it are shown at their distance", () => {
  const packets = new PeerPackets({ ssrc: 9, payloadType: 103, playoutDelayId: undefined });
  const frames = gop(30, 0xffff_f000);
  const burst = timesOf(packets.burst(frames));
  assert.equal(burst.length, 30);
  assert.equal(burst.at(-1), frames.at(-1)!.rtpTime);
  assert.ok(burst.every((time, at) => at === 0 || ((time - burst[at - 1]!) | 0) === 10));
  const next = { ...frames[1]!, rtpTime: (frames.at(-1)!.rtpTime + 6000) >>> 0 };
  assert.deepEqual(timesOf(packets.frame(next)), [next.rtpTime]);
});

test("a second burst goes on after the times and numbers of the first", () => {
  const packets = new PeerPackets({ ssrc: 9, payloadType: 103, playoutDelayId: undefined });
  const frames = gop(30, 5000);
  const all = [...packets.burst(frames), ...packets.burst(frames)];
  const times = timesOf(all);
  assert.equal(times.length, 60);
  assert.ok(times.every((time, at) => at === 0 || time > times[at - 1]!));
  const sequences = sequencesOf(all);
  assert.ok(
    sequences.every((each, at) => at === 0 || each === ((sequences[at - 1]! + 1) & 0xffff)),
  );
  assert.deepEqual(packets.counts(), {
    packets: 64,
    payloadBytes: 2 * frames.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0),
  });
});

test("packets carry the viewer's numbers, and the first of a frame asks for no delay", () => {
  const packets = new PeerPackets({ ssrc: 9, payloadType: 103, playoutDelayId: 5 });
  const [frame] = gop(1, 0);
  const sent = packets.frame(frame!);
  assert.equal(sent.length, 3);
  const [first, second, last] = sent as [Buffer, Buffer, Buffer];
  assert.deepEqual([...first.subarray(12, 20)], [0xbe, 0xde, 0, 1, 0x52, 0, 0, 0]);
  assert.equal(first[0], 0x90);
  assert.equal(second[0], 0x80);
  for (const packet of sent) assert.equal(packet.readUInt32BE(8), 9);
  assert.deepEqual([first[1], second[1], last[1]], [103, 103, 0x80 | 103]);
  // The payload follows the extension unchanged: the first part of a fragmented key frame.
  assert.deepEqual([...first.subarray(20, 22)], [0x7c, 0x85]);
});

test("a request for a picture is found in a compound packet, and damaged ones are not read beyond their end", () => {
  const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
  const loss = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9]);
  const full = Buffer.from([0x84, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9]);
  const bitrate = Buffer.from([0x8f, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9]);
  assert.equal(asksForPicture(Buffer.concat([report, loss])), true);
  assert.equal(asksForPicture(Buffer.concat([report, full])), true);
  assert.equal(asksForPicture(Buffer.concat([report, bitrate])), false);
  assert.equal(asksForPicture(Buffer.from([0x81, 206])), false);
  assert.equal(asksForPicture(Buffer.from([0x80, 201, 0xff, 0xff])), false);
});
