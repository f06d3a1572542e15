import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import { Backoff } from "../../base/concurrency/backoff.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { DownloadRequest, Downloads } from "../../perception/models/install/download-port.ts";

/** A connection that sends nothing for this long is broken. */
const stallTimeoutMs = 30_000;
/** Attempts in a row that bring not one byte; then the server is given up. */
const maxFruitless = 6;
/** Answers that may be different in a moment. */
const passing: ReadonlySet<number> = new Set([408, 416, 425, 429, 500, 502, 503, 504]);

/** The state from which a partial download continues. */
interface PartNote {
  url: string;
  /** ETag or date of the file that the bytes are of; without one it is begun again. */
  validator: string | null;
}

/** Fetches over HTTP with Range and If-Range. */
export class HttpDownload implements Downloads {
  readonly #clock: Clock;
  readonly #stallMs: number;

  constructor(clock: Clock, stallMs = stallTimeoutMs) {
    this.#clock = clock;
    this.#stallMs = stallMs;
  }

  forget(path: string): Promise<void> {
    return forgetDownload(path);
  }

  async fetch(request: DownloadRequest): Promise<void> {
    const abort = new AbortController();
    const deadline = this.#clock.after(request.deadlineMs, () => abort.abort());
    const backoff = new Backoff({ firstMs: 500, maxMs: 10_000, jitter: 0.2 });
    try {
      for (let fruitless = 0; ;) {
        const before = await sizeOf(request.path);
        try {
          await this.#attempt(request, abort.signal);
          return;
        } catch (error) {
          if (GatehouseError.find(error)) throw error;
          if (abort.signal.aborted) {
            throw failed(request, `it took longer than ${request.deadlineMs / 1000} s`, error);
          }
          fruitless = (await sizeOf(request.path)) > before ? 0 : fruitless + 1;
          if (fruitless === 0) backoff.reset();
          if (fruitless >= maxFruitless) throw failed(request, describeError(error), error);
          await sleep(this.#clock, backoff.nextMs(), abort.signal);
        }
      }
    } finally {
      deadline.cancel();
    }
  }

  /** One connection. A coded error is final, any other may be tried again. */
  async #attempt(request: DownloadRequest, signal: AbortSignal): Promise<void> {
    const { url, path } = request;
    const note = await noteOf(path);
    const have = note?.url === url && note.validator !== null ? await sizeOf(path) : 0;
    const headers: Record<string, string> = { "accept-encoding": "identity" };
    if (have > 0) {
      headers["range"] = `bytes=${have}-`;
      headers["if-range"] = note!.validator!;
    }
    const stall = new AbortController();
    const both = AbortSignal.any([signal, stall.signal]);
    let timer = this.#clock.after(this.#stallMs, () => stall.abort());
    try {
      const answer = await fetch(url, { headers, signal: both });
      // The partial file is longer than the file, or not a part of it: the next attempt starts from zero.
      if (answer.status === 416 && !isWhole(answer, have)) await forgetDownload(path);
      const from = startOf(answer, have, request);
      if (from === undefined) return;
      await writeFile(notePath(path), JSON.stringify({ url, validator: validatorOf(answer) }));
      const totalBytes = totalOf(answer, from);
      if (totalBytes !== undefined) refuseLarge(totalBytes, request);
      const file = await open(path, from > 0 ? "r+" : "w", 0o640);
      try {
        let bytes = from;
        await file.truncate(from);
        for await (const chunk of answer.body ?? []) {
          timer.cancel();
          timer = this.#clock.after(this.#stallMs, () => stall.abort());
          bytes += chunk.length;
          refuseLarge(bytes, request);
          await file.write(chunk, 0, chunk.length, bytes - chunk.length);
          request.onProgress({ bytes, totalBytes });
        }
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      timer.cancel();
      stall.abort();
    }
  }
}

/** Returns the offset of the answer's first byte; undefined when the file is complete already. */
function startOf(answer: Response, have: number, request: DownloadRequest): number | undefined {
  if (answer.status === 200) return 0;
  const range = /^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "");
  if (answer.status === 206 && Number(range?.[1]) === have) return have;
  if (answer.status === 416 && isWhole(answer, have)) return undefined;
  const said = `the server answers ${answer.status}`;
  // Not coded: the next attempt comes after a pause, or begins again.
  if (passing.has(answer.status)) throw new Broken(said);
  throw failed(request, said);
}

/** True when the server refuses a range because it begins where the file ends. */
function isWhole({ headers }: Response, have: number): boolean {
  return have > 0 && headers.get("content-range") === `bytes */${have}`;
}

/** A strong ETag, or the date; a weak ETag does not promise the same bytes. */
function validatorOf({ headers }: Response): string | null {
  const etag = headers.get("etag");
  return etag !== null && !etag.startsWith("W/") ? etag : headers.get("last-modified");
}

function totalOf({ headers }: Response, from: number): number | undefined {
  const length = headers.get("content-length");
  return length === null ? undefined : from + Number(length);
}

/** Passing trouble of one connection; never leaves this file. */
class Broken extends Error {}

function refuseLarge(bytes: number, request: DownloadRequest): void {
  if (bytes <= request.maxBytes) return;
  const limit = Math.round(request.maxBytes / 1e6);
  throw failed(request, `it is larger than ${limit} MB; give --max-megabytes if that is right`);
}

function failed({ url }: DownloadRequest, reason: string, cause?: unknown): GatehouseError {
  const { origin, pathname } = new URL(url);
  return fail(
    "download_failed",
    `download: ${origin}${pathname} did not arrive (${reason}). Try again`,
    { cause },
  );
}

function notePath(path: string): string {
  return `${path}.json`;
}

async function noteOf(path: string): Promise<PartNote | undefined> {
  try {
    return JSON.parse(await readFile(notePath(path), "utf8")) as PartNote;
  } catch {
    return undefined;
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function forgetDownload(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(notePath(path), { force: true });
}
