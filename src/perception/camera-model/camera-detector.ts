import type { CameraFrame, CameraMetadata } from "../../cameras/metadata/camera-metadata.ts";
import type { Fragment, InitSegment, SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import { boxCentre } from "../../base/geo/box.ts";
import { insideTest } from "../../base/geo/polygon.ts";
import type {
  Detection,
  DropCounts,
  FrameResult,
  VisionStream,
  VisionStreamOptions,
} from "../core/vision-port.ts";
import { type MetadataCounts, MetadataWatch } from "./metadata-watch.ts";
import { ObjectClasses } from "./object-classes.ts";
import { RecentFrames } from "./recent-frames.ts";

/** Frames that wait for their video; beyond it the oldest give way. */
const maxWaiting = 64;
/** A camera's frame may come this much before its time, as a share of the interval between two. */
const earlyShare = 0.1;

/** The settings that decide what of a camera's metadata is reported. */
type DetectorOptions = Pick<VisionStreamOptions, "fpsCap" | "labels" | "minScore" | "masks">;

/** The parts of a camera's detector. */
export interface CameraDetectorParts {
  /** The stream of the vision process, which decodes for live views only. */
  pictures: VisionStream;
  clock: Clock;
  options: DetectorOptions;
  onResult(result: FrameResult): void;
}

/**
 * A camera's own analysis in the place of the box's detector: its objects become detections of the frames of its video.
 * Frames wait until their video has come, so that incidents find their pictures.
 */
export class CameraDetector implements VisionStream {
  readonly #parts: CameraDetectorParts;
  readonly #frames = new RecentFrames();
  readonly #classes = new ObjectClasses();
  readonly #watch: MetadataWatch;
  #options: DetectorOptions;
  #waiting: CameraFrame[] = [];
  #generation: number | undefined;
  #lastSec = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(parts: CameraDetectorParts) {
    this.#parts = parts;
    this.#options = parts.options;
    this.#watch = new MetadataWatch(parts.clock);
  }

  /** Takes what comes of the camera's metadata track. */
  onMetadata(metadata: CameraMetadata): void {
    if (this.#isClosed) return;
    this.#watch.note(metadata);
    if (metadata.type !== "document") return;
    this.#waiting.push(...metadata.frames);
    this.#waiting = this.#waiting.slice(-maxWaiting);
    this.#report();
  }

  counts(): MetadataCounts {
    return this.#watch.counts();
  }

  /** Returns why the camera's objects are unknown now; null while they are known. */
  problem(): SourceProblem | null {
    return this.#watch.problem();
  }

  init(init: InitSegment): void {
    this.#parts.pictures.init(init);
    this.#generation = init.generation;
    this.#frames.clear();
    this.#waiting = [];
    this.#lastSec = Number.NEGATIVE_INFINITY;
    this.#watch.begin();
  }

  async push(fragment: Fragment): Promise<void> {
    if (fragment.generation === this.#generation) {
      this.#frames.note(fragment.ptsSec);
      this.#report();
    }
    await this.#parts.pictures.push(fragment);
  }

  drain(): Promise<void> {
    return this.#parts.pictures.drain();
  }

  reconfigure(options: Partial<Omit<VisionStreamOptions, "streamId" | "lossless">>): void {
    this.#options = { ...this.#options, ...options };
    this.#parts.pictures.reconfigure(options);
  }

  idleGopSec(): null {
    return null;
  }

  wake(): void {}

  drops(): DropCounts {
    return this.#parts.pictures.drops();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting = [];
    await this.#parts.pictures.close();
  }

  #report(): void {
    if (this.#isClosed) return;
    for (const frame of this.#takeReady()) this.#reportFrame(frame);
  }

  #takeReady(): CameraFrame[] {
    const isReady = ({ mediaSec }: CameraFrame): boolean => this.#frames.hasReached(mediaSec);
    const ready = this.#waiting.filter(isReady);
    if (ready.length > 0) this.#waiting = this.#waiting.filter((frame) => !isReady(frame));
    return ready.toSorted((a, b) => a.mediaSec - b.mediaSec);
  }

  #reportFrame({ mediaSec, objects }: CameraFrame): void {
    const generation = this.#generation;
    const ptsSec = this.#frames.nearest(mediaSec);
    const leastSec = (1 - earlyShare) / this.#options.fpsCap;
    if (generation === undefined || ptsSec === undefined) return;
    if (ptsSec - this.#lastSec < leastSec) return;
    this.#lastSec = ptsSec;
    const detections = objects.flatMap((object): Detection[] => {
      const named = this.#classes.of(object, mediaSec);
      const { id: objectId, boxNorm } = object;
      return named && this.#isWanted({ ...named, boxNorm })
        ? [{ ...named, boxNorm, objectId }]
        : [];
    });
    this.#parts.onResult({
      generation,
      ptsSec,
      detected: true,
      detections,
      motion: { ratio: 0, boxesNorm: [] },
      identicalSec: 0,
      timingsMs: { queue: 0, motion: 0, detect: 0 },
    });
  }

  /** The box's detector sees nothing below a mask, so neither may the camera's. */
  #isWanted({ label, score, boxNorm }: Detection): boolean {
    const { labels, minScore, masks } = this.#options;
    if (score < minScore || (labels.length > 0 && !labels.includes(label))) return false;
    const centre = boxCentre(boxNorm);
    return !masks.some((polygon) => insideTest(polygon)(centre));
  }
}
