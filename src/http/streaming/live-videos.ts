import type { Writable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Clock } from "../../base/core/clock.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { OpenVideo, VideoFragment, VideoSink } from "../../base/core/own-video.ts";
import { LiveAnswers, type LiveAnswersParts, type LiveReader } from "./live-answers.ts";

/**
 * Bounds of one reader's backlog beyond the GOP that it started with: bytes, and the age of the
 * oldest. Beyond either it loses everything up to the next key frame.
 */
const maxWaitingBytes = 4 * 1024 * 1024;
const maxWaitingMs = 2000;

interface WaitingBytes {
  bytes: Uint8Array;
  sinceMs: number;
}

/**
 * One reader: passes on fragments while its socket takes them, and skips to a key frame when
 * behind.
 */
class VideoReader implements VideoSink, LiveReader {
  readonly #clock: Clock;
  #response: Writable | undefined;
  #queue: WaitingBytes[] = [];
  #queuedBytes = 0;
  #allowedBytes = maxWaitingBytes;
  #needsKey = true;
  #skipped = 0;
  #isEnded = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Fragments dropped because the reader was slower than the camera. */
  get dropped(): number {
    return this.#skipped;
  }

  /** Begins the answer with the header. `burstBytes` of older video may follow at once. */
  begin(response: Writable, { header, burstBytes }: OpenVideo): void {
    this.#response = response;
    this.#allowedBytes += burstBytes;
    response.on("drain", () => this.#flush(response));
    response.write(header);
  }

  onFragment(fragment: VideoFragment): void {
    const response = this.#response;
    if (!response || this.#isEnded) return;
    if (this.#isBehind()) this.#skipToKey();
    if (fragment.key) this.#needsKey = false;
    if (this.#needsKey) this.#skipped += 1;
    else if (this.#queue.length === 0 && !response.writableNeedDrain) {
      for (const bytes of partsOf(fragment)) response.write(bytes);
    } else {
      for (const bytes of partsOf(fragment)) {
        this.#queue.push({ bytes, sinceMs: this.#clock.monoMs() });
        this.#queuedBytes += bytes.byteLength;
      }
    }
  }

  /** The header is outdated, or the stream has ended: the reader opens another answer. */
  onEnd(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#queue = [];
    this.#response?.end();
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

  #flush(response: Writable): void {
    while (!response.writableNeedDrain) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#queuedBytes -= next.bytes.byteLength;
      response.write(next.bytes);
    }
  }
}

/**
 * Live video as the camera sends it: one fragmented MP4 (ISO 14496-12) without end, which starts
 * with the newest GOP. An answer holds one header, so it ends when the camera reconnects or changes
 * its format; the reader then opens another one. No reader can slow another one or the camera.
 */
export class LiveVideos {
  readonly #clock: Clock;
  readonly #answers: LiveAnswers<VideoReader>;

  constructor(parts: LiveAnswersParts) {
    this.#clock = parts.clock;
    this.#answers = new LiveAnswers(parts);
  }

  /**
   * Returns the number of open answers, and of fragments dropped for slow readers of ended ones.
   */
  counts(): { open: number; dropped: number } {
    return this.#answers.counts();
  }

  /** Ends every answer. */
  closeAll(): void {
    this.#answers.closeAll();
  }

  /** As `LiveAnswers.open`. An upgrade request gets the same bytes as binary messages. */
  open(
    viewer: { caller: Caller; reply: FastifyReply },
    openSource: (sink: VideoSink) => OpenVideo | undefined,
  ): boolean {
    const reader = new VideoReader(this.#clock);
    return this.#answers.open(viewer, reader, {
      openSource: () => openSource(reader),
      contentType: typeOf,
      beginHttp: (response, source) => reader.begin(response, source),
      beginSocket(stream, source, socket) {
        socket.send(JSON.stringify({ content_type: typeOf(source), ...source.origin }));
        reader.begin(stream, source);
      },
    });
  }
}

function partsOf({ bytes, sound }: VideoFragment): Uint8Array[] {
  return sound ? [bytes, sound] : [bytes];
}

function typeOf({ mimeCodec }: OpenVideo): string {
  return `video/mp4; codecs="${mimeCodec}"`;
}
