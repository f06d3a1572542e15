import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Depacketizer } from "../../../../src/cameras/sound/depacketize.ts";
import type { SoundOffer } from "../../../../src/cameras/sound/sound-format.ts";

const aac: SoundOffer = {
  codec: "aac",
  rateHz: 16_000,
  channels: 1,
  aac: { config: Buffer.from([0x14, 0x08]), sizeBits: 13, indexBits: 3, deltaBits: 3 },
};
const opus: SoundOffer = { codec: "opus", rateHz: 48_000, channels: 1 };
const packet = (payload: Buffer, isLast = true) => ({ mediaSec: 1, isLast, payload });
const unit = (size: number): Buffer => Buffer.from([(size >> 5) & 0xff, (size << 3) & 0xff]);

suite("coded sound in RTP", () => {
  test("one packet of AAC carries several frames", () => {
    const payload = Buffer.concat([Buffer.from([0, 32]), unit(3), unit(2), Buffer.from("abcde")]);
    const timed = new Depacketizer(aac, 1024).push(packet(payload));
    assert.deepEqual(
      timed?.frames.map(({ bytes }) => bytes.toString()),
      ["abc", "de"],
    );
    assert.equal(timed?.frames[1]?.samples, 1024);
  });

  test("several packets carry one frame of AAC; a lost beginning loses the frame only", () => {
    const depacketizer = new Depacketizer(aac, 1024);
    const piece = (text: string) =>
      Buffer.concat([Buffer.from([0, 16]), unit(6), Buffer.from(text)]);
    assert.equal(depacketizer.push(packet(piece("abc"), false)), undefined);
    const timed = depacketizer.push(packet(piece("def")));
    assert.deepEqual(
      timed?.frames.map(({ bytes }) => bytes.toString()),
      ["abcdef"],
    );
  });

  test("an Opus packet says its own duration (RFC 6716 3.1)", () => {
    const samples = (...bytes: number[]) =>
      new Depacketizer(opus, 960).push(packet(Buffer.from([...bytes, 0])))?.frames[0]?.samples;
    assert.equal(samples(0xf8), 960, "one frame of 20 ms");
    assert.equal(samples(0xf9), 1920, "two of them");
    assert.equal(samples(0x1b, 2), 5760, "two of 60 ms");
    assert.equal(samples(0xfb, 40), undefined, "more than 120 ms");
  });

  test("malformed payloads give no frame", () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (const offer of [aac, opus]) {
      const depacketizer = new Depacketizer(offer, 1024);
      for (let round = 0; round < 20_000; round += 1) {
        const payload = Buffer.from(Array.from({ length: random() % 40 }, () => random() & 0xff));
        const timed = depacketizer.push(packet(payload, random() % 2 === 0));
        for (const { bytes } of timed?.frames ?? []) assert.ok(bytes.length <= 8191);
      }
    }
  });
});
