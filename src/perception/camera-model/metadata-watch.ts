import type {
  CameraMetadata,
  MetadataDrop,
  MetadataLack,
} from "../../cameras/metadata/camera-metadata.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";

/**
 * Without a frame of metadata for this long nobody knows that the camera still looks. A camera that sends frames only
 * while it sees something is not watched in between.
 */
export const staleMs = 10_000;

/** What has come of a camera's metadata since the stream began. */
export interface MetadataCounts {
  documents: number;
  frames: number;
  dropped: Readonly<Record<MetadataDrop, number>>;
}

const lackTexts: Readonly<Record<MetadataLack, string>> = {
  absent:
    "The camera offers no metadata at this address. Add a metadata configuration with analytics to its media profile, or choose another model",
  unsupported:
    "The camera sends its metadata compressed. Switch the compression off in the camera, or choose another model",
};

/** Counts a camera's metadata, and says when it is missing. */
export class MetadataWatch {
  readonly #clock: Clock;
  readonly #counts = { documents: 0, frames: 0 };
  readonly #dropped: Record<MetadataDrop, number> = { malformed: 0, tooLarge: 0, tooMany: 0 };
  #lack: MetadataLack | null = null;
  #lastMonoMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastMonoMs = clock.monoMs();
  }

  /** Notes another connection, or another run of video. */
  begin(): void {
    this.#lastMonoMs = this.#clock.monoMs();
  }

  note(metadata: CameraMetadata): void {
    if (metadata.type === "lack") this.#lack = metadata.lack;
    else if (metadata.type === "dropped") this.#dropped[metadata.reason] += 1;
    else {
      this.#lack = null;
      this.#counts.documents += 1;
      this.#counts.frames += metadata.frames.length;
      if (metadata.frames.length > 0) this.#lastMonoMs = this.#clock.monoMs();
    }
  }

  counts(): MetadataCounts {
    return { ...this.#counts, dropped: { ...this.#dropped } };
  }

  /** Returns why the camera's objects are unknown now; null while they are known. */
  problem(): SourceProblem | null {
    const code = "stream_metadata_missing";
    if (this.#lack !== null) return { code, message: lackTexts[this.#lack] };
    const silentMs = this.#clock.monoMs() - this.#lastMonoMs;
    if (silentMs < staleMs) return null;
    const { malformed, tooLarge: large, tooMany: many } = this.#dropped;
    const seconds = Math.round(silentMs / 1000);
    const drops = malformed + large + many;
    const dropped = drops === 0 ? "" : ` (${drops} documents were dropped)`;
    const message = `The camera has sent no frame of metadata for ${seconds} s${dropped}. Check its analytics, or choose another model`;
    return { code, message };
  }
}
