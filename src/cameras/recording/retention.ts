import { rm, rmdir, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { oldClips, removeClip } from "./clip-record.ts";
import { segmentPath } from "./segment-file.ts";
import {
  oldestOfClass,
  type RecordingClass,
  removeSegment,
  segmentOfEntry,
  type SegmentRecord,
} from "./segment-record.ts";

/** The retention of recordings. */
export interface RecordingRetention {
  /** Age at which what no incident needs goes, in milliseconds. */
  continuousMs: number;
  /** Age at which clips of incidents go; never earlier than `continuousMs`. */
  incidentMs: number;
  /** Bytes of the disk that stay free; below it the oldest of the lowest class goes. */
  freeBytes: number;
}

/** The notices that retention gives to people. */
export interface Troubles {
  raise(trouble: {
    type: string;
    key: string;
    severity: "info" | "warning" | "critical";
    summary: string;
  }): void;
  resolve(trouble: { type: string; key: string }): void;
}

/** The parts of the appliance that retention uses. */
export interface RetentionParts {
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  retention: RecordingRetention;
  troubles: Troubles;
  /** Bytes that the disk of `dir` still takes; default asks the system. */
  freeBytes?: (dir: string) => Promise<number>;
}

const sweepMs = 20_000;
const batch = 16;
/** After the floor was reached, recording goes on with this much more room. */
const resumeShare = 1.05;
/** Freed at once when the disk refuses although the floor is not reached, e.g. by a quota. */
const refusedBytes = 64 * 1024 * 1024;
/** A disk that refused with nothing left to remove is full until it has not refused for this long. */
const refusalMs = 60_000;
/** Without another loss for this long, the incident about lost evidence is resolved. */
const quietMs = 3_600_000;

const lost = { type: "evidence_removed", key: "disk" } as const;
const stopped = { type: "recording_stopped", key: "disk" } as const;

/**
 * Keeps recordings within their age and the disk above its floor: the oldest of the lowest class
 * goes first, what is protected never. Loss of evidence and the end of recording raise an incident.
 */
export class Retention {
  readonly #parts: RetentionParts;
  #timer: Timer | undefined;
  #sweeping: Promise<void> | undefined;
  #hasRoom = true;
  #lostAtMs: number | undefined;
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #removed = 0;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** False while only protected evidence is left to remove: nothing may be recorded. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** Segments removed since the start. */
  get removed(): number {
    return this.#removed;
  }

  async start(): Promise<void> {
    await this.sweep();
    this.#timer = this.#parts.clock.every(sweepMs, () => void this.sweep());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#sweeping;
  }

  /** Removes what is too old, and what the disk needs; `isRefused`: the disk took no more. */
  async sweep(isRefused = false): Promise<void> {
    const refusedAtMs = isRefused ? this.#parts.clock.monoMs() : undefined;
    // One that runs already may have looked before what this one is about.
    while (this.#sweeping) await this.#sweeping;
    this.#sweeping = this.#sweepAll(refusedAtMs)
      .catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "old recordings were not removed");
      })
      .finally(() => {
        this.#sweeping = undefined;
      });
    await this.#sweeping;
  }

  async #sweepAll(refusedAtMs: number | undefined): Promise<void> {
    const { retention, clock } = this.#parts;
    const nowMs = clock.ageMs();
    const incidentMs = Math.max(retention.incidentMs, retention.continuousMs);
    await this.#removeOld("continuous", nowMs - retention.continuousMs);
    await this.#removeOld("incident", nowMs - incidentMs);
    await this.#forgetClips(nowMs - incidentMs);
    if (refusedAtMs !== undefined && !(await this.#removeBytes(refusedBytes))) {
      this.#refusedAtMs = refusedAtMs;
    }
    await this.#keepFloor();
  }

  async #removeOld(name: RecordingClass, beforeMs: number): Promise<void> {
    for (;;) {
      const found = oldestOfClass(this.#parts.store, name, batch);
      const due = found.filter(({ entry }) => entry.endMs < beforeMs);
      for (const { id, entry } of due) await this.#remove(id, entry);
      if (due.length === 0) return;
    }
  }

  async #forgetClips(beforeMs: number): Promise<void> {
    const { store } = this.#parts;
    for (;;) {
      const clips = oldClips(store, beforeMs, batch);
      if (clips.length === 0) return;
      await store.transact((tx) => clips.forEach((clip) => removeClip(tx, clip)), {
        essential: true,
      });
    }
  }

  /** False when all that may go was less than that. */
  async #removeBytes(neededBytes: number): Promise<boolean> {
    let freed = 0;
    while (freed < neededBytes) {
      const bytes = await this.#removeOldest();
      if (bytes === undefined) break;
      freed += bytes;
    }
    return freed >= neededBytes;
  }

  async #keepFloor(): Promise<void> {
    const { retention, troubles, clock } = this.#parts;
    const floor = retention.freeBytes * (this.#hasRoom ? 1 : resumeShare);
    let free = await this.#free();
    while (free < floor) {
      if ((await this.#removeOldest()) === undefined) break;
      free = await this.#free();
    }
    this.#hasRoom = free >= floor;
    const isRefused = clock.monoMs() - this.#refusedAtMs < refusalMs;
    if (this.#hasRoom && !isRefused) troubles.resolve(stopped);
    else {
      const summary = this.#hasRoom ? refusedText : stoppedText(floor);
      troubles.raise({ ...stopped, severity: "critical", summary });
    }
    this.#tellQuiet();
  }

  #tellQuiet(): void {
    const { clock, troubles } = this.#parts;
    if (this.#lostAtMs !== undefined && clock.monoMs() - this.#lostAtMs < quietMs) return;
    this.#lostAtMs = undefined;
    troubles.resolve(lost);
  }

  async #free(): Promise<number> {
    const { dir, freeBytes = freeOnDisk } = this.#parts;
    return await freeBytes(dir);
  }

  /** Bytes of the segment that had to go; undefined when only protected ones are left. */
  async #removeOldest(): Promise<number | undefined> {
    const { store, clock, troubles } = this.#parts;
    for (const name of ["continuous", "incident"] as const) {
      const [oldest] = oldestOfClass(store, name, 1);
      if (!oldest) continue;
      const { streamId, startMs, sizeBytes } = oldest.entry;
      await this.#remove(oldest.id, oldest.entry);
      if (name === "continuous") return sizeBytes;
      this.#lostAtMs = clock.monoMs();
      troubles.raise({ ...lost, severity: "warning", summary: lostText(streamId, startMs) });
      return sizeBytes;
    }
    return undefined;
  }

  /** The file first: a record without one is removed at the next attempt, a file alone never. */
  async #remove(id: string, entry: Parameters<typeof segmentOfEntry>[2]): Promise<void> {
    const { dir, store } = this.#parts;
    const record: SegmentRecord | undefined = segmentOfEntry(store, id, entry);
    if (!record) return;
    const path = segmentPath(dir, record);
    await rm(path, { force: true });
    // Fails for a day that still holds something, which is right.
    await rmdir(dirname(path)).catch(() => {});
    await store.transact((tx) => removeSegment(tx, record), { essential: true });
    this.#removed += 1;
  }
}

async function freeOnDisk(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

function lostText(streamId: string, startMs: number): string {
  const time = `${new Date(startMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `The disk is full: clips of incidents had to be removed, first of ${streamId} at ${time}. Free space or keep less.`;
}

const refusedText =
  "Nothing is recorded: the disk is full of other things or over a quota, and there are no recordings left that may go. Free space.";

function stoppedText(floor: number): string {
  const gigabytes = (floor / 1e9).toFixed(1);
  return `Nothing is recorded: the disk has less than ${gigabytes} GB free, and only protected evidence is left. Free space, or end the protection of incidents.`;
}
