import assert from "node:assert/strict";
import { test } from "node:test";
import { packetsOf } from "../../../../src/adapters/rtsp-server/rtp-frame.ts";
import { packSound } from "../../../../src/adapters/rtsp-server/rtp-sound.ts";
import { Depacketizer } from "../../../../src/cameras/sound/depacketize.ts";
import { soundFrames } from "../../../../src/cameras/sound/read-sound.ts";
import type { SoundOffer } from "../../../../src/cameras/sound/sound-format.ts";
import { SoundTrack } from "../../../../src/cameras/sound/sound-track.ts";
import { aacFormat } from "../../../support/cameras/sound.ts";

const numbers = { ssrc: 0x11223344, sequence: 65_535, rtpTime: 0xfffffff0 };
const aac: SoundOffer = {
  codec: "aac",
  rateHz: 16_000,
  channels: 1,
  aac: { config: aacFormat.config, sizeBits: 13, indexBits: 3, deltaBits: 3 },
};

/** What a receiver gets out of a frame's packets. */
function received(offer: SoundOffer, packets: readonly Buffer[]): Buffer[] {
  const depacketizer = new Depacketizer(offer, 1024);
  return packets.flatMap((packet) => {
    const isLast = (packet[1]! & 0x80) !== 0;
    const timed = depacketizer.push({ mediaSec: 0, isLast, payload: packet.subarray(12) });
    return timed?.frames.map(({ bytes }) => bytes) ?? [];
  });
}

for (const sizeBytes of [1, 6, 1384, 1385, 8191]) {
  test(`a receiver gets an AAC frame of ${sizeBytes} bytes back`, () => {
    const bytes = Buffer.alloc(sizeBytes, 0x5a);
    const packets = packetsOf(packSound(bytes, "aac", numbers));
    assert.equal(packets.length, Math.ceil(sizeBytes / 1384));
    assert.deepEqual(received(aac, packets), [bytes]);
    for (const [index, packet] of packets.entries()) {
      assert.equal(packet[1]! & 0x7f, 97);
      assert.equal(packet.readUInt16BE(2), (65_535 + index) & 0xffff);
      assert.equal(packet.readUInt32BE(4), numbers.rtpTime);
    }
  });
}

test("an Opus packet is the payload as it is, without a marker", () => {
  const bytes = Buffer.from([0xf8, 0xff, 0xfe]);
  const [packet, ...others] = packetsOf(packSound(bytes, "opus", numbers));
  assert.deepEqual(others, []);
  assert.equal(packet![1], 97);
  assert.deepEqual(packet!.subarray(12), bytes);
});

test("the frames of a sound track are read back with their times", () => {
  const track = new SoundTrack(aacFormat);
  track.begin(90_000);
  track.take(2);
  const frames = ["one", "three"].map((text) => ({ bytes: Buffer.from(text), samples: 1024 }));
  track.push({ mediaSec: 2, frames });
  const read = soundFrames(track.take(2.1)!, 90_000);
  assert.deepEqual(
    read.map(({ bytes }) => bytes.toString()),
    ["one", "three"],
  );
  assert.equal(read[0]!.mediaSec, 2);
  assert.ok(Math.abs(read[1]!.mediaSec - 2.064) < 0.001);
});
