import { invalidField } from "../../contract/fail.ts";
import { limits } from "../../contract/limits.ts";
import { unwrapped } from "../../core/base64.ts";
import type { BlobFault, ReceivedBlob, ReceivedBlobs } from "./received-blob.ts";

/** Formats of pictures, recognised by content. */
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

/** A picture of a request: in the body itself, or taken out of it as a blob. */
export interface ReceivedPicture {
  mimeType: string;
  sizeBytes: number;
  from: { base64: string } | { blobId: string };
}

/** The field of the picture, and another field whose type must match it. */
export interface PictureField {
  param: string;
  /** The type from a field of its own, and that field. */
  claimed?: { type: string | undefined; param: string };
  /** True when the field accepts https addresses too, which other code reads. */
  takesUrls?: boolean;
}

/** The text of the field, decoded as far as needed. */
interface Text {
  claimed: string | null;
  sizeBytes: number;
  head: Buffer;
  from: ReceivedPicture["from"];
}

/** Messages by fault; faults of the form name the accepted forms. */
const faults: Readonly<Record<BlobFault, (forms: string) => string>> = {
  not_base64: (forms) => `is not base64 (RFC 4648 section 4). ${forms}`,
  not_base64_url: (forms) => `is a data URL that is not base64. ${forms}`,
  too_large: () => "is larger than 15 MB. Send a smaller picture",
  too_many: () => "the request has too many pictures. Send fewer",
};

/**
 * Reads one picture of a request: base64, possibly wrapped in lines, or a base64 data URL, of a
 * JPEG, PNG or WebP of at most 15 MB whose content matches the given type. Throws
 * `invalid_request_body` with `param`.
 */
export function readPictureText(
  text: string,
  field: PictureField,
  blobs?: ReceivedBlobs,
): ReceivedPicture {
  const { param } = field;
  const blob = blobs?.of(text);
  const { claimed, sizeBytes, head, from } = blob ? ofBlob(blob, field) : ofText(text, field);
  if (sizeBytes > limits.pictureBytes) throw faultOf("too_large", field);
  const kind = sizeBytes < 16 ? undefined : signatures.find((one) => one.matches(head));
  if (!kind) throw invalidField(param, `is no JPEG, PNG or WebP picture. ${formsOf(field)}`);
  for (const type of [claimed === "" ? null : claimed, field.claimed?.type ?? null]) {
    if (type !== null && normalised(type) !== kind.mimeType) {
      const message = `says ${type.slice(0, 50)}, but the data is ${kind.mimeType}. Give the type of the data`;
      throw invalidField(field.claimed?.param ?? param, message);
    }
  }
  return { mimeType: kind.mimeType, sizeBytes, from };
}

/**
 * Reads one file of any kind of a request, base64 or a base64 data URL of at most 15 MB. Throws `invalid_request_body`
 * with `param`.
 */
export function readFileText(
  text: string,
  param: string,
  blobs?: ReceivedBlobs,
): ReceivedPicture["from"] {
  const blob = blobs?.of(text);
  const { sizeBytes, from } = blob ? ofBlob(blob, { param }) : ofText(text, { param });
  if (sizeBytes > limits.pictureBytes) throw faultOf("too_large", { param });
  return from;
}

function ofBlob(blob: ReceivedBlob, field: PictureField): Text {
  if (blob.fault !== null) throw faultOf(blob.fault, field);
  const { claimedType: claimed, bytes: sizeBytes, id: blobId } = blob;
  return { claimed, sizeBytes, head: Buffer.from(blob.head), from: { blobId } };
}

function ofText(data: string, field: PictureField): Text {
  const { text: encoded, claimed } = splitDataUrl(data, field);
  const text = unwrapped(encoded);
  if (text.length % 4 !== 0 || !base64.test(text)) throw faultOf("not_base64", field);
  const head = Buffer.from(text, "base64");
  return { claimed, sizeBytes: head.length, head, from: { base64: text } };
}

function splitDataUrl(data: string, field: PictureField): { text: string; claimed: string | null } {
  if (!data.startsWith("data:")) return { text: data, claimed: null };
  const comma = data.indexOf(",");
  const head = comma < 0 ? "" : data.slice("data:".length, Math.min(comma, 200));
  if (!head.endsWith(";base64")) throw faultOf("not_base64_url", field);
  return { text: data.slice(comma + 1), claimed: head.slice(0, -";base64".length) };
}

function normalised(mimeType: string): string {
  const plain = mimeType.toLowerCase().split(";", 1)[0]!.trim();
  return plain === "image/jpg" ? "image/jpeg" : plain;
}

function faultOf(fault: BlobFault, field: PictureField) {
  return invalidField(field.param, faults[fault](formsOf(field)));
}

function formsOf({ takesUrls = false }: PictureField): string {
  return takesUrls ? "Send an https URL, data URL, or base64" : "Send a data URL or base64";
}
