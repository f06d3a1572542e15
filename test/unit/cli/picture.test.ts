import assert from "node:assert/strict";
import { test } from "node:test";
import { type RgbPicture, sixel } from "../../../src/cli/terminal/picture.ts";

/** Returns the colours of a band's registers, in bytes. */
function coloursOf(text: string): Map<number, number[]> {
  const all = [...text.matchAll(/#(\d+);2;(\d+);(\d+);(\d+)/g)];
  return new Map(all.map(([, at, ...rgb]) => [Number(at), rgb.map((each) => Number(each) * 2.55)]));
}

/** Decodes a sixel text of one band as a terminal does (DEC STD 070). */
function drawn(text: string, widthPx: number, heightPx: number): number[] {
  const rgb: number[] = Array.from({ length: 3 * widthPx * heightPx }, () => 0);
  const colours = coloursOf(text);
  const band = text.replace(/^[^#]*/, "").replaceAll(/#\d+;2;\d+;\d+;\d+/g, "");
  for (const layer of band.slice(0, -2).split("$")) {
    const [, register, runs = ""] = /^#(\d+)([^]*)$/.exec(layer)!;
    const columns = runs.replaceAll(/!(\d+)(.)/g, (_, count: string, each: string) =>
      each.repeat(Number(count)),
    );
    const colour = colours.get(Number(register))!;
    for (const [x, character] of columns.split("").entries()) {
      const bits = character.charCodeAt(0) - 63;
      const rows = [0, 1, 2, 3, 4, 5].filter((row) => (bits & (1 << row)) !== 0);
      for (const row of rows) rgb.splice(3 * (row * widthPx + x), 3, ...colour);
    }
  }
  return rgb;
}

test("a picture in sixels is the picture, in steps of a fifth of each colour", () => {
  const picture: RgbPicture = { rgb: new Uint8Array(3 * 8 * 6), widthPx: 8, heightPx: 6 };
  for (let n = 0; n < picture.rgb.length; n += 1) picture.rgb[n] = (n * 37) % 256;
  const seen = drawn(sixel(picture), 8, 6);
  for (const [n, value] of picture.rgb.entries()) {
    assert.ok(Math.abs(seen[n]! - value) <= 26, `byte ${n}: ${seen[n]} for ${value}`);
  }
});

test("long runs are counted, and bands follow each other", () => {
  const picture = { rgb: new Uint8Array(3 * 100 * 13).fill(255), widthPx: 100, heightPx: 13 };
  const text = sixel(picture);
  assert.equal(text.split("-").length, 3);
  assert.ok(text.includes("!100~"));
  assert.ok(text.length < 100);
});
