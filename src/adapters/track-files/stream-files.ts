import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StreamRef } from "../../base/core/stream-ref.ts";

const ending = ".tracks";

/** One file of a stream; its name holds its own start and its session's. */
export interface TrackFile {
  path: string;
  /** Wall time of its first frame, Unix milliseconds. */
  startMs: number;
  session: string;
}

/** The folder of a stream: organisation, and a name that any stream id can have. */
export function folderOf(dir: string, { org, streamId }: StreamRef): string {
  const name = createHash("sha256").update(streamId).digest("hex").slice(0, 32);
  return join(dir, org, name);
}

/** Name of the file of `session` that begins at `startMs`. */
export function fileName(startMs: number, session: string): string {
  return `${String(startMs).padStart(15, "0")}-${session}${ending}`;
}

/** The files of a folder in order of their beginning; empty for a missing folder. */
export async function listFiles(folder: string): Promise<TrackFile[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => {
      const [startText = "", session = ""] = name.slice(0, -ending.length).split("-");
      return { path: join(folder, name), startMs: Number(startText), session };
    });
}

/** Removes files of the folder that ended before `beforeMs`, and the oldest beyond `maxBytes`. */
export async function trimFolder(
  folder: string,
  { beforeMs, maxBytes }: { beforeMs: number; maxBytes: number },
): Promise<void> {
  let bytes = 0;
  const files = await listFiles(folder);
  for (const { path } of files.toReversed()) {
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    bytes += found.size;
    if (found.mtimeMs < beforeMs || bytes > maxBytes) await rm(path, { force: true });
  }
}

/** Every folder below `dir` that may hold files of a stream. */
export async function listFolders(dir: string): Promise<string[]> {
  const orgs = await readdir(dir).catch(() => []);
  const nested = await Promise.all(
    orgs.map(async (org) => (await readdir(join(dir, org))).map((name) => join(dir, org, name))),
  );
  return nested.flat();
}
