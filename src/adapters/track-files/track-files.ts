import { mkdir } from "node:fs/promises";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { RecordedFrame, TrackLog, TrackRecorder } from "../../perception/tracks/track-log.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";
import { readChunks } from "./chunk-file.ts";
import { decodeFrames } from "./frame-codec.ts";
import { folderOf, listFiles, listFolders, trimFolder } from "./stream-files.ts";
import { TrackFileRecorder } from "./track-file-recorder.ts";

/** The time within which written tracks reach the disk; a crash can lose this much. */
const flushMs = 10_000;
const trimMs = 3_600_000;

/** The folder of tracks and its bounds. */
export interface TrackFilesOptions {
  dir: string;
  clock: Clock;
  log: Logger;
  maxAgeMs: number;
  /** Of each stream. */
  maxBytes: number;
}

/** Tracks in files beside the store, a folder for each stream, an hour in each file. */
export class TrackFiles implements TrackLog, Part {
  readonly #options: TrackFilesOptions;
  readonly #recorders = new Map<TrackFileRecorder, string>();
  readonly #timers: Timer[] = [];
  readonly #lane = new SerialLane();
  #lost = 0;

  constructor(options: TrackFilesOptions) {
    this.#options = options;
  }

  /** Chunks that could not be written since the start. */
  get lost(): number {
    return this.#lost;
  }

  async start(): Promise<void> {
    const { dir, clock } = this.#options;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const flush = (): void => void this.#flush();
    this.#timers.push(clock.every(flushMs, flush));
    this.#timers.push(clock.every(trimMs, () => void this.trim()));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    await Promise.all([...this.#recorders.keys()].map((one) => one.close()));
    await this.#lane.idle();
  }

  record(stream: StreamRef): TrackRecorder {
    const folder = folderOf(this.#options.dir, stream);
    const recorder: TrackFileRecorder = new TrackFileRecorder(folder, {
      onLost: (why) => {
        this.#lost += 1;
        const { log } = this.#options;
        log.warn({ ...stream, error: why }, "recorded tracks were lost");
      },
      onFile: () => void this.trim([folder]),
      onClosed: () => this.#recorders.delete(recorder),
    });
    this.#recorders.set(recorder, folder);
    return recorder;
  }

  async *read(
    stream: StreamRef,
    span: { fromMs: number; toMs: number },
  ): AsyncGenerator<RecordedFrame> {
    const folder = folderOf(this.#options.dir, stream);
    await this.#flush(folder);
    const files = await listFiles(folder);
    for (const [index, { path, startMs, session }] of files.entries()) {
      // A file ends where the next one begins, or later: a clock may have been set back.
      const next = files[index + 1];
      if (startMs >= span.toMs) return;
      if (next?.session === session && next.startMs <= span.fromMs) continue;
      for await (const bytes of readChunks(path, span)) {
        for (const frame of decodeFrames(bytes)) {
          if (frame.wallMs >= span.fromMs && frame.wallMs < span.toMs) yield { session, frame };
        }
      }
    }
  }

  /** Removes files beyond the age or the size, in these folders or in all. Never rejects. */
  trim(folders?: readonly string[]): Promise<void> {
    return this.#lane.run(async () => {
      const { dir, clock, log, maxAgeMs, maxBytes } = this.#options;
      const beforeMs = clock.ageMs() - maxAgeMs;
      try {
        for (const folder of folders ?? (await listFolders(dir))) {
          await trimFolder(folder, { beforeMs, maxBytes });
        }
      } catch (error) {
        log.warn({ error: describeError(error) }, "recorded tracks were not trimmed");
      }
    });
  }

  async #flush(folder?: string): Promise<void> {
    const recorders = [...this.#recorders].filter(
      ([, own]) => folder === undefined || own === folder,
    );
    await Promise.all(recorders.map(([recorder]) => recorder.flush()));
  }
}
