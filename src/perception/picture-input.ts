import { fail } from "../contract/fail.ts";
import { limits } from "../contract/limits.ts";
import type { StreamRequest } from "../contract/surveillance.ts";

/** Kinds of pictures that are read, told by content. */
const signatures = [
  { mimeType: "image/jpeg", matches: (b: Buffer) => b.readUIntBE(0, 3) === 0xff_d8_ff },
  { mimeType: "image/png", matches: (b: Buffer) => b.readUInt32BE(0) === 0x89_50_4e_47 },
  {
    mimeType: "image/webp",
    matches: (b: Buffer) =>
      b.toString("latin1", 0, 4) === "RIFF" && b.toString("latin1", 8, 12) === "WEBP",
  },
] as const;

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A picture that a caller handed in. */
export interface PictureInput {
  mimeType: string;
  bytes: Buffer;
}

/**
 * Reads `input`: strict base64 or a base64 data URL of a JPEG, PNG or WebP of at most 15 MB, whose
 * content agrees with the given type. Throws `invalid_request_body` with `param`.
 */
export function readPicture(input: NonNullable<StreamRequest["input"]>): PictureInput {
  const { text, claimed } = splitDataUrl(input.data);
  if (text.length % 4 !== 0 || !base64.test(text)) {
    throw refuse("input.data", "is not base64 (RFC 4648 section 4)");
  }
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > limits.pictureBytes) {
    throw refuse("input.data", "the picture is larger than 15 MB");
  }
  const kind = bytes.length < 16 ? undefined : signatures.find((one) => one.matches(bytes));
  if (!kind) throw refuse("input.data", "is no JPEG, PNG or WebP picture");
  for (const type of [claimed, input.mime_type]) {
    if (type !== undefined && normalised(type) !== kind.mimeType) {
      throw refuse(
        "input.mime_type",
        `says ${type.slice(0, 50)}, and the data is ${kind.mimeType}`,
      );
    }
  }
  return { mimeType: kind.mimeType, bytes };
}

function splitDataUrl(data: string): { text: string; claimed: string | undefined } {
  if (!data.startsWith("data:")) return { text: data, claimed: undefined };
  const comma = data.indexOf(",");
  const head = comma < 0 ? "" : data.slice("data:".length, Math.min(comma, 200));
  if (!head.endsWith(";base64")) throw refuse("input.data", "a data URL must be base64");
  const claimed = head.slice(0, -";base64".length);
  return { text: data.slice(comma + 1), claimed: claimed === "" ? undefined : claimed };
}

function normalised(mimeType: string): string {
  const plain = mimeType.toLowerCase().split(";", 1)[0]!.trim();
  return plain === "image/jpg" ? "image/jpeg" : plain;
}

function refuse(param: string, message: string) {
  return fail("invalid_request_body", `${param}: ${message}`, { param });
}
