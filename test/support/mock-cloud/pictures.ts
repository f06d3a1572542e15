import { createHash } from "node:crypto";
import sharp from "sharp";
import { Mistake } from "./mistake.ts";

/** What is asked of a picture. */
export interface PictureOrder {
  prompt: string;
  widthPx: number;
  heightPx: number;
  format: "png" | "jpeg" | "webp";
  /** Pictures it is made from; the first one fills the placeholder. */
  from: readonly Uint8Array[];
}

/**
 * A placeholder that can be told from others: colours from the prompt, the prompt on it, and under
 * that the first picture it was made from. Always of the size asked for.
 */
export async function makePicture(order: PictureOrder): Promise<Buffer> {
  const { widthPx, heightPx, format, from } = order;
  const drawing = Buffer.from(placeholderSvg(order));
  const [base] = from;
  const picture = base
    ? sharp(base)
        .resize(widthPx, heightPx, { fit: "cover" })
        .flatten({ background: "#ffffff" })
        .composite([{ input: drawing }])
    : sharp(drawing).flatten({ background: "#ffffff" });
  return await picture.toFormat(format).toBuffer();
}

/** Width and height of a picture that came with a request. */
export async function sizeOf(bytes: Uint8Array, field: string): Promise<[number, number]> {
  try {
    const { width, height, format } = await sharp(bytes).metadata();
    if (format === "jpeg" || format === "png" || format === "webp") return [width, height];
  } catch {
    // Falls through: no picture.
  }
  throw new Mistake("bad_picture", field, "no JPEG, PNG or WebP picture");
}

function placeholderSvg({ prompt, widthPx, heightPx, from }: PictureOrder): string {
  const hash = createHash("sha256").update(prompt).digest();
  const hue = hash.readUInt16BE(0) % 360;
  const letter = Math.max(10, Math.round(Math.min(widthPx, heightPx) / 22));
  const perLine = Math.max(8, Math.floor((widthPx * 0.88) / (letter * 0.6)));
  const lines = wrapped(prompt, perLine).slice(0, Math.floor((heightPx * 0.7) / (letter * 1.3)));
  const texts = lines.map(
    (line, index) =>
      `<text x="6%" y="${Math.round(heightPx * 0.25 + index * letter * 1.3)}">${escaped(line)}</text>`,
  );
  const opacity = from.length > 0 ? 0.45 : 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},60%,32%)"/>
    <stop offset="1" stop-color="hsl(${(hue + 70) % 360},60%,52%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)" fill-opacity="${opacity}"/>
    <circle cx="${hash[2]! / 2.55}%" cy="${hash[3]! / 2.55}%" r="22%" fill="#fff" fill-opacity="0.16"/>
    <g font-family="DejaVu Sans, sans-serif" font-size="${letter}" fill="#fff">
    <text x="6%" y="12%" font-weight="bold">PLACEHOLDER</text>${texts.join("")}</g></svg>`;
}

function wrapped(text: string, perLine: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= perLine) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word.slice(0, perLine));
  }
  return lines;
}

function escaped(text: string): string {
  const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  // XML 1.0 has no control characters and no half surrogates.
  // oxlint-disable-next-line no-control-regex
  const allowed = text.toWellFormed().replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, " ");
  return allowed.replaceAll(/[&<>]/g, (letter) => named[letter]!);
}
