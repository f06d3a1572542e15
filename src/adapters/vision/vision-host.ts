import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import type { HardwareWish } from "./child/decoding/hardware-decoding.ts";
import type { ChildModel } from "./child/protocol.ts";
import type { InferenceServerAddress } from "../../perception/models/inference-servers.ts";
import type { Fragment } from "../../cameras/source.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type {
  Overlay,
  PrivacyMasks,
  PictureResult,
  Still,
  Vision,
  VisionStatus,
  VisionStream,
  VisionStreamEvents,
  VisionStreamOptions,
} from "../../perception/core/vision-port.ts";
import { FeedRouter } from "./feed.ts";
import { RetryingStills, type StillRequest } from "./retrying-stills.ts";
import { LiveView, type Viewer } from "./live-view.ts";
import { VisionLink } from "./vision-link.ts";
import { WatchedStream } from "./watched-stream.ts";

/** The longest time that `start` waits for the vision process; after that it comes up in the background. */
const startWaitMs = 5_000;
/** Stills that are being made at once; further ones are refused with `overloaded`. */
const maxStills = 8;
/** Width of the annotated picture that `picture` returns. */
const annotatedWidthPx = 1920;

/** Decodes untrusted pictures and draws on them; the compute pool provides it. */
export interface PictureDecoder {
  /**
   * Decodes one picture to the model's input. Rejects with `input_unreadable` for anything that is
   * not one readable JPEG, PNG or WebP picture of at most 50 megapixels.
   */
  prepare(
    bytes: Uint8Array,
    input: ChildModel["input"],
    masks: PrivacyMasks,
  ): Promise<{
    pixels: Uint8Array;
    fit: { offsetXPx: number; offsetYPx: number; widthPx: number; heightPx: number };
    widthPx: number;
    heightPx: number;
  }>;
  /** The picture with masks painted and `overlay` drawn on it, as a JPEG at most `maxWidthPx` wide. */
  annotate(
    bytes: Uint8Array,
    form: { masks: PrivacyMasks; overlay: Overlay; maxWidthPx: number },
  ): Promise<Uint8Array>;
}

/** The parts that the host is built from. */
export interface VisionHostOptions {
  log: Logger;
  clock: Clock;
  /** Directories of model manifests; the first that has a name wins. */
  modelDirs: readonly string[];
  pictures: PictureDecoder;
  /** A child of `startVisionChild` that is to be used first. */
  firstChild?: ChildProcess;
  /** Called with refused models after every change of any model. */
  onRefused?: (names: readonly string[]) => void;
  /** Called when the process is up for the first time, also after `start` has ceased to wait for it. */
  onFirstUp?: () => void;
  /** Default `ffmpeg`, found by PATH. */
  ffmpegPath?: string;
  /**
   * Threads that share one inference, 1–64. Default: measured for each model at its first use when
   * there is a `stateDir`, else one less than there are cores, 1–4.
   */
  parallelism?: number;
  /** The directory of measured figures. */
  stateDir?: string;
  /** The permitted way of decoding video; default `off`: in software. */
  hardware?: HardwareWish;
  /** Inference servers and the model that each of them runs; default none. */
  inferenceServers?: readonly InferenceServerAddress[];
}

/** The vision process: starts it, watches it and restarts it. */
export class VisionHost implements Vision, Part {
  readonly #options: VisionHostOptions;
  readonly #link: VisionLink;
  readonly #router = new FeedRouter();
  readonly #streams = new Map<string, WatchedStream>();
  readonly #views = new Map<WatchedStream, Map<string, LiveView>>();
  readonly #firstUp = Promise.withResolvers<void>();
  #wasUp = false;
  #stills = 0;
  readonly #retryingStills: RetryingStills;

