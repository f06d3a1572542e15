import { view } from "./view.ts";

/** Rows of five dots, top first, for the letters that the caption needs. */
const glyphs: Readonly<Record<string, readonly string[]>> = {
  S: [".####", "#....", "#....", ".###.", "....#", "....#", "####."],
  Y: ["#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."],
  N: ["#...#", "##..#", "#.#.#", "#.#.#", "#..##", "#...#", "#...#"],
  T: ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."],
  H: ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
  E: ["#####", "#....", "#....", "####.", "#....", "#....", "#####"],
  I: [".###.", "..#..", "..#..", "..#..", "..#..", "..#..", ".###."],
  C: [".####", "#....", "#....", "#....", "#....", "#....", ".####"],
};

const text = "SYNTHETIC SCENE";
const dotPx = 2;
const leftPx = 14;
const topPx = 14;

/** Burns the caption into the picture's top left corner. */
export function burnCaption(rgb: Buffer): void {
  const endPx = leftPx + text.length * 6 * dotPx;
  for (let y = topPx - 6; y < topPx + 7 * dotPx + 6; y += 1) {
    for (let x = leftPx - 6; x < endPx + 4; x += 1) {
      const letter = glyphs[text[Math.floor((x - leftPx) / (6 * dotPx))] ?? " "];
      const row = letter?.[Math.floor((y - topPx) / dotPx)];
      const lit = row?.[Math.floor((x - leftPx) / dotPx) % 6] === "#";
      const at = (y * view.widthPx + x) * 3;
      for (let c = at; c < at + 3; c += 1) rgb[c] = lit ? 235 : rgb[c]! * 0.35;
    }
  }
}
