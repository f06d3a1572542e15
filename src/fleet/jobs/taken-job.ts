import { fail } from "../../base/contract/fail.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { BlobStore } from "../../base/jobs/inputs/blob-port.ts";
import type { Job, JobOutcome, JsonObject } from "../../base/jobs/job.ts";
import { privateScopeOf } from "../../base/jobs/job-terms.ts";
import type { JobLinks } from "../../base/jobs/job-links.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import { Parts, readPart } from "./parts.ts";
import type { ResultFiles } from "./result-files.ts";
import { inputInMemory, inputOnDisk, type TakenInput } from "./taken-input.ts";
import { type OfferDocument, readWork, type ResultDocument } from "./work-document.ts";
import type { WorkLink } from "./work-port.ts";
import { answerMs, beatAnswerMs, resultKeptMs, takerHoldMs, workBeatMs } from "./work-terms.ts";

/** The parts of `TakenJob`. */
export interface TakenJobParts {
  link: WorkLink;
  clock: Clock;
  log: Logger;
  boxId: string;
  blobs: BlobStore;
  files: ResultFiles;
  links: Pick<JobLinks, "stored">;
}

type Over = NonNullable<ReturnType<JobContext["abortReason"]>>;

/**
 * A job of another box that this one does. It lasts until the owner says that the attempt is over, so a result waits
 * here for an owner that is away.
 */
