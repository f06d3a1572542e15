import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { aLawOf, muLawOf } from "../../../../src/cameras/talk/g711.ts";
import { TalkCoder } from "../../../../src/cameras/talk/talk-coder.ts";
import { loudPart, tone } from "../../../support/cameras/talk.ts";
import { runFfmpeg } from "../../../support/cameras/video-fragments.ts";

const decoders = { pcmu: "mulaw", pcma: "alaw" } as const;

/** What any decoder of G.711 makes of coded samples. */
function decoded(codec: "pcmu" | "pcma", bytes: Uint8Array): Promise<Buffer> {
  const input = ["-f", decoders[codec], "-ar", "8000", "-ac", "1", "-i", "pipe:0"];
  return runFfmpeg([...input, "-f", "s16le", "pipe:1"], bytes);
}

suite("G.711", () => {
  for (const [codec, code] of [
    ["pcmu", muLawOf],
    ["pcma", aLawOf],
  ] as const) {
    test(`${codec}: every sample comes out of a decoder within half a step`, async () => {
      const samples = Array.from({ length: 65_536 }, (_, at) => at - 32_768);
      const heard = await decoded(codec, Uint8Array.from(samples, code));
      for (const [at, sample] of samples.entries()) {
        const off = Math.abs(heard.readInt16LE(2 * at) - sample);
        // A segment has 16 steps; beyond the largest value there is nothing.
        const most = 8 + Math.abs(sample) / 32 + Math.max(0, Math.abs(sample) - 32_124);
        assert.ok(off <= most, `${sample} is off by ${off}`);
      }
    });

    test(`${codec}: a tone in messages of any length becomes packets of 20 ms with the same tone`, async () => {
      const coder = new TalkCoder(codec, 16_000);
      const spoken = tone(990, 0.5, 16_000);
      const packets: Buffer[] = [];
      for (let at = 0, size = 2; at < spoken.length; at += size, size = 2 + ((size * 7) % 1022)) {
        packets.push(...coder.push(spoken.subarray(at, at + size)));
      }
      assert.ok(packets.every(({ length }) => length === 160));
      assert.equal(packets.length, 25);
      const { frequencyHz, peak } = loudPart(await decoded(codec, Buffer.concat(packets)), 8000);
      assert.ok(Math.abs(frequencyHz - 990) < 10, `${frequencyHz} Hz`);
      assert.ok(Math.abs(peak - 12_000) < 800, `${peak}`);
    });
  }

  test("sound above 4 kHz does not come back as another tone", async () => {
    const coder = new TalkCoder("pcmu", 16_000);
    const packets = coder.push(tone(5500, 0.5, 16_000));
    // The filter rings in at the beginning of the tone.
    const heard = await decoded("pcmu", Buffer.concat(packets.slice(1)));
    assert.deepEqual(loudPart(heard, 8000), { seconds: 0, frequencyHz: 0, peak: 0 });
  });

  test("sound of 8 kHz is coded sample by sample", () => {
    const spoken = tone(440, 0.02, 8000);
    const [packet] = new TalkCoder("pcma", 8000).push(spoken);
    assert.deepEqual(
      [...packet!],
      Array.from({ length: 160 }, (_, at) => aLawOf(spoken.readInt16LE(2 * at))),
    );
  });
});
