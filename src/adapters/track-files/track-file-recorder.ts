import { randomBytes } from "node:crypto";
import { appendFile, mkdir, open, truncate } from "node:fs/promises";
import { join } from "node:path";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { describeError } from "../../base/core/errors.ts";
import type { TrackFrame, TrackRecorder } from "../../perception/tracks/track-log.ts";
import { type Chunk, packChunk } from "./chunk-file.ts";
import { FrameEncoder } from "./frame-codec.ts";
import { fileName } from "./stream-files.ts";

/** A chunk is closed by the timer, or when it holds this many frames. */
const maxFrames = 2048;
/** Chunks that may wait for the disk; beyond it the newest are lost and counted. */
const maxWaiting = 8;
/** A file is closed after this long. */
const fileMs = 3_600_000;
/** Session names: 48 random bits. */
const sessionBytes = 6;

/** The recorder's notifications to its owner. */
export interface RecorderEvents {
  onLost(why: string): void;
  onFile(): void;
  onClosed(): void;
}

/** Writes the frames of one running stream, chunk by chunk, each flushed to the disk. */
export class TrackFileRecorder implements TrackRecorder {
  readonly #folder: string;
  readonly #events: RecorderEvents;
  readonly #lane = new SerialLane();
  readonly #session = randomBytes(sessionBytes).toString("hex");
  #encoder = new FrameEncoder();
  #waiting = 0;
  #file: { path: string; startMs: number; bytes: number } | undefined;
  #isClosed = false;

  constructor(folder: string, events: RecorderEvents) {
    this.#folder = folder;
    this.#events = events;
  }

  append(frame: TrackFrame): void {
    if (this.#isClosed) return;
    this.#encoder.add(frame);
    if (this.#encoder.frames >= maxFrames) void this.flush();
  }

  /** Stores the frames so far; resolves when they are on the disk, or lost. */
  flush(): Promise<void> {
    const encoder = this.#encoder;
    if (encoder.frames === 0) return this.#lane.idle();
    this.#encoder = new FrameEncoder();
    if (this.#waiting >= maxWaiting) {
      this.#events.onLost("the disk is too slow");
      return this.#lane.idle();
    }
    this.#waiting += 1;
    const { firstMs, lastMs } = encoder;
    const chunk = { firstMs, lastMs, bytes: encoder.bytes() };
    return this.#lane.run(() => this.#store(chunk));
  }

  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      void this.flush();
      this.#events.onClosed();
    }
    await this.#lane.idle();
  }

  async #store(chunk: Chunk): Promise<void> {
    try {
      const file = await this.#fileFor(chunk.firstMs);
      const packed = await packChunk(chunk);
      await this.#appendWhole(file, packed);
    } catch (error) {
      this.#events.onLost(describeError(error));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #fileFor(startMs: number) {
    const known = this.#file;
    if (known && startMs - known.startMs < fileMs) return known;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, fileName(startMs, this.#session));
    this.#file = { path, startMs, bytes: 0 };
    this.#events.onFile();
    return this.#file;
  }

  /** A chunk that is not written whole is taken off again: what follows it must stay readable. */
  async #appendWhole(file: { path: string; bytes: number }, packed: Buffer): Promise<void> {
    try {
      await appendFile(file.path, packed, { mode: 0o600 });
      const handle = await open(file.path, "r");
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
      file.bytes += packed.length;
    } catch (error) {
      await truncate(file.path, file.bytes).catch(() => {
        this.#file = undefined;
      });
      throw error;
    }
  }
}