  constructor(options: VisionHostOptions) {
    const { log, clock, modelDirs, ffmpegPath = "ffmpeg" } = options;
    this.#options = options;
    const spare = Math.min(4, Math.max(1, availableParallelism() - 1));
    const { stateDir, inferenceServers = [], hardware = "off" } = options;
    const threads = options.parallelism ?? (stateDir === undefined ? spare : "measure");
    this.#link = new VisionLink({
      log,
      clock,
      ...(options.firstChild ? { firstChild: options.firstChild } : {}),
      child: { modelDirs, ffmpegPath, hardware, threads, stateDir, inferenceServers },
      events: {
        onUp: () => this.#onUp(),
        onDown: () => {
          for (const stream of this.#streams.values()) stream.onDown();
        },
        onModels: (models) => {
          const refused = models.filter(({ state }) => state === "refused");
          this.#options.onRefused?.(refused.map(({ name }) => name));
        },
        onFeedMessage: (message) => this.#router.route(message),
      },
    });
    this.#retryingStills = new RetryingStills({
      clock,
      isUp: () => this.#link.state === "up",
      make: (request) => this.#still(request),
    });
  }

  async start(): Promise<void> {
    this.#link.start();
    const patience = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(startWaitMs, () => patience.resolve());
    await Promise.race([this.#firstUp.promise, patience.promise]);
    timer.cancel();
  }

  async stop(): Promise<void> {
    this.#retryingStills.wakeAll();
    await Promise.all([...this.#streams.values()].map((stream) => stream.close()));
    await this.#link.stop();
  }

  /** Monotonic milliseconds of the child's last sign of life; `VisionLink.caredMs`. */
  get caredMs(): number | null {
    return this.#link.caredMs;
  }

  /** The share of its time for which models block the vision process, 0–1. */
  get netShare(): number {
    return this.#link.netShare;
  }

  /** Process id of the vision child, for diagnostics. */
  get pid(): number | undefined {
    return this.#link.pid;
  }

  open(options: VisionStreamOptions, events: VisionStreamEvents): VisionStream {
    if (this.#streams.has(options.streamId)) {
      throw fail("conflict", `stream ${options.streamId}: is watched already. Stop it first`);
    }
    const { log, clock } = this.#options;
    const stream: WatchedStream = new WatchedStream({
      link: this.#link,
      router: this.#router,
      clock,
      log,
      options,
      events,
      onClosed: () => {
        if (this.#streams.get(options.streamId) === stream) {
          this.#streams.delete(options.streamId);
        }
        this.#views.delete(stream);
      },
    });
    this.#streams.set(options.streamId, stream);
    return stream;
  }

  still(request: StillRequest): Promise<Still> {
    return request.isPatient ? this.#retryingStills.still(request) : this.#still(request);
  }

  async #still(request: StillRequest): Promise<Still> {
    const { init, fragments, masks, overlay, maxWidthPx, withPlain = false } = request;
    const isPatient = request.isPatient === true;
    if (fragments.length === 0)
      throw fail("stream_not_ready", "stream: has no picture yet. Try again");
    if (!isPatient && this.#stills >= maxStills)
      throw fail("overloaded", "stream: too many pictures are requested at once. Try again");
    this.#stills += 1;
    try {
      return await this.#link.request({
        call: "still",
        init,
        fragments: fragments.map((one) => one.bytes),
        ptsSec: request.ptsSec ?? lastPts(fragments),
        masks,
        overlay,
        maxWidthPx,
        withPlain,
        isPatient,
      });
    } finally {
      this.#stills -= 1;
    }
  }

  live(streamId: string, options: Viewer & { fps: number; maxWidthPx: number }): { close(): void } {
    const stream = this.#streams.get(streamId);
    if (!stream)
      throw fail("stream_not_ready", `stream ${streamId}: is not watched. Start it first`);
    const views = this.#views.get(stream) ?? new Map<string, LiveView>();
    this.#views.set(stream, views);
    const key = `${options.fps} ${options.maxWidthPx}`;
    const view = views.get(key) ?? this.#openView(stream, options);
    views.set(key, view);
    const viewer: Viewer = { overlay: options.overlay, onJpeg: options.onJpeg };
    view.add(viewer);
    return {
      close: () => {
        view.remove(viewer);
        if (!view.isEmpty || views.get(key) !== view) return;
        views.delete(key);
        stream.detach(view);
        view.close();
      },
    };
  }

  async picture(request: Parameters<Vision["picture"]>[0]): Promise<PictureResult> {
    const { bytes, minScore, labels, masks, overlayFor } = request;
    const model = await this.#link.request({ call: "prepareModel", model: request.model });
    const picture = await this.#options.pictures.prepare(bytes, model.input, masks);
    const detections = await this.#link.request({
      call: "detectPicture",
      model: model.name,
      pixels: picture.pixels,
      fit: picture.fit,
      minScore,
      labels,
    });
    const { widthPx, heightPx } = picture;
    const overlay = overlayFor(detections, widthPx / heightPx);
    const form = { masks, overlay, maxWidthPx: annotatedWidthPx };
    const annotatedJpeg = await this.#options.pictures.annotate(bytes, form);
    return { model: model.name, widthPx, heightPx, detections, annotatedJpeg };
  }

  labelsOf(model: string): readonly string[] | undefined {
    if (model === "motion") return ["motion"];
    const known = this.#link.models;
    if (model !== "auto") return known.find((one) => one.name === model)?.labels;
    return known.find((one) => one.state !== "refused")?.labels ?? ["motion"];
  }

  /** Loads `model` if it is not loaded; rejects with `model_unavailable` and the reason. */
  async prepareModel(model: string): Promise<void> {
    await this.#link.request({ call: "prepareModel", model });
  }

  /** Makes models known that were installed since; those that are loaded stay. */
  async reloadModels(): Promise<void> {
    await this.#link.request({ call: "reloadModels" });
  }

  status(): VisionStatus {
    const models = this.#link.models.map(
      ({ name, labels, state, executor, note, tried, engine }) => ({
        name,
        labels: state === "refused" ? [] : labels,
        executor: executor ?? "none",
        note,
        tried,
        engine,
      }),
    );
    const motion = {
      name: "motion",
      labels: ["motion"],
      executor: "motion",
      note: "moving regions, without a model",
      tried: [],
      engine: null,
    };
    return {
      state: this.#link.state,
      restarts: this.#link.restarts,
      decoding: this.#link.decoding,
      models: [...models, motion],
    };
  }

  #onUp(): void {
    this.#firstUp.resolve();
    this.#retryingStills.onUp();
    for (const stream of this.#streams.values()) stream.onUp();
    if (!this.#wasUp) this.#options.onFirstUp?.();
    this.#wasUp = true;
  }

  #openView(stream: WatchedStream, size: { fps: number; maxWidthPx: number }): LiveView {
    const { log, clock } = this.#options;
    const { fps, maxWidthPx } = size;
    const view = new LiveView({
      link: this.#link,
      router: this.#router,
      clock,
      log: log.child({ streamId: stream.streamId }),
      fps,
      maxWidthPx,
      masks: () => stream.masks,
      start: () => stream.viewStart(),
    });
    stream.attach(view);
    view.open();
    return view;
  }
}

function lastPts(fragments: readonly Fragment[]): number {
  return fragments.reduce((last, one) => Math.max(last, one.ptsSec), Number.NEGATIVE_INFINITY);
}
