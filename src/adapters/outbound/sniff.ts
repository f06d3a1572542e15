/** Kinds of content that their first bytes identify. */
export type SniffedType = "image/jpeg" | "image/png" | "image/webp" | "text/html";

/** Returns the format of `bytes` by content, not by the server's media type; null for any other format. */
export function sniffType(bytes: Buffer): SniffedType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "image/png";
  const isRiff = bytes.toString("latin1", 0, 4) === "RIFF";
  if (isRiff && bytes.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  const start = bytes.toString("latin1", 0, 512).replace(/^\u00ef\u00bb\u00bf/, "");
  return /^\s*(<!--|<!doctype html|<html[\s>]|<head[\s>])/i.test(start) ? "text/html" : null;
}
