import type { CameraConnection } from "./camera-connection.ts";
import { ReplayTimes } from "./replay-times.ts";

/** What is played of a recording in the camera, and how fast. */
export interface ReplayRequest {
  /** Unix milliseconds of the camera's clock. */
  fromMs: number;
  toMs: number;
  /** Bytes that the box reads in a second at most. */
  bytesPerSec: number;
}

/** A replay without a frame for this long is over: cameras do not all say so. */
const quietMs = 4000;
/** The camera is paused for shorter times than this only together. */
const leastPauseMs = 20;

/** The replay of one connection: what it asks for, its times, its pace and its end. */
export class ReplaySession {
  readonly times = new ReplayTimes();
  readonly #request: ReplayRequest;
  readonly #onOver: () => void;
  #quiet: NodeJS.Timeout | undefined;
  #paused: NodeJS.Timeout | undefined;
  #owedBytes = 0;
  #owedAtMs = performance.now();
  #isOver = false;

  constructor(request: ReplayRequest, onOver: () => void) {
    this.#request = request;
    this.#onOver = onOver;
  }

  /** Headers of the requests of a replay (ONVIF Streaming Specification 6.4). */
  headersOf(method: string): readonly (readonly [string, string])[] {
    if (method === "SETUP") return [["Require", "onvif-replay"]];
    if (method !== "PLAY") return [];
    const { fromMs, toMs } = this.#request;
    return [
      ["Require", "onvif-replay"],
      ["Range", `clock=${clockOf(fromMs)}-${clockOf(toMs)}`],
      ["Rate-Control", "no"],
    ];
  }

  /** Returns what the reader gets of the camera's bytes; slows the camera down. */
  pass(bytes: Buffer, camera: Pick<CameraConnection, "pause" | "resume">): Buffer {
    if (this.#isOver) return Buffer.alloc(0);
    this.#pace(bytes.length, camera);
    const packets = this.times.pass(bytes);
    const isEnd = this.times.isBroken || this.times.lastUnixMs >= this.#request.toMs;
    clearTimeout(this.#quiet);
    if (isEnd) setImmediate(() => this.#end());
    else this.#quiet = setTimeout(() => this.#end(), quietMs);
    return packets;
  }

  /** Ends the session's timers. Idempotent. */
  close(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#paused);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.close();
    this.#onOver();
  }

  #pace(size: number, camera: Pick<CameraConnection, "pause" | "resume">): void {
    const nowMs = performance.now();
    const paid = ((nowMs - this.#owedAtMs) / 1000) * this.#request.bytesPerSec;
    this.#owedBytes = Math.max(0, this.#owedBytes - paid) + size;
    this.#owedAtMs = nowMs;
    const pauseMs = (this.#owedBytes / this.#request.bytesPerSec) * 1000;
    if (pauseMs < leastPauseMs) return;
    camera.pause();
    clearTimeout(this.#paused);
    this.#paused = setTimeout(() => camera.resume(), pauseMs);
  }
}

/** An absolute time in UTC (RFC 2326 3.7). */
function clockOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replaceAll(/[-:]/g, "");
}
