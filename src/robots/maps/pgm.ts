import { fail } from "../../base/contract/fail.ts";

/** A picture of grey samples, row after row from the top; `most` is white. */
export interface GreyPicture {
  widthPx: number;
  heightPx: number;
  most: number;
  samples: Uint8Array | Uint16Array;
}

const space = /\s/;
const longestHeader = 4096;

/** True when the bytes begin as a PGM does. */
export function isPgm(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && (bytes[1] === 0x32 || bytes[1] === 0x35);
}

/**
 * Reads a PGM (Netpbm, `P2` or `P5`, 8 or 16 bits). `check` sees the size before anything is allocated. Throws
 * `input_unreadable` for a damaged header, and where the file holds more or fewer samples than its header says.
 */
export function readPgm(
  bytes: Uint8Array,
  check: (widthPx: number, heightPx: number) => void,
): GreyPicture {
  const isText = bytes[1] === 0x32;
  const header = new HeaderReader(bytes);
  const [widthPx, heightPx, most] = [header.number(), header.number(), header.number()];
  check(widthPx, heightPx);
  if (most < 1 || most > 65_535)
    throw damaged(`its maximum grey value is ${most}; it must be 1 to 65535`);
  const count = widthPx * heightPx;
  const samples = isText
    ? textSamples(bytes.subarray(header.at), count)
    : binarySamples(bytes.subarray(header.at + 1), count, most);
  if (samples.some((sample) => sample > most))
    throw damaged(`a sample is above its maximum grey value ${most}`);
  return { widthPx, heightPx, most, samples };
}

/** Reads the numbers of a header, with blanks and comments between them. */
class HeaderReader {
  readonly #text: string;
  at = 2;

  constructor(bytes: Uint8Array) {
    this.#text = Buffer.from(bytes.subarray(0, longestHeader)).toString("latin1");
  }

  number(): number {
    for (;;) {
      const char = this.#text[this.at];
      if (char === "#") {
        const end = this.#text.indexOf("\n", this.at);
        this.at = end < 0 ? this.#text.length : end + 1;
      } else if (char !== undefined && space.test(char)) this.at += 1;
      else break;
    }
    const [digits] = /^\d{1,9}/.exec(this.#text.slice(this.at, this.at + 10)) ?? [];
    if (digits === undefined) throw damaged("its header has fewer than three numbers");
    this.at += digits.length;
    return Number(digits);
  }
}

function binarySamples(data: Uint8Array, count: number, most: number): Uint8Array | Uint16Array {
  const wide = most > 255 ? 2 : 1;
  if (data.length !== count * wide)
    throw damaged(`it has ${data.length} bytes of samples; its header says ${count * wide}`);
  if (wide === 1) return data;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Uint16Array.from({ length: count }, (_, at) => view.getUint16(at * 2));
}

function textSamples(data: Uint8Array, count: number): Uint16Array {
  const samples = new Uint16Array(count);
  let [found, value, isIn] = [0, 0, false];
  const end = (): void => {
    if (!isIn) return;
    if (found < count) samples[found] = value;
    found += 1;
    [value, isIn] = [0, false];
  };
  for (const code of data) {
    const digit = code - 48;
    if (digit >= 0 && digit <= 9) [value, isIn] = [Math.min(value * 10 + digit, 65_535), true];
    else if (space.test(String.fromCharCode(code))) end();
    else throw damaged("its samples are not all numbers");
  }
  end();
  if (found !== count) throw damaged(`it has ${found} samples; its header says ${count}`);
  return samples;
}

function damaged(what: string) {
  return fail("input_unreadable", `picture: is a damaged PGM: ${what}. Save it again`);
}
