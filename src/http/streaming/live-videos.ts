import type { Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import type { Clock } from "../../base/core/clock.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { OpenVideo, VideoFragment, VideoSink } from "../../base/core/own-video.ts";
import { type HeldAnswerParts, holdAnswer } from "../answers/held-answer.ts";
import type { WebSockets } from "../connections/web-sockets.ts";

/**
 * Bounds of one reader's backlog beyond the GOP that it started with: bytes, and the age of the
 * oldest. Beyond either it loses everything up to the next key frame.
 */
const maxWaitingBytes = 4 * 1024 * 1024;
const maxWaitingMs = 2000;

interface Waiting {
  bytes: Uint8Array;
  sinceMs: number;
}

/**
 * One reader: passes on fragments while its socket takes them, and skips to a key frame when
 * behind.
 */
class VideoReader implements VideoSink {
  readonly #clock: Clock;
  #response: Writable | undefined;
  #queue: Waiting[] = [];
  #queuedBytes = 0;
  #allowedBytes = maxWaitingBytes;
  #needsKey = true;
  #skipped = 0;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Fragments dropped because the reader was slower than the camera. */
  get skipped(): number {
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
    if (!response || this.#isOver) return;
    if (this.#isBehind()) this.#skipToKey();
    if (fragment.key) this.#needsKey = false;
    if (this.#needsKey) this.#skipped += 1;
    else if (this.#queue.length === 0 && !response.writableNeedDrain) {
      response.write(fragment.bytes);
    } else {
      this.#queue.push({ bytes: fragment.bytes, sinceMs: this.#clock.monoMs() });
      this.#queuedBytes += fragment.bytes.byteLength;
    }
  }

  /** The header is outdated, or the stream has ended: the reader opens another answer. */
  onEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
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

/** Dependencies of `LiveVideos`. */
export interface LiveVideosParts extends HeldAnswerParts {
  sockets: WebSockets;
}

/**
 * Live video as the camera sends it: one fragmented MP4 (ISO 14496-12) without end, which starts
 * with the newest GOP. An answer holds one header, so it ends when the camera reconnects or changes
 * its format; the reader then opens another one. No reader can slow another one or the camera.
 */
export class LiveVideos {
  readonly #parts: LiveVideosParts;
  readonly #open = new Set<VideoReader>();
  #skipped = 0;

  constructor(parts: LiveVideosParts) {
    this.#parts = parts;
  }

  /**
   * Returns the number of open answers, and of fragments dropped for slow readers of ended ones.
   */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#skipped };
  }

  /**
   * Answers with video until the reader disconnects; false for an unknown stream. The route gets
   * errors of `openSource` before anything is sent. An upgrade request gets the same bytes as
   * binary messages: browsers open six connections to a host, but many WebSockets.
   */
  open(
    viewer: { caller: Caller; reply: FastifyReply },
    openSource: (sink: VideoSink) => OpenVideo | undefined,
  ): boolean {
    const { caller, reply } = viewer;
    const { slots, clock, sockets } = this.#parts;
    const isSocket = sockets.isUpgrade(reply);
    if (isSocket) sockets.assertUpgrade(reply);
    const release = slots.take(caller.keyId);
    const reader = new VideoReader(clock);
    let source: OpenVideo | undefined;
    try {
      source = openSource(reader);
    } finally {
      if (!source) release();
    }
    if (!source) return false;
    const { close } = source;
    const letGo = (): void => {
      close();
      release();
    };
    const begin = (response: Writable): void => {
      this.#hold(reader, response, { request: reply.request, letGo });
      reader.begin(response, source);
    };
    const onOpen = (socket: WebSocket, stream: Writable): void => {
      socket.send(JSON.stringify({ content_type: typeOf(source) }));
      begin(stream);
    };
    if (!isSocket) answerHttp(reply, source, begin);
    else if (!sockets.acceptStream(reply, onOpen)) letGo();
    return true;
  }

  /** Ends every answer. */
  closeAll(): void {
    for (const reader of this.#open) reader.onEnd();
  }

  #hold(
    reader: VideoReader,
    response: Writable,
    { request, letGo }: { request: FastifyRequest; letGo: () => void },
  ): void {
    this.#open.add(reader);
    holdAnswer(this.#parts, {
      response,
      request,
      end: () => reader.onEnd(),
      onClose: () => {
        this.#open.delete(reader);
        this.#skipped += reader.skipped;
        letGo();
      },
    });
  }
}

function answerHttp(
  reply: FastifyReply,
  source: OpenVideo,
  begin: (response: Writable) => void,
): void {
  reply.header("content-type", typeOf(source));
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  begin(reply.raw);
}

function typeOf({ mimeCodec }: OpenVideo): string {
  return `video/mp4; codecs="${mimeCodec}"`;
}
