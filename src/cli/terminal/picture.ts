/** A picture of RGB bytes, row by row. */
export interface RgbPicture {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

const reset = "\u001b[0m";

/** Returns lines of half blocks (U+2580), each two pixels high, in 24-bit colours (ISO 8613-6). */
export function halfBlocks({ rgb, widthPx, heightPx }: RgbPicture): string[] {
  const colour = (x: number, y: number): string => {
    const at = 3 * (Math.min(y, heightPx - 1) * widthPx + x);
    return `${rgb[at]};${rgb[at + 1]};${rgb[at + 2]}`;
  };
  const lines: string[] = [];
  for (let y = 0; y < heightPx; y += 2) {
    let line = "";
    for (let x = 0; x < widthPx; x += 1) {
      line += `\u001b[38;2;${colour(x, y)}m\u001b[48;2;${colour(x, y + 1)}m\u2580`;
    }
    lines.push(line + reset);
  }
  return lines;
}

/** Steps of each colour: 216 registers, of the 256 that terminals have. */
const steps = 6;
/** Rows of one band. */
const bandPx = 6;

/** Returns the picture as one sixel text (DEC STD 070, VT340), in 216 colours. */
export function sixel({ rgb, widthPx, heightPx }: RgbPicture): string {
  const step = (value: number): number => Math.round((value * (steps - 1)) / 255);
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let n = 0; n < pixels.length; n += 1) {
    const [r, g, b] = [rgb[3 * n]!, rgb[3 * n + 1]!, rgb[3 * n + 2]!];
    pixels[n] = (step(r) * steps + step(g)) * steps + step(b);
  }
  const registers = [...new Set(pixels)].map((each) => `#${each};2;${percents(each).join(";")}`);
  const bands: string[] = [];
  for (let y = 0; y < heightPx; y += bandPx) bands.push(bandOf(pixels, { widthPx, heightPx, y }));
  return `\u001bP0;1q"1;1;${widthPx};${heightPx}${registers.join("")}${bands.join("-")}\u001b\\`;
}

/** Returns the red, green and blue of a register in percent. */
function percents(register: number): number[] {
  return [steps * steps, steps, 1].map((unit) => (Math.floor(register / unit) % steps) * 20);
}

/** Returns one band: for each of its colours the columns with a bit for each row. */
function bandOf(
  pixels: Uint8Array,
  { widthPx, heightPx, y }: { widthPx: number; heightPx: number; y: number },
): string {
  const rows = Math.min(bandPx, heightPx - y);
  const columns = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const register = pixels[(y + row) * widthPx + x]!;
      const bits = columns.get(register) ?? new Uint8Array(widthPx);
      bits[x] = bits[x]! | (1 << row);
      columns.set(register, bits);
    }
  }
  const texts = [...columns].map(([register, bits]) => `#${register}${runs(bits)}`);
  return texts.join("$");
}

/** Returns columns as characters; `!` and a number stand for a repeated one. */
function runs(bits: Uint8Array): string {
  const text = String.fromCharCode(...bits.map((each) => each + 63));
  return text.replaceAll(/(.)\1{3,}/g, (run, each: string) => `!${run.length}${each}`);
}
