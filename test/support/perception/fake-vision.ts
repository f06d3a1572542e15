import { fail } from "../../../src/base/contract/fail.ts";
import type { Fragment, InitSegment } from "../../../src/cameras/source.ts";
import type {
  Detection,
  DropCounts,
  FrameResult,
  Overlay,
  PictureResult,
  SceneGrid,
  Still,
  Vision,
  VisionStatus,
  VisionStream,
  VisionStreamEvents,
  VisionStreamOptions,
} from "../../../src/perception/core/vision-port.ts";

/** A decodable 1×1 JPEG: what the fake answers wherever a picture is due. */
export const tinyJpeg: Uint8Array = Buffer.from(
  "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q==",
  "base64",
);

/** What the scripted eye sees at one moment; parts left out are "nothing". */
export interface FakeDetections {
  detections?: readonly Detection[];
  detected?: boolean;
  motionRatio?: number;
  identicalSec?: number;
  scene?: SceneGrid;
}

/** One stream of the fake; tests drive it through `emit` or by pushing fragments. */
export class FakeVisionStream implements VisionStream {
  options: VisionStreamOptions;
  readonly events: VisionStreamEvents;
  readonly pushed: Fragment[] = [];
  readonly inits: InitSegment[] = [];
  closed = false;
  /** Calls of `wake`. */
  wakes = 0;
  /** Counters that tests may set. */
  readonly dropped: DropCounts = { detector_busy: 0, decoder_behind: 0, vision_down: 0 };
  readonly #see: FakeVision["see"];
  readonly #waiting: Promise<void>[] = [];
  #lastBucket = Number.NEGATIVE_INFINITY;
  #generation = Number.NaN;

  constructor(options: VisionStreamOptions, events: VisionStreamEvents, see: FakeVision["see"]) {
    this.options = options;
    this.events = events;
    this.#see = see;
  }

  init(init: InitSegment): void {
    this.inits.push(init);
    this.#generation = init.generation;
    this.#lastBucket = Number.NEGATIVE_INFINITY;
  }

