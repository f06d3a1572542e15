import type { FragmentRing, GopSlice } from "../../cameras/camera.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import { CameraDetector } from "../camera-model/camera-detector.ts";
import { cameraModel } from "../camera-model/camera-model-terms.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { LearntCamera } from "../core/learnt.ts";
import type {
  Overlay,
  Still,
  StillOptions,
  Vision,
  VisionStream,
  VisionStreamEvents,
} from "../core/vision-port.ts";
import type { CurrentSettings, StreamTask } from "./stream-task.ts";

/** Detections down to this share of the site's `min_score` continue a track (ByteTrack's second stage). */
const weakShare = 0.6;
const nothing: Overlay = { boxes: [], zones: [] };

/** The parts of a stream's vision. */
export interface StreamVisionParts {
  vision: Pick<Vision, "open" | "still" | "live">;
  /** The site's `min_score`, 0–1. */
  minScore: () => number;
  /** The lesson of a camera that is in force; absent where nothing is learnt. */
  lessonOf?: (org: string, streamId: string) => LearntCamera | null;
  clock: Clock;
}

/** The callbacks of a stream's detector. */
export type DetectorEvents = Omit<VisionStreamEvents, "onModel"> & {
  /** The requested model is in use, or cannot be and mere motion replaces it. */
  onModel(problem: SourceProblem | null): void;
};

/** The detector of one running stream, and the annotated pictures of it. */
export class StreamVision {
  readonly #parts: StreamVisionParts;
  readonly #task: StreamTask;
  readonly #settings: CurrentSettings;
  #detector: VisionStream | undefined;
  #model: { used: string | null; problem: string | null } = { used: null, problem: null };

  constructor(parts: StreamVisionParts, task: StreamTask, settings: CurrentSettings) {
    this.#parts = parts;
    this.#task = task;
    this.#settings = settings;
  }

  /** The detector; undefined before `open`. */
  get detector(): VisionStream | undefined {
    return this.#detector;
  }

  /** The model in use, and why it is not the requested one; nulls until known. */
  get model(): { used: string | null; problem: string | null } {
    return this.#model;
  }

  /** The camera's own analysis, where it is the stream's detector; undefined otherwise, and before `open`. */
  get camera(): CameraDetector | undefined {
    return this.#detector instanceof CameraDetector ? this.#detector : undefined;
  }

  /** Opens the detector. Throws as `Vision.open`. */
  open(events: DetectorEvents): void {
    if (this.#isOfCamera) {
      this.#openCamera(events);
      return;
    }
    const lossless = this.#task.source.kind === "file";
    const options = { streamId: this.#name(), ...this.#options(), lossless };
    this.#detector = this.#parts.vision.open(options, {
      ...events,
      onModel: ({ used, problem }) => {
        this.#model = { used, problem: problem?.message ?? null };
        events.onModel(problem);
      },
    });
  }

  /** Applies the current settings. Another runner takes over where the detector changes sides. */
  reconfigure(): void {
    const isOfCamera = this.#settings.resolved.model === cameraModel;
    if (isOfCamera === this.#isOfCamera) this.#detector?.reconfigure(this.#options());
  }

  get #isOfCamera(): boolean {
    return (this.#task.sub ?? this.#task.source).metadata === true;
  }

  /** The vision process may fail meanwhile: it has no part in what the camera finds. */
  #openCamera(events: DetectorEvents): void {
    const { vision, clock } = this.#parts;
    const options = this.#options();
    const pictures = vision.open(
      { streamId: this.#name(), ...options, isAnalysed: false, lossless: false },
      { onResult() {}, onHealth() {}, onDecodeProblem() {} },
    );
    this.#detector = new CameraDetector({ pictures, clock, options, onResult: events.onResult });
    this.#model = { used: cameraModel, problem: null };
    events.onModel(null);
  }

  /** Seconds between key frames while only these are decoded; null while every frame is. */
  idleGopSec(): number | null {
    return this.#detector?.idleGopSec() ?? null;
  }

  /**
   * Returns the newest picture of the ring, with `overlay` unless `isPlain`; `stream_not_ready` before the
   * first.
   */
  async still(
    ring: FragmentRing | undefined,
    overlay: () => Overlay,
    { maxWidthPx, isPlain = false }: StillOptions,
  ): Promise<Still> {
    const gop = ring?.latestGop();
    if (!gop) throw fail("stream_not_ready", "stream: has no picture yet. Try again");
    return await this.#draw(gop, isPlain ? nothing : overlay(), maxWidthPx);
  }

  /** Returns the last frame of `gop` without anything drawn on it. Rejects as `still`. */
  async plainStill(gop: GopSlice, maxWidthPx: number): Promise<Still> {
    return await this.#draw(gop, nothing, maxWidthPx);
  }

  /** Starts annotated live pictures. */
  live(options: Parameters<Vision["live"]>[1]): { close(): void } {
    return this.#parts.vision.live(this.#name(), options);
  }

  /** Closes the detector. Idempotent. */
  async close(): Promise<void> {
    await this.#detector?.close();
  }

  async #draw(gop: GopSlice, overlay: Overlay, maxWidthPx: number): Promise<Still> {
    const { masks = [] } = this.#settings.requested;
    const request = { ...gop, masks, overlay, maxWidthPx };
    return await this.#parts.vision.still(request).catch(rejectUndecodable);
  }

  #name(): string {
    return `${this.#task.org}/${this.#task.streamId}`;
  }

  #options() {
    const { fpsCap, motion, masks = [] } = this.#settings.requested;
    const { model, labels, plans } = this.#settings.resolved;
    const scene = plans.some((plan) => plan.behavior.needsScene);
    const minScore = this.#parts.minScore() * weakShare;
    const { org, streamId } = this.#task;
    const learnt = this.#parts.lessonOf?.(org, streamId) ?? null;
    return { fpsCap, motion, model, labels, minScore, scene, masks, learnt };
  }
}

/** A camera's undecodable video is not a failure of the appliance: the stream has no picture now. */
function rejectUndecodable(error: unknown): never {
  const { code } = GatehouseError.find(error) ?? {};
  if (code !== "stream_broken" && code !== "stream_codec_unsupported") throw error;
  throw fail("stream_not_ready", "stream: its newest picture cannot be decoded. Try again", {
    cause: error,
  });
}
