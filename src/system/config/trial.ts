import { createHash } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";

/** Time in which somebody must confirm an applied site file, in milliseconds. */
export const confirmMs = 60_000;

/** Lies beside the site file while a change of it is on trial, and after it was taken back. */
interface Mark {
  v: 1;
  state: "applied" | "started" | "reverted";
  /** Hash of the file on trial. */
  etag: string;
  /** Unix milliseconds of the last change of `state`. */
  atMs: number;
}

const markOf = (file: string): string => `${file}.trial.json`;
const previousOf = (file: string): string => `${file}.previous`;

/** Returns the hash of a site file by which a change names what it is based on. */
export function etagOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
}

async function readMark(file: string): Promise<Mark | undefined> {
  try {
    return JSON.parse(await readFile(markOf(file), "utf8")) as Mark;
  } catch {
    // A mark appears whole or not at all; without one nothing is on trial.
    return undefined;
  }
}

async function writeMark(file: string, mark: Omit<Mark, "v">): Promise<void> {
  await writeFileAtomic(markOf(file), JSON.stringify({ v: 1, ...mark } satisfies Mark));
}

/** The state of the last change of a site file. */
export interface TrialState {
  state: "none" | "pending" | "reverted";
  /** When it was applied or taken back, Unix milliseconds; null for `none`. */
  atMs: number | null;
}

/** Returns whether the site file is on trial, or was taken back since the last change. */
export async function trialOf(file: string): Promise<TrialState> {
  const mark = await readMark(file);
  if (!mark) return { state: "none", atMs: null };
  if (mark.state === "reverted") return { state: "reverted", atMs: mark.atMs };
  const isOnTrial = etagOf(await readFile(file)) === mark.etag;
  return isOnTrial ? { state: "pending", atMs: mark.atMs } : { state: "none", atMs: null };
}

/**
 * Puts `text` in the place of the site file, on trial: the former file stays as `<file>.previous`.
 * A process that is killed in between leaves the former file in force. The next start tries a file
 * that is `applied`; one that is `started` is in force already, and a start puts the former file
 * back. Rejects with the system's error.
 */
export async function placeOnTrial(
  file: string,
  text: string,
  { atMs, state }: Pick<Mark, "atMs"> & { state: "applied" | "started" },
): Promise<void> {
  const { mode } = await stat(file);
  await writeFileAtomic(previousOf(file), await readFile(file), mode & 0o777);
  await writeMark(file, { state, etag: etagOf(text), atMs });
  await writeFileAtomic(file, text, mode & 0o777);
}

/** Ends the trial: the file stays. */
export async function keepTrial(file: string): Promise<void> {
  await rm(markOf(file), { force: true });
  await rm(previousOf(file), { force: true });
}

/** Puts the former file back as if the trial had not begun. */
export async function undoTrial(file: string): Promise<void> {
  const { mode } = await stat(file);
  await writeFileAtomic(file, await readFile(previousOf(file)), mode & 0o777);
  await keepTrial(file);
}

/** Puts the former file back, and a note that it was. */
export async function revertTrial(file: string, atMs: number): Promise<void> {
  const previous = previousOf(file);
  const { mode } = await stat(previous);
  await writeFileAtomic(file, await readFile(previous), mode & 0o777);
  await writeMark(file, { state: "reverted", etag: etagOf(await readFile(file)), atMs });
  await rm(previous, { force: true });
}

/**
 * Called before a start reads the site file. The first start with a file on trial tries it; a
 * second one, unconfirmed, means that the first failed or was killed, and puts the former file
 * back. A file that somebody has edited since is left alone.
 */
export async function settleTrial(
  file: string,
  atMs: number,
): Promise<"none" | "trying" | "reverted"> {
  const mark = await readMark(file);
  if (!mark || mark.state === "reverted") return "none";
  if (etagOf(await readFile(file)) !== mark.etag) {
    await keepTrial(file);
    return "none";
  }
  if (mark.state === "applied") {
    await writeMark(file, { ...mark, state: "started", atMs });
    return "trying";
  }
  await revertTrial(file, atMs);
  return "reverted";
}
