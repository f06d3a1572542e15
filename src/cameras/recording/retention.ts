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
import type { StreamRef } from "../../base/core/stream-ref.ts";

/** The retention of recordings. */
export interface RecordingRetention {
  /** Age in milliseconds at which recordings without an incident are removed. */
  continuousMs: number;
  /** Age at which clips of incidents are removed; never earlier than `continuousMs`. */
  incidentMs: number;
  /** Bytes of the disk that stay free; below it, the oldest recordings of the lowest class are removed. */
  freeBytes: number;
}

/** The alarms that retention raises. */
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
  /** Returns the name of a stream for people; its id by default. */
  nameOf?: (stream: StreamRef) => string;
  /** Returns the bytes that are free on the disk of `dir`; the default asks the system. */
  freeBytes?: (dir: string) => Promise<number>;
}

const sweepMs = 20_000;
const batch = 16;
/** After the floor was reached, recording resumes when this much more is free. */
const resumeShare = 1.05;
/** Freed at once when the disk refuses a write above the floor, e.g. because of a quota. */
const refusedBytes = 64 * 1024 * 1024;
/** The disk counts as full until it has accepted every write for this long. */
const refusalMs = 60_000;
/** Without another loss for this long, the incident about lost evidence is resolved. */
const quietMs = 3_600_000;

const lost = { type: "evidence_removed", key: "disk" } as const;
const stopped = { type: "recording_stopped", key: "disk" } as const;

/**
 * Keeps recordings within their age and the disk above its floor: removes the oldest of the lowest class
 * first, and never protected ones. Lost evidence and stopped recording raise an incident.
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

  /** False while only protected evidence is left to remove: recording stops. */
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

  /** Removes recordings that are too old, and those whose space the disk needs; `isRefused`: a write failed. */
  async sweep(isRefused = false): Promise<void> {
    const refusedAtMs = isRefused ? this.#parts.clock.monoMs() : undefined;
    // A sweep that runs already may have measured the disk before this request.
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

  /** Returns false when everything removable is smaller than that. */
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

  /** Returns the bytes that were freed; undefined when only protected segments are left. */
  async #removeOldest(): Promise<number | undefined> {
    const { store, clock, troubles, nameOf = idOf } = this.#parts;
    for (const name of ["continuous", "incident"] as const) {
      const [oldest] = oldestOfClass(store, name, 1);
      if (!oldest) continue;
      const { startMs, sizeBytes } = oldest.entry;
      await this.#remove(oldest.id, oldest.entry);
      if (name === "continuous") return sizeBytes;
      this.#lostAtMs = clock.monoMs();
      troubles.raise({
        ...lost,
        severity: "warning",
        summary: lostText(nameOf(oldest.entry), startMs),
      });
      return sizeBytes;
    }
    return undefined;
  }

  /** Removes the file first: the next attempt removes a record without a file, but nothing finds a file without one. */
  async #remove(id: string, entry: Parameters<typeof segmentOfEntry>[2]): Promise<void> {
    const { dir, store } = this.#parts;
    const record: SegmentRecord | undefined = segmentOfEntry(store, id, entry);
    if (!record) return;
    const path = segmentPath(dir, record);
    await rm(path, { force: true });
    // Fails for a day that still has files, as it should.
    await rmdir(dirname(path)).catch(() => {});
    await store.transact((tx) => removeSegment(tx, record), { essential: true });
    this.#removed += 1;
  }
}

async function freeOnDisk(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

function idOf({ streamId }: StreamRef): string {
  return streamId;
}

function lostText(camera: string, startMs: number): string {
  const time = `${new Date(startMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `The disk is full: clips of incidents were removed, the first from ${camera} at ${time}. Free space or keep less.`;
}

const refusedText =
  "Recording has stopped: other data fills the disk or a quota, and no removable recording is left. Free space.";

function stoppedText(floor: number): string {
  const gigabytes = (floor / 1e9).toFixed(1);
  return `Recording has stopped: the disk has less than ${gigabytes} GB free, and only protected evidence is left. Free space, or end the protection of incidents.`;
}
