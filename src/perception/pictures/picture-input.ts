import type { StreamRequest } from "../settings/stream-document.ts";
import { readPictureText, type ReceivedPicture } from "../../base/jobs/inputs/received-picture.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";

/** A picture from a caller: in the request itself, or moved into a blob. */
export type PictureInput = ReceivedPicture;

/**
 * Reads `input`: base64 or a base64 data URL of a JPEG, PNG or WebP of at most 15 MB, whose content has the
 * stated type. Throws `invalid_request_body` with `param`.
 */
export function readPicture(
  input: NonNullable<StreamRequest["input"]>,
  blobs?: ReceivedBlobs,
): PictureInput {
  const claimed = { type: input.mime_type, param: "input.mime_type" };
  return readPictureText(input.data, { param: "input.data", claimed }, blobs);
}
