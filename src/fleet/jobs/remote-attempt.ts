import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { JobOutcome, JobRouting, JsonObject } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import type { ResultFiles } from "./result-files.ts";
import { Parts, readPart } from "./parts.ts";
import { type BeatDocument, readWork, type ResultDocument } from "./work-document.ts";
import type { WorkLink } from "./work-port.ts";
import { leaseMs } from "./work-terms.ts";

/** The parts of `RemoteAttempt`. */
export interface RemoteAttemptParts {
  link: WorkLink;
  clock: Clock;
  log: Logger;
  files: Pick<ResultFiles, "keep">;
}

/**
 * One attempt at a job of this box that another box makes: it stands where the handler does, so the record, the events,
 * the deadline and a cancel are those of any other attempt.
 */
export class RemoteAttempt {
  readonly #parts: RemoteAttemptParts;
  readonly #taker: { id: string; name: string };
  readonly #begun = Promise.withResolvers<number | undefined>();
  readonly #ended = Promise.withResolvers<void>();
  /** True once the whole result is on this box. */
  isReturned = false;
  #context: JobContext | undefined;
  #heardMs = 0;
  #stored = "";
  #storing: Promise<void> | undefined;
  /** What the taker may read. */
  readonly input = new Parts((part) => this.#load(part));

  constructor(parts: RemoteAttemptParts, taker: { id: string; name: string }) {
    this.#parts = parts;
    this.#taker = taker;
  }

  /** Resolves with the token of the attempt once it is in the store; undefined when the job was not to be had. */
  get begun(): Promise<number | undefined> {
    return this.#begun.promise;
  }

  /** True while the attempt of this token, at this box, holds its job. */
  holds(token: number, boxId = this.#taker.id): boolean {
    const { job, signal } = this.#context ?? {};
    return job?.fencingToken === token && signal?.aborted === false && boxId === this.#taker.id;
  }

  /** Waits for the result of the other box. */
  async run(context: JobContext): Promise<JobOutcome> {
    const { clock } = this.#parts;
    this.#context = context;
    const { id, name } = this.#taker;
    await context.update({ phase: "running", isElsewhere: true, box: { id, name } });
    this.#heardMs = clock.monoMs();
    this.#begun.resolve(context.job.fencingToken);
    await this.#end(context);
    await this.#storing;
    return await this.#outcome(context);
  }

  /** The attempt is over, begun or not. */
  close(): void {
    this.#begun.resolve(undefined);
  }

  /** Notes a sign of life of the taker. */
  beat({ phase, progress, isEnded }: BeatDocument): void {
    this.#heardMs = this.#parts.clock.monoMs();
    if (isEnded) {
      this.#ended.resolve();
      return;
    }
    const state = JSON.stringify([phase, progress]);
    if (phase === undefined || state === this.#stored || this.#storing) return;
    this.#stored = state;
    this.#storing = this.#context!.update({ phase, progress: progress ?? null })
      .catch((error: unknown) => {
        this.#parts.log.debug({ error: describeError(error) }, "progress was not stored");
      })
      .finally(() => {
        this.#storing = undefined;
      });
  }

  /** Resolves when the taker has a result; rejects when it is silent for too long, or the attempt is aborted. */
  async #end({ signal }: JobContext): Promise<void> {
    const { clock } = this.#parts;
    const lost = Promise.withResolvers<never>();
    const abort = (): void => lost.reject(signal.reason);
    const timer = clock.every(leaseMs / 20, () => {
      if (clock.monoMs() - this.#heardMs > leaseMs) lost.reject(this.#lost());
    });
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      await Promise.race([this.#ended.promise, lost.promise]);
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", abort);
    }
  }

  #lost(): Error {
    const message = `box: ${this.#taker.name} does not answer any more. Check that box`;
    return fail("lease_lost", message, { retryable: true });
  }

  /** Reads the result from the taker, with its files, and returns or throws what the handler would have. */
  async #outcome(context: JobContext): Promise<JobOutcome> {
    const { link, files } = this.#parts;
    const { org, id: job, fencingToken: token } = context.job;
    const read = async (part: string): Promise<Uint8Array> => {
      context.signal.throwIfAborted();
      const bytes = await readPart(link, this.#taker.id, { org, job, token, part });
      if (!bytes) throw this.#lost();
      return bytes;
    };
    const result = readWork.result(Buffer.from(await read("result")).toString());
    if (!result) {
      const message = `box: the result of ${this.#taker.name} cannot be read. Bring both boxes to the same release`;
      throw fail("internal_error", message, { retryable: false });
    }
    for (const asset of result.assets) {
      await files.keep(context.job, { ...asset, bytes: await read(`asset:${asset.id}`) });
    }
    this.isReturned = true;
    const { routing } = result;
    if (routing) await context.update({ routing: routing as JobRouting });
    return await concluded(context, result);
  }

  async #load(part: string): Promise<Uint8Array | undefined> {
    const context = this.#context;
    if (!context) return undefined;
    if (part === "job") return Buffer.from(JSON.stringify(context.job));
    if (part === "input") return Buffer.from(JSON.stringify(context.input));
    const [kind, id] = part.split(":", 2);
    return kind === "blob" && id !== undefined ? await context.blob(id) : undefined;
  }
}

/** Returns the outcome of a result; throws its failure. */
async function concluded(
  { update }: Pick<JobContext, "update">,
  result: ResultDocument,
): Promise<JobOutcome> {
  const { outcome, resultUrl } = result;
  const payload = result.payload as JsonObject;
  if (outcome.kind === "completed") return { payload, resultUrl };
  await update({ payload });
  if (outcome.kind === "postponed") throw new Postponement(outcome.phase, outcome.message, 1000);
  const { code, message, retryable } = outcome;
  throw fail(code as "internal_error", message, { retryable });
}
