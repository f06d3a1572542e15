import { appearanceOf } from "./appearance.ts";
import { boxToNorm, type Fit, fitPicture } from "../../inference/onnx/fit.ts";
import type { Candidate } from "../../inference/onnx/heads/nms.ts";
import type { Detector } from "../../inference/onnx/detector.ts";
import type { Detection } from "../../../perception/core/vision-port.ts";
import { Decoder } from "./decoding/decoder.ts";
import {
  decoderArgs,
  gridFor,
  type GridSize,
  type DecodedPicture,
  rawBytes,
} from "./decoding/decoder-args.ts";
import type { DetectorScheduler, FrameJob, DetectorLane } from "./detector-scheduler.ts";
import type { PipeEnds } from "./decoding/frame-pipe.ts";
import { backgroundCorrelation } from "./motion/background.ts";
import { GridReader, type LumaPlane } from "./motion/motion-grid.ts";
import { boxesOf, type Motion, MotionGate } from "./motion/motion-gate.ts";
import { learntBoxes, neededScore } from "./learnt-boxes.ts";
import { ModelPixels } from "./decoding/model-pixels.ts";
import { SceneReader } from "./scene-reader.ts";
import type {
  DecoderProgress,
  FeedInit,
  FeedTuning,
  FromVisionChild,
  WatchOptions,
} from "./protocol.ts";
import type { CodedProblem, FeedFragment } from "./decoding/decoder.ts";

/** The time for which the detector keeps looking after the last motion, and at the start, in media seconds. */
const lingerSec = 2;
/** A decoder is behind when its newest frame is this much older than a period before its input. */
const maxLagSec = 0.3;
/** Frames this much newer than the last report are reported at once, because their results may take long. */
const maxUnreportedSec = 0.5;
/** Pictures kept for reuse; more than ever wait at once. */
const spareFrames = 3;

/** One decoded frame on its way through the detector. */
export interface WatchedFrame extends FrameJob {
  /** As the decoder gave it; recycled when the job is done. */
  frame: Buffer;
  ptsSec: number;
  motion: Motion;
  identicalSec: number;
  arrivedMs: number;
  motionMs: number;
}

/** The parts that a watched feed is built from. */
export interface WatchFeedParts {
  feedId: number;
  init: FeedInit;
  watch: WatchOptions;
  afterPtsSec: number | null;
  ffmpegPath: string;
  pipe: PipeEnds;
  /** The loaded model; undefined means the model-free detector. */
  model: Detector | undefined;
  scheduler: DetectorScheduler<WatchedFrame>;
  send: (message: FromVisionChild) => void;
  /** ffmpeg's options for decoding in hardware; none for software. */
  hardware: readonly string[];
  /** The decoder failed while it used them. */
  onHardwareFailure: (reason: string) => void;
}

/** One run of a watched stream: decoder, motion gate, and a place in the detector's round. */
export class WatchFeed implements DetectorLane<WatchedFrame> {
  readonly model: Detector | undefined;
  readonly #parts: WatchFeedParts;
  readonly #lossless: boolean;
  readonly #fit: Fit | undefined;
  readonly #grid: GridSize;
  readonly #luma: Float32Array;
  readonly #gridReader: GridReader;
  readonly #gate: MotionGate;
  readonly #scenes: SceneReader;
  readonly #decoder: Decoder;
  readonly #frameBytes: number;
  readonly #spare: Buffer[] = [];
  readonly #waiting: WatchedFrame[] = [];
  #tuning: FeedTuning;
  #netPixels: ModelPixels | undefined;
  #previous: Buffer | undefined;
  #identicalSinceSec = Number.NaN;
  #lookUntilSec = Number.NaN;
  #busyDrops = 0;
  #frames = 0;
  #ended: { problem: CodedProblem | null } | undefined;
  #isClosed = false;
  #writtenPtsSec = Number.NaN;
  #framePtsSec = Number.NaN;
  #toldPtsSec = Number.NaN;

