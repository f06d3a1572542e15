/**
 * Just enough of DER (X.690) to write X.509 certificates: each function gives the bytes of one value
 * with its tag and length.
 */

/** Any value: tag byte, length, content. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  if (bytes < 0x1_00) return Buffer.from([0x81, bytes]);
  return Buffer.from([0x82, bytes >> 8, bytes & 0xff]);
}

/** SEQUENCE. */
export function sequence(...content: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...content);
}

/** SET of one value. */
export function set(content: Uint8Array): Buffer {
  return tagged(0x31, content);
}

/** INTEGER of these big-endian bytes, which are taken as positive. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const shortest = bytes.subarray(start);
  return tagged(0x02, ...(shortest[0]! >= 0x80 ? [Buffer.of(0)] : []), shortest);
}

/** BOOLEAN true; false is never written, because it is always the default. */
export const isTrue = tagged(0x01, Buffer.of(0xff));

/** OCTET STRING. */
export function octets(content: Uint8Array): Buffer {
  return tagged(0x04, content);
}

/** BIT STRING; the last `unused` bits do not count. */
export function bits(content: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.of(unused), content);
}

/** UTF8String. */
export function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text, "utf8"));
}

/** OBJECT IDENTIFIER written with dots. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
}

/** A moment to the second: UTCTime up to 2049, GeneralizedTime after (RFC 5280, section 4.1.2.5). */
export function time(unixMs: number): Buffer {
  const digits = new Date(unixMs).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const year = Number(digits.slice(0, 4));
  return year >= 1950 && year < 2050
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`));
}
