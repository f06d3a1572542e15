import type { UploadState } from "./part-upload.ts";

/** An unfinished upload on the wire; null without one. */
export function uploadWire(upload: UploadState | null) {
  if (upload === null) return null;
  const { name, sizeBytes, receivedBytes } = upload;
  return { name, size_bytes: sizeBytes, received_bytes: receivedBytes };
}
