import type { JobType } from "../job-terms.ts";
import { describeError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Store } from "../../core/store.ts";
import type { BlobStore } from "./blob-port.ts";
import type { JobInputs } from "./job-inputs.ts";
import type { JobSeal } from "./job-seal.ts";
import type { JobStore } from "../job-store.ts";

/** Blobs read between two turns of the event loop. */
const perPage = 50;
/** Jobs whose inputs releases before layout 2 left in clear: they contain camera addresses. */
const typesInClear: ReadonlySet<JobType> = new Set(["surveillance.stream"]);

/** The parts of `sealOldInputs`. */
export interface OldInputsParts {
  store: Store;
  jobs: JobStore;
  blobs: BlobStore;
  inputs: JobInputs;
  seal: JobSeal;
  log: Logger;
}

/**
 * Seals the large inputs that earlier releases left in clear beside the store, one at a time. It
 * writes the sealed blob first, then swaps the blobs in the record in one transaction, then removes
 * the clear blob. After a crash the next start removes the unnamed blob and continues. Never
 * rejects.
 */
export async function sealOldInputs(parts: OldInputsParts, signal: AbortSignal): Promise<void> {
  const { jobs, log } = parts;
  let after: string | undefined;
  try {
    for (;;) {
      const page = jobs.blobs(after, perPage);
      for (const each of page) {
        if (signal.aborted) return;
        await sealOne(parts, each);
      }
      after = page.at(-1)?.blobId;
      if (page.length < perPage) return;
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, "older inputs of jobs are not all sealed yet");
  }
}

async function sealOne(
  { store, jobs, blobs, inputs, seal }: OldInputsParts,
  { blobId: from, org, jobId: id }: { blobId: string; org: string; jobId: string },
): Promise<void> {
  const job = jobs.get(org, id);
  const stored = job && jobs.input(job);
  if (!stored || !typesInClear.has(job.type)) return;
  const isInClear = "blobId" in stored && stored.blobId === from && !stored.isSealed;
  const bytes = isInClear ? await blobs.get(from) : undefined;
  if (!bytes) return;
  const to = await blobs.put(seal.inputBytes(job, bytes));
  const hasMoved = await store.transact((tx) => jobs.moveInput(tx, job, { from, to }));
  await inputs.drop([hasMoved ? from : to]);
}