  push(fragment: Fragment): Promise<void> {
    if (this.closed || fragment.generation !== this.#generation) return Promise.resolve();
    this.pushed.push(fragment);
    if (this.pushed.length > 1000) this.pushed.shift();
    const bucket = Math.floor(fragment.ptsSec * this.options.fpsCap + 1e-3);
    if (bucket <= this.#lastBucket) return Promise.resolve();
    this.#lastBucket = bucket;
    if (this.options.isAnalysed === false) return Promise.resolve();
    const report = Promise.resolve().then(() => {
      this.emit(fragment.ptsSec, this.#see(this.options.streamId, fragment.ptsSec));
    });
    this.#waiting.push(report);
    if (this.#waiting.length > 100) void this.#waiting.shift();
    return this.options.lossless ? report : Promise.resolve();
  }

  wake(): void {
    this.wakes += 1;
  }

  async drain(): Promise<void> {
    await Promise.all(this.#waiting);
  }

  reconfigure(options: Partial<Omit<VisionStreamOptions, "streamId" | "lossless">>): void {
    this.options = { ...this.options, ...options };
  }

  idleGopSec(): number | null {
    return null;
  }

  drops(): DropCounts {
    return { ...this.dropped };
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  /** Reports one frame as the real eye would: score and label filters of the options apply. */
  emit(ptsSec: number, sight: FakeDetections = {}): void {
    if (this.closed) return;
    const { labels, minScore } = this.options;
    const detections = (sight.detections ?? []).filter(
      (one) => one.score >= minScore && (labels.length === 0 || labels.includes(one.label)),
    );
    const result: FrameResult = {
      generation: Number.isNaN(this.#generation) ? 1 : this.#generation,
      ptsSec,
      detected: sight.detected ?? true,
      detections,
      motion: { ratio: sight.motionRatio ?? 0, boxesNorm: [] },
      identicalSec: sight.identicalSec ?? 0,
      timingsMs: { queue: 0, motion: 0, detect: 0 },
      ...(sight.scene ? { scene: sight.scene } : {}),
    };
    this.events.onResult(result);
  }
}

/**
 * An eye that sees what its script says. `see` is asked for each sampled fragment that is pushed
 * (as `fpsCap` and the fragments' times say); tests that need no fragments call
 * `stream(id).emit(ptsSec, sight)`. Passes `test/conformance/vision.ts`.
 */
export class FakeVision implements Vision {
  see: (streamId: string, ptsSec: number) => FakeDetections;
  readonly models = new Map<string, readonly string[]>([
    ["motion", ["motion"]],
    ["auto", ["person", "car", "bicycle", "dog"]],
    ["fake", ["person", "car", "bicycle", "dog"]],
  ]);
  /** Models that cannot be loaded. */
  readonly refused = new Set<string>();
  /** `starting` is the time in which its models are not known yet. */
  state: "starting" | "up" = "up";
  /** What `picture` detects in any readable picture. */
  pictureDetections: readonly Detection[] = [];
  /** Overlays that `still` and `picture` were asked to draw, newest last. */
  readonly overlays: Overlay[] = [];
  readonly #streams = new Map<string, FakeVisionStream>();

  constructor(see: (streamId: string, ptsSec: number) => FakeDetections = () => ({})) {
    this.see = see;
  }

  /** The open stream `streamId`. */
  stream(streamId: string): FakeVisionStream {
    const stream = this.#streams.get(streamId);
    if (!stream) throw fail("internal_error", `no open fake stream ${streamId}`);
    return stream;
  }

  open(options: VisionStreamOptions, events: VisionStreamEvents): VisionStream {
    const stream = new FakeVisionStream(options, events, (id, ptsSec) => this.see(id, ptsSec));
    this.#streams.set(options.streamId, stream);
    return stream;
  }

  still(request: Parameters<Vision["still"]>[0]): Promise<Still> {
    this.overlays.push(request.overlay);
    if (request.fragments.length === 0) {
      return Promise.reject(fail("stream_not_ready", "no fragments to decode"));
    }
    return Promise.resolve({ jpeg: tinyJpeg, widthPx: 1, heightPx: 1 });
  }

  live(_streamId: string, options: Parameters<Vision["live"]>[1]): { close(): void } {
    const timer = setInterval(() => {
      this.overlays.push(options.overlay());
      options.onJpeg(tinyJpeg);
    }, 1000 / options.fps);
    timer.unref();
    return { close: () => clearInterval(timer) };
  }

  async picture(request: Parameters<Vision["picture"]>[0]): Promise<PictureResult> {
    if (!this.models.has(request.model)) {
      throw fail("model_unavailable", `there is no model ${request.model}`);
    }
    const head = Buffer.from(request.bytes.subarray(0, 12));
    const known =
      head.readUIntBE(0, 3) === 0xffd8ff ||
      head.subarray(1, 4).toString("latin1") === "PNG" ||
      head.subarray(8, 12).toString("latin1") === "WEBP";
    if (!known) throw fail("input_unreadable", "the picture is not a JPEG, PNG or WebP");
    const { labels, minScore } = request;
    const detections = this.pictureDetections.filter(
      (one) => one.score >= minScore && (labels.length === 0 || labels.includes(one.label)),
    );
    this.overlays.push(request.overlayFor(detections, 640 / 360));
    return {
      model: request.model,
      widthPx: 640,
      heightPx: 360,
      detections,
      annotatedJpeg: tinyJpeg,
    };
  }

  labelsOf(model: string): readonly string[] | undefined {
    return this.models.get(model);
  }

  prepareModel(model: string): Promise<void> {
    if (this.models.has(model) && !this.refused.has(model)) return Promise.resolve();
    return Promise.reject(fail("model_unavailable", `${model} cannot be used`));
  }

  status(): VisionStatus {
    const models = [...this.models]
      .filter(([name]) => name !== "auto")
      .map(([name, labels]) => ({
        name,
        labels,
        executor: "fake",
        note: "scripted",
        tried: [],
        engine: null,
      }));
    return {
      state: this.state,
      restarts: 0,
      decoding: { wish: "off", used: {}, tried: [] },
      models,
    };
  }
}
