import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import type { Caller } from "../../base/jobs/operation.ts";
import { type HeldAnswerParts, holdAnswer } from "../answers/held-answer.ts";
import type { WebSockets } from "../connections/web-sockets.ts";

/** Dependencies of live answers. */
export interface LiveAnswersParts extends HeldAnswerParts {
  sockets: WebSockets;
}

/** One reader of a live answer. */
export interface LiveReader {
  /** The number of pictures or fragments that the reader missed because it was slower than the source. */
  readonly dropped: number;
  /** Ends the answer; idempotent. */
  onEnd(): void;
}

/** The source and the beginning of one kind of live answer. */
export interface LiveAnswer<Source extends { close(): void }> {
  /** Starts the source; undefined for an unknown stream. */
  openSource(): Source | undefined;
  contentType(source: Source): string;
  beginHttp(response: ServerResponse, source: Source): void;
  /** For an upgrade request: browsers open six connections to a host, but many WebSockets. */
  beginSocket(stream: Writable, source: Source, socket: WebSocket): void;
}

/** The open answers of one kind of live pictures or video. */
export class LiveAnswers<Reader extends LiveReader> {
  readonly #parts: LiveAnswersParts;
  readonly #open = new Set<Reader>();
  #dropped = 0;

  constructor(parts: LiveAnswersParts) {
    this.#parts = parts;
  }

  /** Returns the number of open answers, and what slow readers of ended answers did not get. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /** Ends every answer. */
  closeAll(): void {
    for (const reader of this.#open) reader.onEnd();
  }

  /**
   * Answers until the reader disconnects or the source ends; false for an unknown stream. The caller gets errors of
   * `openSource` before anything is sent.
   */
  open<Source extends { close(): void }>(
    { caller, reply }: { caller: Caller; reply: FastifyReply },
    reader: Reader,
    answer: LiveAnswer<Source>,
  ): boolean {
    const { slots, sockets } = this.#parts;
    const isSocket = sockets.isUpgrade(reply);
    if (isSocket) sockets.assertUpgrade(reply);
    const release = slots.take(caller.keyId);
    let source: Source | undefined;
    try {
      source = answer.openSource();
    } finally {
      if (!source) release();
    }
    if (!source) return false;
    const opened = source;
    const letGo = (): void => {
      opened.close();
      release();
    };
    if (!isSocket) {
      reply.header("content-type", answer.contentType(opened));
      reply.hijack();
      reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
      this.#hold(reader, reply.raw, { request: reply.request, letGo });
      answer.beginHttp(reply.raw, opened);
      return true;
    }
    const isAccepted = sockets.acceptStream(reply, (socket, stream) => {
      this.#hold(reader, stream, { request: reply.request, letGo });
      answer.beginSocket(stream, opened, socket);
    });
    if (!isAccepted) letGo();
    return true;
  }

  #hold(
    reader: Reader,
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
        this.#dropped += reader.dropped;
        letGo();
      },
    });
  }
}
