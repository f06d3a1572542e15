import { fail, messageAbout } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";
import { unwrapped } from "../base/core/base64.ts";
import { GatehouseError } from "../base/core/errors.ts";
import type { JobContext } from "../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../base/jobs/inputs/received-blob.ts";
import { readPictureText } from "../base/jobs/inputs/received-picture.ts";
import type { Picture } from "../uplink/requests.ts";
import { checkHead } from "./picture-head.ts";
import type { MediaPictures, PictureSource, SizePx } from "./picture-port.ts";
import type { PictureDownloads } from "./ports.ts";

/** The source of a reference picture, as the job's input stores it. */
export type ReferenceSource = { url: string } | { base64: string } | { blobId: string };

/** The parts that loading a reference needs. */
export interface ReferenceParts {
  downloads: PictureDownloads;
  pictures: MediaPictures;
  /** The path of a request's blob. */
  fileOf(blobId: string): string;
}

/**
 * Reads `reference_images` of a request: https addresses, data URLs and base64 of JPEG, PNG or WebP
 * pictures, recognised by content. Throws `invalid_request_body` or `forbidden_address` with the position.
 */
export function readReferences(
  texts: readonly string[],
  downloads: PictureDownloads,
  blobs: ReceivedBlobs | undefined,
): ReferenceSource[] {
  return texts.map((text, at) => {
    const param = `reference_images[${at}]`;
    if (!blobs?.of(text) && isAddress(text)) {
      downloads.check(text, param);
      return { url: text };
    }
    const { from } = readPictureText(text, { param, takesUrls: true }, blobs);
    checkHead(headOf(text, blobs), param);
    return from;
  });
}

/** A reference picture that is ready to send, and its size. */
export type LoadedReference = Picture & SizePx;

/** Loads the pictures in their order; rejects naming the first unreadable one. */
export async function loadReferences(
  sources: readonly ReferenceSource[],
  parts: ReferenceParts,
  { signal }: Pick<JobContext, "signal">,
): Promise<LoadedReference[]> {
  const loaded: LoadedReference[] = [];
  for (const [at, source] of sources.entries()) {
    signal.throwIfAborted();
    try {
      loaded.push(await parts.pictures.reference(await pictureOf(source, parts, signal)));
    } catch (error) {
      throw named(error, `reference_images[${at}]`);
    }
  }
  return loaded;
}

function isAddress(text: string): boolean {
  return !text.startsWith("data:") && /^[a-z][a-z0-9+.-]*:/i.test(text.slice(0, 40));
}

function headOf(text: string, blobs: ReceivedBlobs | undefined): Buffer {
  const blob = blobs?.of(text);
  if (blob) return Buffer.from(blob.head);
  const start = text.startsWith("data:") ? text.indexOf(",") + 1 : 0;
  return Buffer.from(unwrapped(text.slice(start, start + 120)), "base64");
}

async function pictureOf(
  source: ReferenceSource,
  { downloads, fileOf }: ReferenceParts,
  signal: AbortSignal,
): Promise<PictureSource> {
  if ("base64" in source) return Buffer.from(source.base64, "base64");
  if ("blobId" in source) return { file: fileOf(source.blobId) };
  return await downloads.fetch(source.url, { maxBytes: limits.pictureBytes, signal });
}

/** Returns the same error with the name of the picture. */
function named(error: unknown, place: string): unknown {
  const known = GatehouseError.find(error);
  if (!known) return error;
  const { retryable } = known;
  return fail(known.code as "input_unreadable", messageAbout(place, known.message), {
    cause: error,
    retryable,
  });
}
