import { createHash } from "node:crypto";
import { type Fragment, type InitSegment, sizeOf, soundOf } from "../source.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { fragmentTime, timescaleOf } from "./fragment-boxes.ts";
import { SegmentFile, segmentPath } from "./segment-file.ts";
import { putSegment, type RecordingClass, type SegmentRecord } from "./segment-record.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";

/** The parts of the appliance that a writer uses. */
export interface SegmentWriterParts {
  /** Folder of all recordings. */
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  /** Called when a file is finished; returns its class. */
  classOf(record: SegmentRecord): RecordingClass;
  /** True when the disk has room; otherwise the file ends with its GOP. */
  hasRoom(): boolean;
  /** True for video that comes from the camera's own storage. */
  isBackfilled?: true;
  /** Called when a write failed because the disk is full. */
  onFull(): void;
}

/** Lengths and bounds of writing. */
export const writeLimits = {
  /** A file ends with the first key frame after this much media time, or these bytes. */
  segmentMs: 60_000,
  segmentBytes: 256 * 1024 * 1024,
  /** Compressed video that may wait for the disk; beyond it frames are dropped up to a key frame. */
  queueBytes: 32 * 1024 * 1024,
  /** Fragments that arrive in this time, or up to these bytes, become one write. */
  flushMs: 1000,
  flushBytes: 256 * 1024,
  /** A power cut loses at most this much written video. */
  syncMs: 10_000,
  /** After the disk refused, frames are dropped for this long before the next attempt. */
  retryMs: 5000,
  /** A key frame nearer than this to the previous one is not stored as an entry point. */
  entryMs: 500,
} as const;

/** The state of a writer. */
export interface WriterState {
  /** The reason why the writer writes nothing now; null while it works. */
  problem: { code: "storage_full" | "store_failed"; message: string } | null;
  /** Frames that were not written: the disk was slower than the stream, or refused. */
  dropped: number;
  writtenBytes: number;
}

interface QueuedFragment {
  fragment: Fragment;
  init: InitSegment;
  isMasked: boolean;
}

/** A header with values derived from it once. */
interface Format {
  init: InitSegment;
  timescale: number;
  hash: string;
  sound: SegmentRecord["sound"];
  /** The header of the file. */
  header: Uint8Array;
}

const fullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "storage_full"]);

/**
 * Writes the fragments of one stream into files unchanged, without a process and without waiting:
 * `push` returns at once, and fragments that the disk is too slow for are dropped and counted. A new
 * generation, a long file, or a gap starts another file.
 */
export class SegmentWriter {
  readonly #parts: SegmentWriterParts;
  readonly #stream: StreamRef;
  #queue: (QueuedFragment | "cut")[] = [];
  #queueBytes = 0;
  #isDropping = false;
  #format: Format | undefined;
  #file: SegmentFile | undefined;
  #record: SegmentRecord | undefined;
  #generation = -1;
  #pending: Fragment[] = [];
  #pendingBytes = 0;
  #syncedAtMs = 0;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  #work: Promise<void> | undefined;
  #isDue = false;
  #tick: Timer | undefined;
  #state: WriterState = { problem: null, dropped: 0, writtenBytes: 0 };

  constructor(parts: SegmentWriterParts, stream: StreamRef) {
    this.#parts = parts;
    this.#stream = stream;
  }

