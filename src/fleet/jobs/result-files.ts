import type { Assets, JobAsset } from "../../base/assets/assets.ts";
import type { SealedAssets } from "../../base/assets/sealed-assets.ts";
import type { Job } from "../../base/jobs/job.ts";
import { readFile } from "node:fs/promises";

/** Asset class of encrypted files. */
const sealedClass = "health";

/** A file of a result, on its way from one box to another. */
export type ResultFile = Omit<JobAsset, "sizeBytes">;

/** The files of results: those that jobs of other boxes made here, and those that come from there. */
export class ResultFiles {
  readonly #assets: Assets;
  readonly #sealed: SealedAssets;

  constructor(assets: Assets, sealed: SealedAssets) {
    this.#assets = assets;
    this.#sealed = sealed;
  }

  /** Returns the files that the job has made here. */
  of({ org, id }: Pick<Job, "org" | "id">): ResultFile[] {
    return this.#assets.ofJob(org, id).map(resultFile);
  }

  /** Returns the plain content of a file; undefined when it is gone. */
  async read(org: string, id: string): Promise<Uint8Array | undefined> {
    const open = this.#assets.open(id);
    if (!open || open.org !== org) return undefined;
    const file = await this.#sealed.reveal(open);
    if (!file) return undefined;
    if ("path" in file) return await readFile(file.path).catch(() => undefined);
    const pieces: Uint8Array[] = [];
    for await (const piece of file.read(0, file.sizeBytes - 1)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** Keeps a file of a job of this box that another box made, under its id there, so that addresses stay right. */
  async keep(
    { org, id: jobId }: Pick<Job, "org" | "id">,
    file: ResultFile & { bytes: Uint8Array },
  ): Promise<void> {
    if (file.class === sealedClass) {
      const { id, bytes, mime, ext } = file;
      await this.#sealed.put({ id, org, jobId, bytes, mime, ext });
    } else await this.#assets.put({ ...file, org, jobId });
  }

  /** Removes the files that the job has made here. */
  async drop({ org, id }: Pick<Job, "org" | "id">): Promise<void> {
    await this.#assets.removeOfJob(org, id);
  }
}

function resultFile({ id, class: name, mime, ext, expiresAtMs }: JobAsset): ResultFile {
  return { id, class: name, mime, ext, expiresAtMs };
}
