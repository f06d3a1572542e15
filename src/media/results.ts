import type { Assets } from "../base/assets/assets.ts";
import { fail } from "../base/contract/fail.ts";
import { GatehouseError } from "../base/core/errors.ts";
import type { Job, JobOutcome, JsonObject } from "../base/jobs/job.ts";
import type { ImageWish, Picture } from "../uplink/requests.ts";
import type { FinishedPicture, MediaPictures, WantedPicture } from "./picture-port.ts";
import type { KeptPicture } from "./ports.ts";

/** Asset class of generated pictures. */
export const generatedClass = "generated";

/** The parts of `Results`. */
export interface ResultParts {
  assets: Pick<Assets, "put" | "read" | "url">;
  pictures: MediaPictures;
}

/** Generated pictures: verified, stored as files of the box, found by their job. */
export class Results {
  readonly #parts: ResultParts;

  constructor(parts: ResultParts) {
    this.#parts = parts;
  }

  /**
   * Verifies the picture, fits it to its target, and stores it; returns the outcome of its job.
   * Undefined for unreadable bytes.
   */
  async keep(
    job: Job,
    received: Picture,
    as: { target: WantedPicture; unsupported: readonly ImageWish[]; payload: JsonObject },
  ): Promise<JobOutcome | undefined> {
    const picture = await this.#finish(received, as.target);
    if (!picture) return undefined;
    const { bytes, mediaType, widthPx, heightPx } = picture;
    const { assets } = this.#parts;
    const { id } = await assets.put({
      org: job.org,
      bytes,
      mime: mediaType,
      ext: extensionOf(mediaType),
      class: generatedClass,
      expiresAtMs: null,
      jobId: job.id,
    });
    const url = assets.url(job.org, id);
    if (url === null) throw fail("internal_error", "the picture was removed at once");
    const payload = {
      ...as.payload,
      image_url: url,
      width: widthPx,
      height: heightPx,
      mime_type: mediaType,
      bytes: bytes.length,
      corrections: correctionsOf(picture, as.unsupported),
    };
    return { payload, resultUrl: url };
  }

  /** Returns the picture that a completed job generated; undefined when it has none or it is gone. */
  async ofJob(job: Job): Promise<KeptPicture | undefined> {
    const id = assetIdOf(job.resultUrl ?? "");
    const { width, height, mime_type: mediaType } = job.payload;
    const bytes = id === undefined ? undefined : await this.#parts.assets.read(job.org, id);
    if (!bytes || typeof mediaType !== "string") return undefined;
    return { bytes, mediaType, widthPx: Number(width), heightPx: Number(height) };
  }

  async #finish(received: Picture, target: WantedPicture): Promise<FinishedPicture | undefined> {
    try {
      return await this.#parts.pictures.finish(received.bytes, target);
    } catch (error) {
      if (GatehouseError.find(error)?.code === "input_unreadable") return undefined;
      throw error;
    }
  }
}

/** Returns the id of one of the box's own files from its address; undefined for any other address. */
export function assetIdOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return /^\/api\/v1\/assets\/([0-9a-f-]{36})\.[a-z0-9]{1,8}$/.exec(pathname)?.[1];
}

function extensionOf(mediaType: string): string {
  return mediaType === "image/jpeg" ? "jpg" : mediaType.slice("image/".length);
}

/** Returns the changes to the picture, and what its endpoint could not do; null when it was right. */
function correctionsOf(
  { changes, sourceSize }: FinishedPicture,
  unsupported: readonly ImageWish[],
): JsonObject | null {
  if (changes.length === 0 && unsupported.length === 0) return null;
  return {
    made_width: sourceSize.widthPx,
    made_height: sourceSize.heightPx,
    changes: [...changes],
    unsupported: [...unsupported],
  };
}