  state(): WriterState {
    return { ...this.#state };
  }

  /** The file that is being written, up to what the disk has; undefined between files. */
  current(): SegmentRecord | undefined {
    return this.#record && { ...this.#record, entries: [...this.#record.entries] };
  }

  /** Hands in the next frame of the generation of `init`. The caller must not change the bytes afterwards. */
  push(fragment: Fragment, init: InitSegment, isMasked: boolean): void {
    this.#tick ??= this.#parts.clock.every(writeLimits.flushMs, () => this.#flushSoon());
    const isTooMuch = this.#queueBytes + sizeOf(fragment) > writeLimits.queueBytes;
    const isBehind = this.#isDropping && this.#queueBytes > writeLimits.queueBytes / 2;
    if (isTooMuch || isBehind || (this.#isDropping && !fragment.key)) {
      this.#state.dropped += 1;
      if (!this.#isDropping) this.cut();
      this.#isDropping = true;
      return;
    }
    this.#isDropping = false;
    this.#queue.push({ fragment, init, isMasked });
    this.#queueBytes += sizeOf(fragment);
    // The rest waits for the tick, so that the frames of a second are written together.
    if (this.#queueBytes >= writeLimits.flushBytes) this.#run();
  }

  /** Finishes the file; the next key frame starts another. */
  cut(): void {
    this.#queue.push("cut");
    this.#run();
  }

  /** Resolves when at most half of the queue waits: for sources that can wait. */
  async room(): Promise<void> {
    while (this.#queueBytes > writeLimits.queueBytes / 2 && this.#work) await this.#work;
  }

  /** Writes the queue and finishes the file. */
  async stop(): Promise<void> {
    this.#tick?.cancel();
    this.#tick = undefined;
    this.cut();
    while (this.#work) await this.#work;
  }

  /** Resolves when everything handed in so far is in its file. */
  async flush(): Promise<void> {
    this.#flushSoon();
    while (this.#work) await this.#work;
  }

  #flushSoon(): void {
    this.#isDue = true;
    this.#run();
  }

  #run(): void {
    this.#work ??= this.#drain().finally(() => {
      this.#work = undefined;
    });
  }

  async #drain(): Promise<void> {
    // Frames of this turn are written together.
    await Promise.resolve();
    for (;;) {
      const next = this.#queue.shift();
      try {
        if (next === undefined) {
          if (!this.#isDue) return;
          this.#isDue = false;
          await this.#write();
          await this.#syncWhenDue();
        } else if (next === "cut") await this.#finish();
        else await this.#take(next);
      } catch (error) {
        await this.#fail(error);
      }
    }
  }

  async #take(next: QueuedFragment): Promise<void> {
    const { fragment } = next;
    this.#queueBytes -= sizeOf(fragment);
    if (this.#isEndedBy(fragment)) await this.#finish();
    if (!this.#record) {
      const { clock, hasRoom } = this.#parts;
      const isWaiting = clock.monoMs() < this.#retryAtMs;
      if (!hasRoom()) this.#state.problem = full;
      if (!fragment.key || isWaiting || !hasRoom()) {
        this.#state.dropped += 1;
        return;
      }
      await this.#begin(next);
    }
    this.#pending.push(fragment);
    this.#pendingBytes += sizeOf(fragment);
    if (this.#pendingBytes >= writeLimits.flushBytes) await this.#write();
  }

  #isEndedBy(fragment: Fragment): boolean {
    const record = this.#record;
    if (!record) return false;
    if (fragment.generation !== this.#generation) return true;
    const isLong =
      fragment.wallMs - record.startMs >= writeLimits.segmentMs ||
      record.sizeBytes + this.#pendingBytes >= writeLimits.segmentBytes ||
      !this.#parts.hasRoom();
    return fragment.key && isLong;
  }

  async #begin({ fragment, init, isMasked }: QueuedFragment): Promise<void> {
    const { dir, store, clock } = this.#parts;
    const format = this.#formatOf(init);
    const time = fragmentTime(fragment.bytes);
    const startMs = Math.round(fragment.wallMs);
    const record: SegmentRecord = {
      v: 1,
      id: uuidv7(clock.wallMs()),
      ...this.#stream,
      startMs,
      endMs: startMs,
      startTicks: time?.ticks ?? 0,
      endTicks: time?.ticks ?? 0,
      timescale: format.timescale,
      startPtsSec: fragment.ptsSec,
      headerBytes: format.header.length,
      sizeBytes: 0,
      codec: init.codec,
      mimeCodec: init.mimeCodec,
      widthPx: init.widthPx,
      heightPx: init.heightPx,
      format: format.hash,
      ...(format.sound ? { sound: format.sound } : {}),
      isMasked,
      ...(this.#parts.isBackfilled ? { isBackfilled: true } : {}),
      entries: [],
      class: "continuous",
      isOpen: true,
    };
    await store.transact((tx) => putSegment(tx, record));
    this.#record = record;
    this.#generation = fragment.generation;
    this.#file = await SegmentFile.create(segmentPath(dir, record));
    await this.#file.append([format.header]);
    record.sizeBytes = this.#file.sizeBytes;
    this.#state.problem = null;
    this.#syncedAtMs = clock.monoMs();
  }

  #formatOf(init: InitSegment): Format {
    if (this.#format?.init !== init) {
      const sound = soundOf(init);
      this.#format = {
        init,
        timescale: timescaleOf(init.bytes),
        hash: hashOf(init.bytes),
        sound: sound && { mimeCodec: sound.mimeCodec, format: hashOf(sound.header) },
        header: sound?.header ?? init.bytes,
      };
    }
    return this.#format;
  }

  async #write(): Promise<void> {
    const fragments = this.#pending;
    if (!this.#file || !this.#record || fragments.length === 0) return;
    this.#pending = [];
    this.#pendingBytes = 0;
    let atBytes = this.#file.sizeBytes;
    const chunks = fragments.flatMap(({ bytes, sound }) => (sound ? [bytes, sound] : [bytes]));
    await this.#file.append(chunks);
    for (const [index, fragment] of fragments.entries()) {
      const isTold = fragment.key || index === fragments.length - 1;
      if (isTold) noteFragment(this.#record, fragment, atBytes);
      else noteEnd(this.#record, fragment);
      atBytes += sizeOf(fragment);
    }
    this.#state.writtenBytes += atBytes - this.#record.sizeBytes;
    this.#record.sizeBytes = atBytes;
  }

  async #syncWhenDue(): Promise<void> {
    const nowMs = this.#parts.clock.monoMs();
    if (!this.#file || nowMs - this.#syncedAtMs < writeLimits.syncMs) return;
    this.#syncedAtMs = nowMs;
    await this.#file.sync();
  }

  async #finish(): Promise<void> {
    await this.#write();
    const [file, record] = [this.#file, this.#record];
    this.#file = undefined;
    this.#record = undefined;
    await file?.close({ sync: true });
    if (record) await this.#keep(record);
  }

  async #keep(record: SegmentRecord): Promise<void> {
    const { store, classOf } = this.#parts;
    // The reader finds the written part even when the disk is full now.
    const closedRecord = { ...record, isOpen: false, class: classOf(record) };
    await store.transact((tx) => putSegment(tx, closedRecord), { essential: true });
  }

  /** Ends the file at its last whole fragment; drops the frames in the queue. */
  async #fail(error: unknown): Promise<void> {
    const { clock, log, onFull } = this.#parts;
    const [file, record] = [this.#file, this.#record];
    this.#file = undefined;
    this.#record = undefined;
    this.#state.dropped += this.#pending.length;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#retryAtMs = clock.monoMs() + writeLimits.retryMs;
    const isFull = fullCodes.has((error as { code?: unknown }).code);
    this.#state.problem = isFull ? full : refused;
    log.warn({ ...this.#stream, error: describeError(error) }, "recording was interrupted");
    await file?.close({ sync: false }).catch(() => {});
    if (record) await this.#keep(record).catch(() => {});
    if (isFull) onFull();
  }
}

const full = {
  code: "storage_full",
  message: "The disk is full: recording resumes when there is room.",
} as const;
const refused = {
  code: "store_failed",
  message: "The disk refuses to write recordings. Check the disk and the rights of its folder.",
} as const;

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

function noteEnd(
  record: SegmentRecord,
  { wallMs, durationSec }: Pick<Fragment, "wallMs" | "durationSec">,
): void {
  record.endMs = Math.max(record.endMs, Math.round(wallMs + durationSec * 1000));
}

/** Adds a frame at `atBytes` of the file to the file's record. */
export function noteFragment(
  record: SegmentRecord,
  fragment: Pick<Fragment, "bytes" | "key" | "wallMs" | "durationSec">,
  atBytes: number,
): void {
  const time = fragmentTime(fragment.bytes);
  if (!time) return;
  const lastMs = record.entries.at(-1)?.wallMs ?? Number.NEGATIVE_INFINITY;
  if (fragment.key && fragment.wallMs - lastMs >= writeLimits.entryMs) {
    record.entries.push({ atBytes, wallMs: Math.round(fragment.wallMs), ticks: time.ticks });
  }
  noteEnd(record, fragment);
  record.endTicks = Math.max(record.endTicks, time.ticks + time.durationTicks);
}
