import { mkdir } from "node:fs/promises";
import type { Clock } from "../../base/core/clock.ts";
import { inTurns } from "../../base/concurrency/in-turns.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import { clipEndMs, type ClipRecord, getClip } from "./clip-record.ts";
import { Clips } from "./clips.ts";
import { cutFootage, type Footage, mimeCodecOf, runsOfFormat, spansOf } from "./footage.ts";
import type { MaskTranscoder } from "./mask-port.ts";
import { type RecordedKeyFrame, readKeyFrame } from "./key-frames.ts";
import { mendSegments } from "./mend.ts";
import { addSpan, outlineOf, type OutlineSpan, segmentAfter, segmentAt } from "./outline.ts";
import { type RecordingRetention, Retention, type Troubles } from "./retention.ts";
import { segmentsBetween, type SegmentRecord } from "./segment-record.ts";
import type { StreamRef } from "../../base/core/stream-ref.ts";
import { type TimeLapse, timeLapseOf } from "./time-lapse.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { type RecordingSettings, StreamRecorder } from "./stream-recorder.ts";

/** The parts that `Recordings` is built from. */
export interface RecordingsParts {
  /** Folder of all recordings; created with mode 0700. */
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  transcoder: MaskTranscoder;
  troubles: Troubles;
  retention: RecordingRetention;
  /** Returns the name of a stream for people; its id by default. */
  nameOf?: (stream: StreamRef) => string;
  freeBytes?: (dir: string) => Promise<number>;
}

/** A preview of a time without a recording shows the next frame, if it is this near. */
const nearMs = 10_000;

/** Recorded video of one format without a hole. */
export interface RecordedSpan {
  startMs: number;
  endMs: number;
  codec: string;
  mimeCodec: string | null;
  hasSound: boolean;
  widthPx: number;
  heightPx: number;
  isMasked: boolean;
  sizeBytes: number;
}

/** The video of an incident. */
export interface Clip {
  record: ClipRecord;
  /** One for each format that the camera had; empty when no video is left. */
  parts: Footage[];
  /** True when the post-roll has ended and nothing more is added. */
  isComplete: boolean;
}

/** The recorded video of the box: writes, finds, cuts and removes it. */
export class Recordings implements Part {
  readonly #parts: RecordingsParts;
  readonly #clips: Clips;
  readonly #retention: Retention;
  readonly #recorders = new Map<string, StreamRecorder>();

  constructor(parts: RecordingsParts) {
    this.#parts = parts;
    this.#clips = new Clips(parts);
    this.#retention = new Retention(parts);
  }

