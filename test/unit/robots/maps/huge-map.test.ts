import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { performMap } from "../../../../src/adapters/compute/maps/map-work.ts";

/** A grey PNG that says this size; its rows end early, as in a file that was made to take memory. */
function pngOf(widthPx: number, heightPx: number): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = chunk("IEND", Buffer.alloc(0));
  return Buffer.concat([mark, chunk("IHDR", header), chunk("IDAT", rows), end]);
}

const reading = {
  mode: "trinary",
  isNegated: false,
  freeBelow: 0.25,
  occupiedAbove: 0.65,
} as const;

for (const [name, source] of [
  ["PGM", Buffer.from("P5\n32000 32000\n255\n")],
  ["PNG", pngOf(32_000, 32_000)],
] as const)
  test(`a ${name} of 10^9 cells is refused by its size before memory is taken for them`, async () => {
    // Loads what reads pictures.
    await performMap({ call: "gridFile", source: pngOf(1, 1), reading }).catch(() => undefined);
    const before = process.resourceUsage().maxRSS;
    await assert.rejects(performMap({ call: "gridFile", source, reading }), {
      code: "input_unreadable",
      message: /32000/,
    });
    const grownMb = (process.resourceUsage().maxRSS - before) / 1024;
    assert.ok(grownMb < 100, `the process grew by ${grownMb} MB`);
  });
