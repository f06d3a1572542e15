import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { fail } from "../../base/contract/fail.ts";
import { bodyTooLarge } from "../../base/contract/too-large.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, type GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { BodyIntake, IntakeOptions, TakenBody } from "../../http/body-intake-port.ts";
import type { IntakeAnswer, IntakeTask } from "./protocol.ts";

/** The parts that the intake is built from. */
export interface WorkerIntakeOptions {
  /** Folder of blobs; its owner sweeps it at the start and removes the files of an earlier process. */
  dir: string;
  /** File of the key for blobs that are to be sealed; without it such bodies are refused. */
  keyPath?: string;
  clock: Clock;
  log: Logger;
  /** Time for a whole body; default 120 s, like the server's own for small ones. */
  deadlineMs?: number;
  /** Time without a byte; default 15 s. */
  silenceMs?: number;
}

/** Bytes of one body that may wait for the worker; then its sender is paused. */
const maxWaitingBytes = 1024 * 1024;
/** JavaScript heap of the worker in MiB; file contents and chunks lie outside of it. */
const heapMib = 96;

/**
 * Takes bodies in with one worker thread: it splits the JSON from its long strings as the pieces
 * arrive, so that neither the event loop nor the memory sees a whole one. The thread starts with the
 * first body.
 */
export class WorkerIntake implements BodyIntake, Part {
  readonly #options: WorkerIntakeOptions;
  readonly #open = new Map<number, OpenBody>();
  #worker: Worker | undefined;
  #nextId = 1;
  #isStopped = false;

  constructor(options: WorkerIntakeOptions) {
    this.#options = options;
  }

  /** Ends the thread; bodies that are coming in reject with `shutting_down`. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const body of this.#open.values()) body.fail(stopping());
    await this.#worker?.terminate();
  }

  async take(source: Readable, options: IntakeOptions): Promise<TakenBody> {
    if (this.#isStopped) throw stopping();
    const worker = (this.#worker ??= this.#startWorker());
    const { clock, dir, deadlineMs = 120_000, silenceMs = 15_000 } = this.#options;
    const id = this.#nextId++;
    const post = (task: IntakeTask, transfer: ArrayBuffer[] = []): void =>
      worker.postMessage(task, transfer);
    post({ what: "open", id, dir, blobFields: options.blobFields, keyPath: this.#keyFor(options) });
    const { limitBytes } = options;
    const body = new OpenBody(source, { id, post, clock, limitBytes, deadlineMs, silenceMs });
    this.#open.set(id, body);
    try {
      return await body.take();
    } finally {
      this.#open.delete(id);
    }
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#options.dir, id), { force: true });
  }

  #keyFor({ isSealed }: IntakeOptions): string | null {
    if (!isSealed) return null;
    const { keyPath } = this.#options;
    if (keyPath === undefined) throw fail("internal_error", "there is no key to seal blobs with");
    return keyPath;
  }

  #hear(answer: IntakeAnswer): void {
    const body = this.#open.get(answer.id);
    if (body) body.hear(answer);
    // The body was abandoned while the worker finished it.
    else if (answer.what === "whole") for (const { id } of answer.blobs) void this.remove(id);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL("worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
      // The process's own flags, a smaller young generation among them, are not for workers.
      execArgv: [],
    });
    worker.on("message", (answer: IntakeAnswer) => this.#hear(answer));
    const onExit = (error?: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      if (this.#isStopped) return;
      this.#options.log.error(
        { error: describeError(error) },
        "the body intake ended; it restarts",
      );
      for (const body of this.#open.values()) {
        body.fail(fail("overloaded", "body: cannot be received now. Try again"));
      }
    };
    worker.on("error", onExit);
    worker.on("exit", () => onExit());
    worker.unref();
    return worker;
  }
}

interface OpenBodyParts {
  id: number;
  post(task: IntakeTask, transfer?: ArrayBuffer[]): void;
  clock: Clock;
  limitBytes: number;
  deadlineMs: number;
  silenceMs: number;
}

/** One body on its way from its socket to the worker. */
class OpenBody {
  readonly #source: Readable;
  readonly #parts: OpenBodyParts;
  readonly #body = Promise.withResolvers<TakenBody>();
  #deadline: Timer | undefined;
  #silence: Timer | undefined;
  #receivedBytes = 0;
  #waitingBytes = 0;
  #isClosed = false;

  constructor(source: Readable, parts: OpenBodyParts) {
    this.#source = source;
    this.#parts = parts;
  }

  /** Reads the source and resolves with the whole body. Call it once. */
  take(): Promise<TakenBody> {
    const { clock, deadlineMs } = this.#parts;
    this.#deadline = clock.after(deadlineMs, () => this.fail(tooSlow()));
    this.#awaitBytes();
    this.#source.on("data", this.#onData).on("end", this.#onEnd);
    this.#source.on("error", this.#onClose).on("close", this.#onClose);
    return this.#body.promise;
  }

  hear(answer: IntakeAnswer): void {
    if (answer.what === "refused") {
      this.#settle();
      const later = answer.code === "overloaded" ? { retryAfterSec: 1 } : {};
      this.#body.reject(fail(answer.code, answer.message, later));
    } else if (answer.what === "whole") {
      this.#settle();
      const json = Buffer.from(answer.json.buffer);
      const { blobs } = answer;
      this.#body.resolve({ json, receivedBytes: this.#receivedBytes, blobs });
    } else {
      this.#waitingBytes -= answer.bytes;
      if (this.#isClosed || !this.#source.isPaused() || this.#waitingBytes > maxWaitingBytes / 2)
        return;
      this.#source.resume();
      this.#awaitBytes();
    }
  }

  /** Refuses the body; the worker forgets it. */
  fail(error: GatehouseError): void {
    if (this.#isClosed) return;
    this.#settle();
    this.#parts.post({ what: "drop", id: this.#parts.id });
    this.#body.reject(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.#parts.limitBytes) {
      this.fail(bodyTooLarge(this.#parts.limitBytes));
      return;
    }
    // The parser's buffer is not ours to give away.
    const bytes = new Uint8Array(chunk);
    this.#waitingBytes += bytes.length;
    this.#parts.post({ what: "chunk", id: this.#parts.id, bytes }, [bytes.buffer]);
    this.#silence?.cancel();
    if (this.#waitingBytes > maxWaitingBytes) this.#source.pause();
    else this.#awaitBytes();
  };

  readonly #onEnd = (): void => {
    this.#silence?.cancel();
    this.#parts.post({ what: "end", id: this.#parts.id });
  };

  /** A stream closes after `end` too; the worker then decides. */
  readonly #onClose = (): void => {
    if (this.#source.readableEnded) return;
    this.fail(fail("malformed_request", "body: ended before it was complete. Send it again"));
  };

  #awaitBytes(): void {
    this.#silence?.cancel();
    const { clock, silenceMs } = this.#parts;
    this.#silence = clock.after(silenceMs, () => this.fail(tooSlow()));
  }

  #settle(): void {
    this.#isClosed = true;
    this.#deadline?.cancel();
    this.#silence?.cancel();
    const source = this.#source;
    source.off("data", this.#onData).off("end", this.#onEnd);
    source.off("error", this.#onClose).off("close", this.#onClose);
  }
}

function tooSlow(): GatehouseError {
  return fail("request_timeout", "body: did not arrive in time. Send it again");
}

function stopping(): GatehouseError {
  return fail("shutting_down", "box: is stopping. Try again after its start", { retryAfterSec: 5 });
}
