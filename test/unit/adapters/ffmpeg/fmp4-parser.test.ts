import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Fmp4Parser } from "../../../../src/adapters/ffmpeg/fmp4-parser.ts";
import { box, frame, movie, u32 } from "../../../support/cameras/iso-builder.ts";
import { fc } from "../../../support/box/properties.ts";

const times = [0, 6000, 12_000, 18_000];
const stream = Buffer.concat([
  movie(),
  ...times.map((decodeTime, index) =>
    frame({ decodeTime, key: index % 2 === 0, offset: index === 1 ? -3000 : 0 }),
  ),
]);

function summary(parser: Fmp4Parser, chunks: readonly Uint8Array[]): unknown[] {
  return chunks
    .flatMap((chunk) => parser.push(chunk))
    .map((item) =>
      item.type === "init"
        ? [item.codec, item.mimeCodec, item.widthPx, item.heightPx]
        : [item.ptsSec, item.durationSec, item.key, item.sample.toString("hex")],
    );
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const edges = [0, ...at.map((each) => each % bytes.length).toSorted((a, b) => a - b)];
  return edges.map((edge, index) => bytes.subarray(edge, edges[index + 1] ?? bytes.length));
}

suite("fragmented MP4 parser", () => {
  const whole = summary(new Fmp4Parser(), [stream]);

  test("reads codec, size, times with signed offsets, and key flags", () => {
    assert.deepEqual(whole, [
      ["h264", "avc1.64001f", 640, 360],
      [0, 1 / 15, true, "000000026501"],
      [3000 / 90_000, 1 / 15, false, "000000024101"],
      [12_000 / 90_000, 1 / 15, true, "000000026501"],
      [18_000 / 90_000, 1 / 15, false, "000000024101"],
    ]);
  });

  test("gives the same whatever chunks the bytes come in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length - 1), { maxLength: 60 }), (at) => {
        const parser = new Fmp4Parser();
        assert.deepEqual(summary(parser, cut(stream, at)), whole);
        assert.equal(parser.problem, null);
      }),
    );
  });

  test("a fragment's bytes are its moof and mdat, and the header's its ftyp and moov", () => {
    const parser = new Fmp4Parser();
    const items = cut(stream, [10, 11, 300, 301]).flatMap((chunk) => parser.push(chunk));
    assert.deepEqual(Buffer.concat(items.map((item) => item.bytes)), stream);
  });

  test("never throws and never holds more than its limit, whatever the bytes are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(stream.length - 1), fc.nat(255)), { maxLength: 12 }),
        fc.array(fc.nat(stream.length - 1), { maxLength: 8 }),
        (faults, at) => {
          const bytes = Buffer.from(stream);
          for (const [index, value] of faults) bytes[index] = value;
          const parser = new Fmp4Parser({ maxBoxBytes: 4096 });
          for (const chunk of cut(bytes, at)) parser.push(chunk);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a box beyond the limit is a problem at its header, before its content is held", () => {
    const parser = new Fmp4Parser({ maxBoxBytes: 1024 });
    parser.push(Buffer.concat([u32(1025), Buffer.from("mdat")]));
    assert.equal(parser.problem?.code, "stream_broken");
    assert.deepEqual(parser.push(stream), []);
  });

  test("a header that is no box, and a fragment of several frames, are problems", () => {
    const broken = [
      Buffer.concat([movie(), u32(3), Buffer.from("mdat")]),
      Buffer.concat([movie(), frame({ decodeTime: 0, count: 2 })]),
      Buffer.concat([movie(), box("moof"), box("free")]),
      frame({ decodeTime: 0 }),
    ];
    for (const bytes of broken) {
      const parser = new Fmp4Parser();
      parser.push(bytes);
      assert.equal(parser.problem?.code, "stream_broken");
    }
  });

  test("a codec that it does not know is named", () => {
    const parser = new Fmp4Parser();
    parser.push(movie({ entry: { type: "vp09", config: box("vpcC", u32(0)) } }));
    assert.equal(parser.problem?.code, "stream_codec_unsupported");
    assert.match(parser.problem.message, /vp09/);
  });

  test("reads the RFC 6381 name of H.265 (ISO 14496-15 annex E)", () => {
    // general_profile_space/tier/idc 1, compatibility 0x60000000, constraints 0x90…, level 93.
    const hvcC = Buffer.alloc(23);
    hvcC.set([1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93]);
    hvcC[21] = 3;
    const parser = new Fmp4Parser();
    const [init] = parser.push(movie({ entry: { type: "hvc1", config: box("hvcC", hvcC) } }));
    assert.equal(init?.type === "init" && init.mimeCodec, "hvc1.1.6.L93.90");
  });

  test("a motion JPEG track has no name for browsers", () => {
    const esds = Buffer.from([0, 0, 0, 0, 3, 0x19, 0, 1, 0, 4, 0x11, 0x6c, 0x11]);
    const parser = new Fmp4Parser();
    const [init] = parser.push(movie({ entry: { type: "mp4v", config: box("esds", esds) } }));
    assert.deepEqual(init?.type === "init" && [init.codec, init.mimeCodec], ["mjpeg", null]);
  });
});