export class TakenJob {
  readonly #parts: TakenJobParts;
  readonly #offer: OfferDocument;
  readonly #controller = new AbortController();
  readonly #wake = new AbortController();
  #token = 0;
  #job: Job | undefined;
  #input: TakenInput | undefined;
  #reason: Over | undefined;
  #result: ResultDocument | undefined;
  /** Monotonic time when the last answered sign of life was sent, and when the work ended. */
  #heldMs = 0;
  #endedMs = Infinity;
  /** What the owner may read. */
  readonly output = new Parts((part) => this.#load(part));

  constructor(parts: TakenJobParts, offer: OfferDocument) {
    this.#parts = parts;
    this.#offer = offer;
  }

  /** The job as its owner sent it, with what its handler has reported; undefined before `claim`. */
  get job(): Job | undefined {
    return this.#job;
  }

  /** Fencing token of its attempt; 0 before `claim`. */
  get token(): number {
    return this.#token;
  }

  /**
   * Claims the job and reads it. `gone`: another has it, or it has ended. `silent`: its owner does not answer. Never
   * rejects.
   */
  async claim(): Promise<"ours" | "gone" | "silent"> {
    const token = await this.#claim(this.#offer.token);
    if (token === undefined) return "silent";
    if (token === 0) return "gone";
    try {
      this.#job = JSON.parse((await this.#read("job")).toString()) as Job;
      const input = JSON.parse((await this.#read("input")).toString()) as JsonObject;
      const blob = (id: string): Promise<Buffer> => this.#read(`blob:${id}`);
      const isPrivate = privateScopeOf(this.#job.type) !== null;
      const { blobs } = this.#parts;
      this.#input = isPrivate ? inputInMemory(input, blob) : await inputOnDisk(blobs, input, blob);
      return "ours";
    } catch (error) {
      this.#parts.log.warn({ error: describeError(error) }, "a job of another box was not read");
      return "silent";
    }
  }

  /** Does the claimed job, and resolves when its owner has the result or no use for it. Never rejects. */
  async run(work: JobHandler["run"]): Promise<void> {
    const { clock } = this.#parts;
    this.#heldMs = clock.monoMs();
    const guard = clock.every(workBeatMs / 4, () => {
      const isSilent = clock.monoMs() - this.#heldMs > takerHoldMs;
      if (isSilent && this.#result === undefined) this.abort("lease_lost");
    });
    const worked = this.#work(work);
    await this.#beats();
    await worked;
    guard.cancel();
    await this.#input?.drop();
  }

  /** Stops the work; after `shutdown` the owner gets the job back at once. */
  abort(reason: Over): void {
    if (this.#reason !== undefined || this.#result !== undefined) return;
    this.#reason = reason;
    this.#controller.abort(reason);
    if (reason === "lease_lost") this.#wake.abort();
  }

  async #work(work: JobHandler["run"]): Promise<void> {
    const { clock } = this.#parts;
    const outcome = await work(this.#context()).then(
      (done) => ({ done }),
      (error: unknown) => ({ error }),
    );
    this.#result = this.#resultOf(outcome);
    this.#endedMs = clock.monoMs();
    this.#wake.abort();
  }

  #context(): JobContext {
    const current = (): Job => this.#job!;
    const { input, blob } = this.#input!;
    return {
      get job() {
        return current();
      },
      input,
      blob,
      signal: this.#controller.signal,
      abortReason: () => this.#reason,
      update: ({ payload, ...change }) => {
        const job = this.#job!;
        this.#job = { ...job, ...change, payload: { ...job.payload, ...payload } };
        return Promise.resolve();
      },
    };
  }

  #resultOf(end: { done: JobOutcome } | { error: unknown }): ResultDocument {
    const { payload = {}, resultUrl = null } = "done" in end ? end.done : {};
    const job = this.#job!;
    const whole = { ...job, payload: { ...job.payload, ...payload }, resultUrl };
    const stored = this.#parts.links.stored(whole);
    const isDone = "done" in end && this.#reason === undefined;
    return {
      v: 1,
      outcome: isDone ? { kind: "completed" } : this.#failure("error" in end ? end.error : null),
      payload: stored.payload as ResultDocument["payload"],
      resultUrl: stored.resultUrl,
      ...(job.routing ? { routing: job.routing } : {}),
      assets: isDone ? this.#parts.files.of(job) : [],
    };
  }

  #failure(error: unknown): ResultDocument["outcome"] {
    if (this.#reason === "shutdown") {
      return { kind: "postponed", phase: "queued", message: "the box that did it stops" };
    }
    const away = Postponement.find(error);
    if (away) return { kind: "postponed", phase: away.phase, message: away.message };
    const coded = GatehouseError.find(error);
    if (coded) {
      const { code, message, retryable } = coded;
      return { kind: "failed", code, message, retryable };
    }
    const { log } = this.#parts;
    const isPrivate = privateScopeOf(this.#job!.type) !== null;
    log.error(
      { error: isPrivate ? "no code" : describeError(error) },
      "work of another box failed",
    );
    const message = "a fault of the box that did the job; its log has more";
    return { kind: "failed", code: "internal_error", message, retryable: false };
  }

  /** Tells the owner that the work goes on, or has ended, until the owner has no more use for it. */
  async #beats(): Promise<void> {
    const { clock } = this.#parts;
    while (this.#reason !== "lease_lost") {
      const sentMs = clock.monoMs();
      const beaten = await this.#beat();
      if (beaten?.over === null) this.#heldMs = sentMs;
      else if (beaten?.next !== undefined) {
        const token = await this.#claim(beaten.next);
        if (token === 0) this.abort("lease_lost");
        if (token === 0 || this.#isOld()) return;
      } else if (beaten) {
        this.abort(beaten.over);
        return;
      } else if (this.#isOld()) return;
      const wake = this.#result ? undefined : this.#wake.signal;
      await sleep(clock, workBeatMs, wake);
    }
  }

  #isOld(): boolean {
    return this.#parts.clock.monoMs() - this.#endedMs > resultKeptMs;
  }

  async #beat() {
    const { link, boxId } = this.#parts;
    const { owner, org, job } = this.#offer;
    const { phase, progress } = this.#job!;
    const isEnded = this.#result !== undefined;
    const document = { v: 1, org, job, token: this.#token, box: boxId, phase, progress, isEnded };
    const body = JSON.stringify(document);
    const answer = await link.ask(owner, { name: "beat", body, withinMs: beatAnswerMs });
    return answer && readWork.beaten(Buffer.from(answer).toString());
  }

  /** Claims the job under a token; returns it, 0 when it is not to be had, or undefined without an answer. */
  async #claim(token: number): Promise<number | undefined> {
    const { link, boxId, clock } = this.#parts;
    const { owner, org, job } = this.#offer;
    const body = JSON.stringify({ v: 1, org, job, token, box: boxId });
    const sentMs = clock.monoMs();
    const answer = await link.ask(owner, { name: "claim", body, withinMs: answerMs });
    const claimed = answer && readWork.claimed(Buffer.from(answer).toString());
    if (!claimed) return undefined;
    if (claimed.token > 0) {
      this.#token = claimed.token;
      this.#heldMs = sentMs;
    }
    return claimed.token;
  }

  async #read(part: string): Promise<Buffer> {
    const { owner, org, job } = this.#offer;
    const name = { org, job, token: this.#token, part };
    const bytes = await readPart(this.#parts.link, owner, name);
    if (!bytes) {
      const message = `input: the box ${owner} no longer has it. Submit the job again`;
      throw fail("lease_lost", message, { retryable: true });
    }
    return Buffer.from(bytes);
  }

  async #load(part: string): Promise<Uint8Array | undefined> {
    if (!this.#result) return undefined;
    if (part === "result") return Buffer.from(JSON.stringify(this.#result));
    const [kind, id] = part.split(":", 2);
    const isOwn = this.#result.assets.some((asset) => asset.id === id);
    return kind === "asset" && isOwn
      ? await this.#parts.files.read(this.#offer.org, id!)
      : undefined;
  }
}
