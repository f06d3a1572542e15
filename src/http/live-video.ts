import type { FastifyReply } from "fastify";
import type { Clock } from "../core/clock.ts";
import type { Caller } from "../jobs/operation.ts";
import type { OpenVideo, VideoFragment, VideoSink } from "./facades.ts";
import { type HeldAnswerParts, holdAnswer } from "./held-answer.ts";

/**
 * What may wait in the process for one reader beyond the GOP that it started with: bytes, and the
 * age of the oldest. Beyond either it loses everything up to the next key frame.
 */
const maxWaitingBytes = 4 * 1024 * 1024;
const maxWaitingMs = 2000;

interface Waiting {
  bytes: Uint8Array;
  sinceMs: number;
}

/** One reader: hands on fragments while its socket takes them, and skips to a key frame when behind. */
class VideoReader implements VideoSink {
  readonly #response: FastifyReply["raw"];
  readonly #clock: Clock;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #allowedBytes = maxWaitingBytes;
  #needsKey = true;
  #skipped = 0;
  #isBegun = false;
  #isOver = false;

  constructor(response: FastifyReply["raw"], clock: Clock) {
    this.#response = response;
    this.#clock = clock;
    response.on("drain", () => this.#flush());
  }

  /** Fragments that were left out because the reader was slower than the camera. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The head is written: `header` goes first. `burstBytes` of older video may follow at once. */
  begin(header: Uint8Array, burstBytes: number): void {
    this.#isBegun = true;
    this.#allowedBytes += burstBytes;
    this.#response.write(header);
  }

  onFragment(fragment: VideoFragment): void {
    if (!this.#isBegun || this.#isOver) return;
    if (this.#isBehind()) this.#skipToKey();
    if (fragment.key) this.#needsKey = false;
    if (this.#needsKey) this.#skipped += 1;
    else if (this.#queue.length === 0 && !this.#response.writableNeedDrain) {
      this.#response.write(fragment.bytes);
    } else {
      this.#queue.push({ bytes: fragment.bytes, sinceMs: this.#clock.monoMs() });
      this.#queuedBytes += fragment.bytes.byteLength;
    }
  }

  /** The header is no longer the right one, or the stream is over: the reader opens another answer. */
  onEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue = [];
    this.#response.end();
  }

  #isBehind(): boolean {
    const oldest = this.#queue[0];
    if (oldest === undefined) return false;
    const waitedMs = this.#clock.monoMs() - oldest.sinceMs;
    return waitedMs > maxWaitingMs || this.#queuedBytes > this.#allowedBytes;
  }

  #skipToKey(): void {
    this.#skipped += this.#queue.length;
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#allowedBytes = maxWaitingBytes;
    this.#needsKey = true;
  }

  #flush(): void {
    while (!this.#response.writableNeedDrain) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#queuedBytes -= next.bytes.byteLength;
      this.#response.write(next.bytes);
    }
  }
}

/**
 * Live video as it comes from the camera: one fragmented MP4 (ISO 14496-12) without end, which
 * starts with the newest GOP. An answer holds one header, so it ends when the camera comes back or
 * changes its format; the reader then asks again. No reader can slow another one or the camera.
 */
export class LiveVideos {
  readonly #parts: HeldAnswerParts;
  readonly #open = new Set<VideoReader>();
  #skipped = 0;

  constructor(parts: HeldAnswerParts) {
    this.#parts = parts;
  }

  /** Open answers, and fragments left out for slow readers of ended ones. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#skipped };
  }

  /**
   * Answers with video until the reader leaves; false for an unknown stream. What `openSource`
   * throws comes back to the route before anything is sent.
   */
  open(
    asked: { caller: Caller; reply: FastifyReply },
    openSource: (sink: VideoSink) => OpenVideo | undefined,
  ): boolean {
    const { caller, reply } = asked;
    const release = this.#parts.slots.take(caller.keyId);
    const reader = new VideoReader(reply.raw, this.#parts.clock);
    let source: OpenVideo | undefined;
    try {
      source = openSource(reader);
    } finally {
      if (!source) release();
    }
    if (!source) return false;
    const { close, header, burstBytes, mimeCodec } = source;
    this.#open.add(reader);
    holdAnswer(this.#parts, {
      response: reply.raw,
      keyId: caller.keyId,
      end: () => reader.onEnd(),
      onClose: () => {
        this.#open.delete(reader);
        this.#skipped += reader.skipped;
        close();
        release();
      },
    });
    reply.header("content-type", `video/mp4; codecs="${mimeCodec}"`);
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    reader.begin(header, burstBytes);
    return true;
  }

  /** Ends every answer. */
  closeAll(): void {
    for (const reader of this.#open) reader.onEnd();
  }
}