  /** Repairs files that a crash interrupted, and starts retention. */
  async start(): Promise<void> {
    const { dir, log } = this.#parts;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const mended = await mendSegments({
      ...this.#parts,
      classOf: (record) => this.#clips.classOf(record),
    });
    if (mended > 0) log.info({ mended }, "repaired recordings that a crash had interrupted");
    await this.#retention.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.stop()));
    this.#recorders.clear();
    await this.#retention.stop();
  }

  /** Returns the number of segments removed since the start, and whether the disk has room. */
  counts(): { removed: number; hasRoom: boolean } {
    return { removed: this.#retention.removed, hasRoom: this.#retention.hasRoom };
  }

  /** Removes old and excess recordings at once. */
  async sweep(): Promise<void> {
    await this.#retention.sweep();
  }

  /** Starts to record a stream; the caller must return the recorder with `close`. */
  open(stream: StreamRef, settings: RecordingSettings): StreamRecorder {
    const parts = { ...this.#writerParts(), clips: this.#clips };
    const recorder = new StreamRecorder(parts, stream, settings);
    recorder.start();
    this.#recorders.set(keyOf(stream), recorder);
    return recorder;
  }

  /** A writer of video that the camera had stored, beside the stream's recorder; the caller must `stop` it. */
  importer(stream: StreamRef): SegmentWriter {
    const { org, streamId } = stream;
    return new SegmentWriter({ ...this.#writerParts(), isBackfilled: true }, { org, streamId });
  }

  /** The spans between `fromMs` and `toMs` that came from the camera's own storage, oldest first. */
  backfilled(
    stream: StreamRef,
    span: { fromMs: number; toMs: number },
  ): { startMs: number; endMs: number }[] {
    return this.#segments(stream, span).filter(({ isBackfilled }) => isBackfilled === true);
  }

  /** Stops the recorder and finishes its file. */
  async close(stream: StreamRef, recorder: StreamRecorder): Promise<void> {
    await recorder.stop();
    if (this.#recorders.get(keyOf(stream)) === recorder) this.#recorders.delete(keyOf(stream));
  }

  /** Returns the recorded spans of the stream from `fromMs` to `toMs` (Unix milliseconds), oldest first. */
  list(stream: StreamRef, span: { fromMs: number; toMs: number }): RecordedSpan[] {
    return runsOfFormat(this.#segments(stream, span)).flatMap((run) =>
      spansOf(run).map(({ startMs, endMs }) => {
        const inside = run.filter((one) => one.startMs >= startMs && one.startMs < endMs);
        const { codec, widthPx, heightPx, isMasked } = run[0]!;
        const format = { codec, mimeCodec: mimeCodecOf(run), widthPx, heightPx, isMasked };
        const hasSound = inside.some((one) => one.sound !== undefined);
        const sizeBytes = inside.reduce((sum, one) => sum + one.sizeBytes, 0);
        return { startMs, endMs, ...format, hasSound, sizeBytes };
      }),
    );
  }

  /** Returns the recorded spans of the stream at a coarse resolution; see `outlineOf`. */
  async outline(
    stream: StreamRef,
    span: { fromMs: number; toMs: number; stepMs: number },
  ): Promise<OutlineSpan[]> {
    const spans = await inTurns(outlineOf(this.#parts.store, stream, span));
    const current = this.#recorders.get(keyOf(stream))?.current();
    if (current && current.startMs < span.toMs && current.endMs > span.fromMs) {
      const startMs = Math.max(current.startMs, span.fromMs);
      addSpan(spans, { startMs, endMs: Math.min(current.endMs, span.toMs) }, span.stepMs);
    }
    return spans;
  }

  /**
   * The recorded key frame at or before `atMs`; where nothing is recorded then, the next one within
   * `nearMs`. Undefined without one.
   */
  async keyFrame(stream: StreamRef, atMs: number): Promise<RecordedKeyFrame | undefined> {
    const { store, dir } = this.#parts;
    const recorder = this.#recorders.get(keyOf(stream));
    const current = recorder?.current();
    if (current && current.startMs <= atMs && current.endMs > atMs - nearMs) {
      await recorder?.flush();
      return await readKeyFrame(dir, current, atMs);
    }
    const held = segmentAt(store, stream, atMs);
    const next = held ? undefined : segmentAfter(store, stream, atMs);
    const segment = held ?? (next && next.startMs - atMs <= nearMs ? next : undefined);
    return segment && (await readKeyFrame(dir, segment, atMs));
  }

  /** The video from `fromMs` to `toMs`, one part for each format; empty where nothing is recorded. */
  async footage(stream: StreamRef, span: { fromMs: number; toMs: number }): Promise<Footage[]> {
    const recorder = this.#recorders.get(keyOf(stream));
    if (span.toMs > this.#parts.clock.wallMs() - 5000) await recorder?.flush();
    return await cutFootage(this.#parts.dir, this.#segments(stream, span), span);
  }

  /** A time-lapse of what is recorded in the span, in the format of its beginning; see `timeLapseOf`. */
  async timeLapse(
    stream: StreamRef,
    span: { fromMs: number; toMs: number },
  ): Promise<TimeLapse | undefined> {
    const recorder = this.#recorders.get(keyOf(stream));
    if (span.toMs > this.#parts.clock.wallMs() - 5000) await recorder?.flush();
    const [run] = runsOfFormat(this.#segments(stream, span));
    return run && timeLapseOf(this.#parts.dir, run, span);
  }

  /** Returns the video of an incident so far; undefined when no video was recorded for it. */
  async clip(org: string, incidentId: string): Promise<Clip | undefined> {
    const record = getClip(this.#parts.store, org, incidentId);
    if (!record) return undefined;
    const span = { fromMs: record.fromMs, toMs: clipEndMs(record) };
    const isComplete = record.toMs !== null && record.toMs < this.#parts.clock.wallMs();
    return { record, parts: await this.footage(record, span), isComplete };
  }

  /** Returns the clip record of an incident, protection included; undefined when no video of it is or will be stored. */
  clipRecord(
    org: string,
    streamId: string,
    incidentId: string,
  ): Pick<ClipRecord, "isProtected"> | undefined {
    const record = getClip(this.#parts.store, org, incidentId);
    const recorder = this.#recorders.get(keyOf({ org, streamId }));
    // The first event of an incident is created before its clip is stored.
    if (recorder?.wants(incidentId)) return { isProtected: record?.isProtected ?? false };
    if (!record || record.toMs === null) return record;
    const span = { fromMs: record.fromMs, toMs: record.toMs };
    return this.#segments(record, span).length > 0 ? record : undefined;
  }

  /** Sets or ends the protection of the clip; false when there is none. */
  async protect(org: string, incidentId: string, isProtected: boolean): Promise<boolean> {
    return await this.#clips.protect(org, incidentId, isProtected);
  }

  #writerParts() {
    return {
      ...this.#parts,
      classOf: (record: SegmentRecord) => this.#clips.classOf(record),
      hasRoom: () => this.#retention.hasRoom,
      onFull: () => void this.#retention.sweep(true),
    };
  }

  #segments(stream: StreamRef, span: { fromMs: number; toMs: number }): SegmentRecord[] {
    const done = segmentsBetween(this.#parts.store, stream, span).filter(({ isOpen }) => !isOpen);
    const current = this.#recorders.get(keyOf(stream))?.current();
    const isIn =
      current !== undefined && current.startMs < span.toMs && current.endMs > span.fromMs;
    return isIn ? [...done.filter(({ id }) => id !== current.id), current] : done;
  }
}

function keyOf({ org, streamId }: StreamRef): string {
  return `${org}\0${streamId}`;
}
