import { fail, invalidField } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";
import { unwrapped } from "../base/core/base64.ts";
import type { JobContext } from "../base/jobs/operation.ts";
import type { BlobFault, ReceivedBlobs } from "../base/jobs/inputs/received-blob.ts";

/** The place of a request's data, as the job's input stores it. */
export type Payload = { base64: string } | { blobId: string } | { url: string };

/** Data of a request before it is decoded. */
export interface ReceivedPayload {
  from: { base64: string } | { blobId: string };
  sizeBytes: number;
  /** The first 160 bytes, or all of a shorter payload. */
  head: Buffer;
}

/** The field that holds data, and its accepted forms: "data URL or base64". */
export interface PayloadField {
  param: string;
  forms: string;
}

const problems: Readonly<Record<BlobFault, (forms: string) => string>> = {
  not_base64: (forms) => `is not base64 (RFC 4648 section 4). Send ${forms}`,
  not_base64_url: (forms) => `is a data URL that is not base64. Send ${forms}`,
  too_large: () => "is larger than 15 MB. Send a smaller file",
  too_many: () => "is one file too many for this request. Send fewer files",
};

/**
 * Reads base64, which may be wrapped in lines, or a base64 data URL of at most 15 MB; `forms` names the
 * accepted forms. The content decides the type, not the media type of a data URL. Throws
 * `invalid_request_body` with `param`.
 */
export function receivePayload(
  text: string,
  field: PayloadField,
  blobs: ReceivedBlobs | undefined,
): ReceivedPayload {
  const blob = blobs?.of(text);
  if (blob) {
    if (blob.fault !== null) throw faultOf(blob.fault, field);
    return { from: { blobId: blob.id }, sizeBytes: blob.bytes, head: Buffer.from(blob.head) };
  }
  const base64 = unwrapped(withoutDataUrlHead(text, field));
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw faultOf("not_base64", field);
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > limits.pictureBytes) throw faultOf("too_large", field);
  return { from: { base64 }, sizeBytes: bytes.length, head: bytes };
}

/** Returns the bytes of a payload. Rejects with `input_unreadable` when it is gone. */
export async function payloadBytes(
  from: Payload,
  context: Pick<JobContext, "blob">,
): Promise<Uint8Array> {
  if ("url" in from) throw fail("internal_error", "an address is fetched, not read");
  return "blobId" in from ? await context.blob(from.blobId) : Buffer.from(from.base64, "base64");
}

function withoutDataUrlHead(text: string, field: PayloadField): string {
  if (!text.startsWith("data:")) return text;
  const comma = text.indexOf(",");
  const head = comma < 0 ? "" : text.slice(0, Math.min(comma, 200));
  if (!head.endsWith(";base64")) throw faultOf("not_base64_url", field);
  return text.slice(comma + 1);
}

/** Returns the format of data by its first bytes; null for every other format. */
export function payloadKind(
  head: Buffer,
): "jpeg" | "png" | "webp" | "dicom" | "edf" | "bdf" | null {
  const latin = (from: number, to: number): string => head.toString("latin1", from, to);
  if (head.length >= 3 && head.readUIntBE(0, 3) === 0xff_d8_ff) return "jpeg";
  if (head.length >= 8 && head.readUInt32BE(0) === 0x89_50_4e_47) return "png";
  if (latin(0, 4) === "RIFF" && latin(8, 12) === "WEBP") return "webp";
  if (latin(128, 132) === "DICM") return "dicom";
  if (head[0] === 0xff && latin(1, 8) === "BIOSEMI") return "bdf";
  if (/^0 {7}$/.test(latin(0, 8))) return "edf";
  return null;
}

function faultOf(fault: BlobFault, { param, forms }: PayloadField) {
  return invalidField(param, problems[fault](forms));
}
