import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { InstalledModel } from "./installed-model.ts";

/** The state of an installed model's file against its manifest. */
export type FileState = "verified" | "corrupt" | "missing";

/** SHA-256 of a file in hex, read in pieces. Rejects with the system's error. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** SHA-256 of bytes in hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Reads the model's file and compares. A file that cannot be read counts as missing. */
export async function fileStateOf({ manifest, filePath }: InstalledModel): Promise<FileState> {
  try {
    return (await sha256OfFile(filePath)) === manifest.sha256 ? "verified" : "corrupt";
  } catch {
    return "missing";
  }
}