  constructor(parts: WatchFeedParts) {
    const { init, watch, model } = parts;
    this.#parts = parts;
    this.model = model;
    this.#lossless = watch.lossless;
    this.#tuning = watch;
    this.#grid = gridFor(init.widthPx, init.heightPx);
    this.#luma = new Float32Array(this.#grid.columns * this.#grid.rows);
    this.#gate = new MotionGate(this.#grid, watch.motion.sensitivity);
    const picture = this.#picture();
    this.#fit = picture.kind === "model" ? picture.fit : undefined;
    this.#gridReader = new GridReader(lumaPlane(picture), this.#grid);
    this.#frameBytes = rawBytes(picture);
    this.#scenes = new SceneReader(picture, { grid: this.#grid, cells: this.#gridReader });
    const { fpsCap, masks } = watch;
    const choice = { fpsCap, masks, afterPtsSec: parts.afterPtsSec };
    const { ffmpegPath, pipe } = parts;
    const args = decoderArgs(picture, choice, parts.hardware);
    this.#decoder = new Decoder(
      { ffmpegPath, args, pipe, fps: fpsCap },
      {
        allocate: (bytes) => this.#allocate(bytes),
        onFrame: (frame, ptsSec) => this.#onFrame(frame, ptsSec),
        onTaken: () => this.#tellProgress(),
        onEnd: (problem) => this.#onDecoderEnd(problem),
      },
    );
  }

  /** Starts the decoder and takes the place in the detector's round. */
  start(): void {
    const picture = this.#picture();
    if (picture.kind === "model") this.#netPixels = ModelPixels.load(picture);
    this.#decoder.start(this.#parts.init.bytes);
    this.#parts.scheduler.add(this);
  }

  get minScore(): number {
    return neededScore(this.#parts.watch.learnt, this.model, this.#tuning.minScore);
  }

  write(fragments: readonly FeedFragment[]): void {
    this.#writtenPtsSec = fragments.at(-1)?.ptsSec ?? this.#writtenPtsSec;
    this.#decoder.write(fragments);
  }

  end(): void {
    this.#decoder.end();
  }

  tune(tuning: FeedTuning): void {
    this.#tuning = tuning;
    this.#gate.sensitivity = tuning.motion.sensitivity;
  }

  close(): void {
    this.#isClosed = true;
    this.#decoder.kill();
    this.#parts.scheduler.remove(this);
  }

  /** Ends the feed when its decoder is stuck; call it about once a second. */
  checkLife(nowMs: number): void {
    // A paused decoder is not read while its picture waits for the model.
    this.#decoder.checkLife(nowMs, this.#waiting.length === 0);
  }

  hasNext(): boolean {
    return this.#waiting.length > 0;
  }

  isBehind(): boolean {
    if (this.#lossless || this.#ended) return false;
    const allowedSec = 1 / this.#parts.watch.fpsCap + maxLagSec;
    return this.#writtenPtsSec - this.#framePtsSec > allowedSec;
  }

  take(): WatchedFrame | undefined {
    const job = this.#waiting.shift();
    if (this.#lossless && this.#waiting.length === 0) this.#decoder.resume();
    return job;
  }

  pixels(job: WatchedFrame): Uint8Array {
    return this.#netPixels!.read(job.frame);
  }

  onDone(job: WatchedFrame, candidates: readonly Candidate[] | undefined, startMs: number): void {
    if (this.#isClosed) return;
    const detections = this.model ? this.#named(job.frame, candidates ?? []) : this.#moved(job);
    const scene = this.#tuning.scene ? this.#scenes.read(job.frame, job.ptsSec) : undefined;
    this.#parts.send({
      type: "feedResult",
      feedId: this.#parts.feedId,
      progress: this.#progress(),
      busyDrops: this.#busyDrops,
      result: {
        ptsSec: job.ptsSec,
        detected: job.detect,
        detections,
        motion: { ratio: job.motion.ratio, boxesNorm: boxesOf(job.motion) },
        ...(scene === undefined ? {} : { scene }),
        identicalSec: job.identicalSec,
        timingsMs: {
          queue: startMs - job.arrivedMs,
          motion: job.motionMs,
          detect: candidates ? performance.now() - startMs : 0,
        },
      },
    });
    this.#busyDrops = 0;
    this.#recycle(job.frame);
    this.#endWhenDone();
  }

  onFailure(job: WatchedFrame, reason: string): void {
    if (this.#isClosed || this.#ended) return;
    this.#recycle(job.frame);
    this.#decoder.kill();
    this.#waiting.length = 0;
    this.#onDecoderEnd({ code: "model_unavailable", message: `the model failed: ${reason}` });
  }

  #picture(): Exclude<DecodedPicture, { kind: "view" }> {
    const { init } = this.#parts;
    if (!this.model) return { kind: "grid", grid: this.#grid };
    const { input } = this.model;
    const fit = fitPicture(input, init.widthPx, init.heightPx);
    return { kind: "model", input, fit, matrix: init.colourMatrix ?? "bt601" };
  }

  #allocate(bytes: number): Buffer {
    // A wrong size is the demuxer's to refuse; it compares.
    if (bytes !== this.#frameBytes) return Buffer.alloc(0);
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(bytes);
  }

  /** Takes a buffer back, unless it is still the one the next frame is compared with. */
  #recycle(frame: Buffer): void {
    if (frame !== this.#previous && this.#spare.length < spareFrames) this.#spare.push(frame);
  }

  #onFrame(frame: Buffer, ptsSec: number): void {
    const arrivedMs = performance.now();
    this.#frames += 1;
    this.#framePtsSec = ptsSec;
    if (!(ptsSec - this.#toldPtsSec < maxUnreportedSec)) this.#tellProgress();
    const identicalSec = this.#identical(frame, ptsSec);
    const motion = this.#motion(frame, ptsSec);
    const motionMs = performance.now() - arrivedMs;
    const detect = this.#shallLook(motion, ptsSec);
    this.#offer({ frame, detect, ptsSec, motion, identicalSec, arrivedMs, motionMs });
  }

  #tellProgress(): void {
    this.#parts.send({ type: "feedProgress", feedId: this.#parts.feedId, ...this.#progress() });
  }

  #progress(): DecoderProgress {
    this.#toldPtsSec = this.#framePtsSec;
    const decodedPtsSec = Number.isNaN(this.#framePtsSec) ? null : this.#framePtsSec;
    return { takenBytes: this.#decoder.takeTakenBytes(), decodedPtsSec };
  }

  #identical(frame: Buffer, ptsSec: number): number {
    const same = this.#previous?.equals(frame) ?? false;
    if (!same) this.#identicalSinceSec = ptsSec;
    const old = this.#previous;
    this.#previous = frame;
    // The old picture may still wait for the detector; then its end recycles it.
    if (old && !this.#isInUse(old)) this.#recycle(old);
    return ptsSec - this.#identicalSinceSec;
  }

  #isInUse(frame: Buffer): boolean {
    return this.#waiting.some((job) => job.frame === frame) || this.#parts.scheduler.isBusy(this);
  }

  #motion(frame: Buffer, ptsSec: number): Motion {
    if (this.#tuning.motion.mode === "off" && this.model) return { ratio: 0, regions: [] };
    this.#gridReader.read(frame, this.#luma);
    return this.#gate.update(this.#luma, ptsSec);
  }

  #shallLook(motion: Motion, ptsSec: number): boolean {
    if (Number.isNaN(this.#lookUntilSec) || motion.regions.length > 0) {
      this.#lookUntilSec = ptsSec + lingerSec;
    }
    return this.#tuning.motion.mode !== "auto" || ptsSec <= this.#lookUntilSec;
  }

  #offer(job: WatchedFrame): void {
    if (this.#lossless) {
      this.#decoder.pause();
    } else {
      for (let old = this.#waiting.shift(); old; old = this.#waiting.shift()) {
        this.#busyDrops += 1;
        this.#recycle(old.frame);
      }
    }
    this.#waiting.push(job);
    this.#parts.scheduler.kick();
  }

  #named(frame: Buffer, candidates: readonly Candidate[]): Detection[] {
    const { minScore, labels } = this.#tuning;
    const model = this.model!;
    const boxes = learntBoxes(candidates, model, this.#parts.watch.learnt);
    const named = namedDetections(boxes, { model, fit: this.#fit!, minScore, labels });
    if (named.length > 0) this.#gridReader.read(frame, this.#luma);
    return named.map((one) => this.#described(frame, one));
  }

  /** Adds the look of a box; `#luma` is that of `frame`. */
  #described(frame: Buffer, one: Detection): Detection {
    const { background } = this.#gate;
    const appearance = appearanceOf(frame, this.#fit!, one.boxNorm);
    const levels = background && { luma: this.#luma, background };
    const correlation = levels && backgroundCorrelation(levels, this.#grid, one.boxNorm);
    return {
      ...one,
      ...(appearance === undefined ? {} : { appearance }),
      ...(correlation === undefined ? {} : { backgroundCorrelation: correlation }),
    };
  }

  #moved(job: WatchedFrame): Detection[] {
    if (!job.detect) return [];
    return job.motion.regions
      .filter((region) => region.score >= this.#tuning.minScore)
      .map(({ score, boxNorm }) => ({ label: "motion", score, boxNorm }));
  }

  #onDecoderEnd(problem: CodedProblem | null): void {
    if (this.#isClosed || this.#ended) return;
    const { hardware, onHardwareFailure } = this.#parts;
    if (problem && hardware.length > 0) onHardwareFailure(problem.message);
    this.#ended = { problem };
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    if (!this.#ended || this.#waiting.length > 0 || this.#parts.scheduler.isBusy(this)) return;
    const { feedId, send, scheduler } = this.#parts;
    this.#isClosed = true;
    scheduler.remove(this);
    send({ type: "feedEnded", feedId, problem: this.#ended.problem, frames: this.#frames });
  }
}

/** Without a model the frame begins with the grid itself, a pixel for each cell. */
function lumaPlane(picture: Exclude<DecodedPicture, { kind: "view" }>): LumaPlane {
  if (picture.kind === "grid") {
    const { columns, rows } = picture.grid;
    return { widthPx: columns, heightPx: rows, range: "full" };
  }
  const { widthPx, heightPx } = picture.fit;
  return { widthPx, heightPx, range: "limited" };
}

/** Returns the model's boxes as detections of the picture, filtered by score and label. */
export function namedDetections(
  candidates: readonly Candidate[],
  options: { model: Detector; fit: Fit; minScore: number; labels: readonly string[] },
): Detection[] {
  const { model, fit, minScore, labels } = options;
  const detections: Detection[] = [];
  for (const candidate of candidates) {
    const label = model.labels[candidate.classIndex]!;
    if (candidate.score < minScore || (labels.length > 0 && !labels.includes(label))) continue;
    const boxNorm = boxToNorm(candidate, fit);
    if (boxNorm) detections.push({ label, score: Math.min(1, candidate.score), boxNorm });
  }
  return detections;
}
