import { type Assets, unnamedMs } from "../base/assets/assets.ts";
import { fail } from "../base/contract/fail.ts";
import type { Clock } from "../base/core/clock.ts";
import { uuidv7 } from "../base/core/ids.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../base/core/store.ts";
import type { Job } from "../base/jobs/job.ts";
import type { SourceJobReader } from "./ports.ts";
import { assetIdOf, generatedClass } from "./results.ts";
import { pictureTypes } from "./source-job.ts";

/** Asset class of the pictures of saved avatars: stored until the avatar is deleted. */
export const avatarClass = "avatar";

/** Avatars of one organisation; one more is refused with `conflict`. */
const maxAvatars = 1000;

/** The picture that a caller wants saved: by its job, or by the address of the picture. */
export interface AvatarOrder {
  jobId?: string | undefined;
  imageUrl?: string | undefined;
  label: string;
}

/** An avatar with the signed address of its picture; null when the picture is gone. */
export interface SavedAvatar {
  record: AvatarRecord;
  imageUrl: string | null;
}

/** An avatar as stored. */
export interface AvatarRecord {
  v: 1;
  id: string;
  org: string;
  label: string;
  jobId: string | null;
  assetId: string;
  mime: string;
  widthPx: number | null;
  heightPx: number | null;
  createdAtMs: number;
}

/** The parts of `Avatars`. */
export interface AvatarParts {
  store: Store;
  clock: Clock;
  assets: Pick<Assets, "put" | "keep" | "read" | "url" | "remove" | "describe">;
  jobs: Pick<SourceJobReader, "get" | "isGone">;
}

interface ChosenPicture {
  assetId: string;
  job: Job | undefined;
}

const key = (org: string, id: string): StoreKey => [org, "avatar", id.toLowerCase()];

/**
 * Avatars that were saved under a label: copies of generated pictures that outlive their jobs. Every
 * call is bound to one organisation.
 */
export class Avatars {
  readonly #parts: AvatarParts;

  constructor(parts: AvatarParts) {
    this.#parts = parts;
  }

  /**
   * Saves the picture of a completed avatar job, or one that this box generated. Codes: `not_found`,
   * `job_expired`, `job_not_an_avatar`, `source_job_not_completed`, `invalid_request_body`,
   * `conflict` beyond 1000 avatars, `storage_full`. `keep` runs in the transaction that stores it.
   */
  async save(
    org: string,
    request: AvatarOrder,
    keep?: (tx: StoreTransaction, avatar: SavedAvatar) => void,
  ): Promise<SavedAvatar> {
    const { store, clock, assets } = this.#parts;
    const { assetId, job } = this.#picked(org, request);
    const found = assets.describe(org, assetId);
    const bytes = found && (await assets.read(org, assetId));
    if (!bytes || found.class !== generatedClass) throw notOurs(request);
    const { mime, ext } = found;
    const createdAtMs = clock.wallMs();
    const file = { org, bytes, mime, ext, class: avatarClass };
    const copy = await assets.put({ ...file, expiresAtMs: createdAtMs + unnamedMs });
    const { width, height } = job?.payload ?? {};
    const record: AvatarRecord = {
      v: 1,
      id: uuidv7(createdAtMs),
      org,
      label: request.label,
      jobId: job?.id ?? null,
      assetId: copy.id,
      mime,
      widthPx: typeof width === "number" ? width : null,
      heightPx: typeof height === "number" ? height : null,
      createdAtMs,
    };
    try {
      return await store.transact((tx) => {
        if (tx.count([org, "avatar"]) >= maxAvatars) {
          throw fail(
            "conflict",
            `label: the organisation has ${maxAvatars} avatars. Delete some first`,
          );
        }
        tx.put(key(org, record.id), record);
        assets.keep(tx, org, copy.id);
        const saved = this.#saved(record, tx);
        keep?.(tx, saved);
        return saved;
      });
    } catch (error) {
      await assets.remove(org, copy.id);
      throw error;
    }
  }

  /** Returns the organisation's avatars, newest first. */
  list(org: string): SavedAvatar[] {
    return this.#records(org).map((record) => this.#saved(record));
  }

  /** Returns undefined for an unknown avatar. */
  get(org: string, id: string): SavedAvatar | undefined {
    const record = this.#parts.store.get<AvatarRecord>(key(org, id));
    return record && this.#saved(record);
  }

  /** Removes the avatar with its picture; false for an unknown one. */
  async remove(org: string, id: string): Promise<boolean> {
    const { store, assets } = this.#parts;
    const record = store.get<AvatarRecord>(key(org, id));
    if (!record) return false;
    await assets.remove(org, record.assetId);
    await store.transact((tx) => tx.remove(key(org, id)), { essential: true });
    return true;
  }

  /** Returns the avatar last saved from the job, if any. */
  ofJob({ org, id }: Pick<Job, "org" | "id">): SavedAvatar | undefined {
    const saved = this.#records(org).find(({ jobId }) => jobId === id);
    return saved && this.#saved(saved);
  }

  #records(org: string): AvatarRecord[] {
    return this.#parts.store
      .range<AvatarRecord>({ prefix: [org, "avatar"], reverse: true, limit: maxAvatars })
      .map(({ value }) => value);
  }

  /** Returns the file that the request names, and the job that generated it. */
  #picked(org: string, request: AvatarOrder): ChosenPicture {
    const { jobId, imageUrl: url } = request;
    if ((jobId === undefined) === (url === undefined)) {
      const message =
        "job_id: a request needs either job_id or image_url. Send exactly one of them";
      throw fail("invalid_request_body", message, { param: "job_id" });
    }
    if (jobId !== undefined) return this.#ofJob(org, jobId.toLowerCase());
    const assetId = assetIdOf(url!);
    if (assetId === undefined) throw notOurs(request);
    const madeBy = this.#parts.assets.describe(org, assetId)?.jobId;
    const job = madeBy === undefined ? undefined : this.#parts.jobs.get(org, madeBy);
    return { assetId, job: job && pictureTypes.includes(job.type) ? job : undefined };
  }

  #ofJob(org: string, id: string): ChosenPicture {
    const { jobs } = this.#parts;
    const job = jobs.get(org, id);
    const param = "job_id";
    if (!job) {
      if (jobs.isGone(org, id))
        throw fail("job_expired", "job_id: the job has expired. Generate the avatar again", {
          param,
        });
      throw fail("not_found", "job_id: no such job exists. Send the id of an avatar job", {
        param,
      });
    }
    if (job.type !== "avatar.generation") {
      throw fail(
        "job_not_an_avatar",
        `job_id: is a job of type ${job.type}. Send the id of an avatar job`,
        { param },
      );
    }
    const assetId = assetIdOf(job.resultUrl ?? "");
    if (job.status === "completed" && assetId !== undefined) return { assetId, job };
    const message = `job_id: the job is ${job.status}. Save its picture when it is completed`;
    throw fail("source_job_not_completed", message, { param });
  }

  #saved(record: AvatarRecord, reader: StoreReader = this.#parts.store): SavedAvatar {
    return { record, imageUrl: this.#parts.assets.url(record.org, record.assetId, reader) };
  }
}

function notOurs({ jobId }: AvatarOrder) {
  const param = jobId === undefined ? "image_url" : "job_id";
  const message = `${param}: is not a picture that this box generated and still stores. Generate it again`;
  return fail("invalid_request_body", message, { param });
}
