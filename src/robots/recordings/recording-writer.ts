import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { McapFormat, RobotTrace } from "../fleet/mcap-port.ts";
import type { Robots } from "../fleet/robots.ts";
import { traceOf } from "../fleet/trace-of.ts";
import { noteStream, type RecordingRecord } from "./recording-record.ts";
import type { RecordingStore } from "./recording-store.ts";
import { recordingLimits } from "./recording-terms.ts";
import type { FoundVideo, StreamVideo } from "./robot-video.ts";

/** Dependencies of the writer. */
export interface RecordingWriterParts {
  robots: Pick<Robots, "traces" | "all">;
  videoOf: StreamVideo;
  store: Store;
  clock: Clock;
  log: Logger;
  mcap: McapFormat;
  recordings: RecordingStore;
}

/** Writes the files of recordings that have ended, and keeps in memory which could not be written. */
export class RecordingWriter {
  readonly #parts: RecordingWriterParts;
  readonly #writing = new Map<RecordingRecord, Promise<void>>();
  #lost: RecordingRecord[] = [];
  /** Recordings with a file since the start. */
  written = 0;
  /** Recordings whose file could not be written. */
  failed = 0;

  constructor(parts: RecordingWriterParts) {
    this.#parts = parts;
  }

  /** The recordings whose files are being written. */
  get writing(): RecordingRecord[] {
    return [...this.#writing.keys()];
  }

  /** The newest recordings that could not be written since the start, oldest first. */
  get lost(): readonly RecordingRecord[] {
    return this.#lost;
  }

  /** Removes a recording that could not be written from the list; false for an unknown one. */
  forget(org: string, id: string): boolean {
    const before = this.#lost.length;
    this.#lost = this.#lost.filter((each) => each.org !== org || each.id !== id);
    return this.#lost.length < before;
  }

  /** Begins to write the file of a recording that has ended. */
  begin(record: RecordingRecord): void {
    const work = this.#write(record).finally(() => this.#writing.delete(record));
    this.#writing.set(record, work);
  }

  /** Resolves when all files are written, or could not be. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  async #write(record: RecordingRecord): Promise<void> {
    const { log, mcap, recordings } = this.#parts;
    try {
      const whole = this.#traceOf(record);
      const { video, isCut } = await this.#videoOf(record);
      const trace = { ...whole, video };
      record.isVideoCut = isCut;
      for (const { streamId } of video) noteStream(record, streamId);
      const { samples, scans, pictures, entries } = trace;
      for (const { streamId } of pictures) {
        if (streamId === null) record.hasOwnPictures = true;
        else noteStream(record, streamId);
      }
      record.counts = {
        samples: samples.length,
        scans: scans.length,
        pictures: pictures.length,
        entries: entries.length,
        videoFrames: video.reduce((sum, { frames }) => sum + frames.length, 0),
      };
      await recordings.put(record, await mcap.write(trace));
      this.written += 1;
    } catch (error) {
      this.failed += 1;
      record.problem = describeError(error);
      this.#lost = [...this.#lost, record].slice(-recordingLimits.lost);
      log.warn(
        { robot_id: record.robotId, error: record.problem },
        "a recording of a robot was not written",
      );
    }
  }

  /** A recording without its video is better than none. */
  async #videoOf({ org, robotId, fromMs, toMs }: RecordingRecord): Promise<FoundVideo> {
    const { robots, videoOf, log } = this.#parts;
    const known = robots.all().find(({ record }) => record.org === org && record.id === robotId);
    const streamId = known?.record.request.camera;
    if (streamId === undefined) return { video: [], isCut: false };
    try {
      const span = { fromMs, toMs, mostBytes: recordingLimits.videoBytes };
      return await videoOf(org, streamId, span);
    } catch (error) {
      log.warn({ robot_id: robotId, error: describeError(error) }, "no video for a recording");
      return { video: [], isCut: false };
    }
  }

  #traceOf(record: RecordingRecord): RobotTrace {
    const { robots, store, clock } = this.#parts;
    const { org, robotId, fromMs, causes } = record;
    record.toMs = Math.min(record.toMs, clock.wallMs());
    const whole = traceOf({ traces: robots.traces, store }, { org, robotId, sinceMs: fromMs });
    const incidents = causes.flatMap(({ atMs, type, summary }) =>
      type === null ? [] : [{ atMs, type, summary: summary ?? "" }],
    );
    // A file is for everybody who may see its cameras: why a rule acted names an incident of any camera.
    const entries = whole.entries.map((each) =>
      each.who?.priority === "rule" ? { ...each, why: null } : each,
    );
    return { ...whole, entries, incidents };
  }
}
