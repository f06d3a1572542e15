import assert from "node:assert/strict";
import { test } from "node:test";
import {
  onChannel,
  packFrame,
  packetsOf,
  type RtpFrame,
} from "../../../../src/adapters/rtsp-server/rtp-frame.ts";
import { fc } from "../../../support/box/properties.ts";

const numbers = { ssrc: 0x11223344, sequence: 65_534, rtpTime: 0xfffffff0 };

/** Puts NAL units together again as a receiver does (RFC 6184 5.8, RFC 7798 4.4.3). */
function receive(frame: RtpFrame, codec: "h264" | "h265"): Buffer[] {
  const units: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const packet of packetsOf(frame)) {
    const payload = packet.subarray(12);
    const type = codec === "h264" ? payload[0]! & 0x1f : (payload[0]! >> 1) & 0x3f;
    if (type !== (codec === "h264" ? 28 : 49)) {
      units.push(payload);
      continue;
    }
    const head = codec === "h264" ? 1 : 2;
    const flags = payload[head]!;
    if (flags & 0x80) {
      const first =
        codec === "h264"
          ? [(payload[0]! & 0xe0) | (flags & 0x1f)]
          : [(payload[0]! & 0x81) | ((flags & 0x3f) << 1), payload[1]!];
      parts = [Buffer.from(first)];
    }
    parts.push(payload.subarray(head + 1));
    if (flags & 0x40) units.push(Buffer.concat(parts));
  }
  return units;
}

for (const codec of ["h264", "h265"] as const) {
  test(`a receiver of ${codec} gets the same units back, whatever their sizes`, () => {
    // Any first bytes but the types of fragments and aggregates.
    const first =
      codec === "h264" ? fc.constantFrom(0x65, 0x41, 0x67) : fc.constantFrom(0x26, 0x02);
    const unit = fc
      .tuple(first, fc.constantFrom(3, 100, 1387, 1388, 1389, 2773, 2774, 5000))
      .map(([head, size]) => Buffer.concat([Buffer.from([head, 1]), Buffer.alloc(size - 2, size)]));
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 4 }), (units) => {
        const frame = packFrame(units, { codec, isKey: true }, numbers);
        assert.deepEqual(receive(frame, codec), units);
        for (const packet of packetsOf(frame)) assert.ok(packet.length <= 1400);
      }),
    );
  });
}

test("sequence numbers run over 65 535, and only the last packet has the marker", () => {
  const frame = packFrame([Buffer.alloc(4000, 0x65)], { codec: "h264", isKey: true }, numbers);
  const packets = packetsOf(frame);
  assert.deepEqual(
    packets.map((packet) => packet.readUInt16BE(2)),
    [65_534, 65_535, 0],
  );
  assert.deepEqual(
    packets.map((packet) => packet[1]),
    [96, 96, 96 | 0x80],
  );
  for (const packet of packets) {
    assert.equal(packet.readUInt32BE(4), numbers.rtpTime);
    assert.equal(packet.readUInt32BE(8), numbers.ssrc);
  }
});

test("another channel changes only the channel of each packet", () => {
  const frame = packFrame([Buffer.alloc(3000, 0x65)], { codec: "h264", isKey: true }, numbers);
  const other = onChannel(frame, 4);
  for (const offset of frame.offsets)
    assert.deepEqual([...other.subarray(offset, offset + 2)], [0x24, 4]);
  for (const offset of frame.offsets) other[offset + 1] = 0;
  assert.deepEqual(other, frame.interleaved);
});
