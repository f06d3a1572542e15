import type { Writable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../base/jobs/operation.ts";
import { type HeldAnswerParts, holdAnswer } from "../answers/held-answer.ts";
import type { WebSockets } from "../connections/web-sockets.ts";

const boundary = "gatehouse-frame";

/** Encoding of pictures in an answer. */
interface Form {
  write(response: Writable, jpeg: Uint8Array): void;
  end(response: Writable): void;
}

const multipart: Form = {
  write: writePart,
  end: (response) => void response.end(`--${boundary}--\r\n`),
};

/** Each picture is one binary message. */
const messages: Form = {
  write: (response, jpeg) => void response.write(jpeg),
  end: (response) => void response.end(),
};

/** One viewer: the picture in transit, and at most one more that waits. */
class Viewer {
  #answer: { response: Writable; form: Form } | undefined;
  #waiting: Uint8Array | undefined;
  #isClosed = false;
  #dropped = 0;

  /** Pictures dropped because the viewer was slower. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Sends `jpeg` now, or keeps it in place of a waiting one. */
  show(jpeg: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#answer && !this.#answer.response.writableNeedDrain) {
      this.#answer.form.write(this.#answer.response, jpeg);
      return;
    }
    if (this.#waiting) this.#dropped += 1;
    this.#waiting = jpeg;
  }

  /** Begins the answer; a waiting picture goes out first. */
  begin(response: Writable, form: Form): void {
    this.#answer = { response, form };
    response.on("drain", () => this.#sendWaiting());
    this.#sendWaiting();
    if (this.#isClosed) form.end(response);
  }

  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#answer?.form.end(this.#answer.response);
  }

  #sendWaiting(): void {
    const next = this.#waiting;
    this.#waiting = undefined;
    if (next) this.show(next);
  }
}

/** Dependencies of `LiveViews`. */
export interface LiveViewsParts extends HeldAnswerParts {
  sockets: WebSockets;
}

/**
 * Live pictures as `multipart/x-mixed-replace`, which every browser shows in an `<img>`; for an
 * upgrade request as binary messages: browsers open six connections to a host, but many WebSockets.
 * A viewer that is slower than the pictures gets the newest and loses those in between: at most one
 * picture waits per viewer besides the one in transit.
 */
export class LiveViews {
  readonly #parts: LiveViewsParts;
  readonly #open = new Set<Viewer>();
  #dropped = 0;

  constructor(parts: LiveViewsParts) {
    this.#parts = parts;
  }

  /** Returns the number of open views, and of pictures dropped for slow viewers of ended views. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /**
   * Answers with live pictures until the viewer disconnects or the stream ends; false for an
   * unknown stream. `openSource` starts the pictures; the route gets its errors before anything is
   * sent.
   */
  open(
    request: { caller: Caller; reply: FastifyReply },
    openSource: (viewer: {
      onJpeg: (jpeg: Uint8Array) => void;
      onEnd: () => void;
    }) => { close(): void } | undefined,
  ): boolean {
    const { caller, reply } = request;
    const { slots, sockets } = this.#parts;
    const isSocket = sockets.isUpgrade(reply);
    if (isSocket) sockets.assertUpgrade(reply);
    const release = slots.take(caller.keyId);
    const viewer = new Viewer();
    let source: { close(): void } | undefined;
    try {
      source = openSource({
        onJpeg: (jpeg) => viewer.show(jpeg),
        onEnd: () => viewer.end(),
      });
    } finally {
      if (!source) release();
    }
    if (!source) return false;
    const { close } = source;
    const letGo = (): void => {
      close();
      release();
    };
    const begin = (response: Writable, form: Form): void => {
      this.#follow(viewer, response, { request: reply.request, letGo });
      viewer.begin(response, form);
    };
    if (!isSocket) answerHttp(reply, begin);
    else if (!sockets.acceptStream(reply, (_, stream) => begin(stream, messages))) letGo();
    return true;
  }

  /** Ends every view. */
  closeAll(): void {
    for (const viewer of this.#open) viewer.end();
  }

  #follow(
    viewer: Viewer,
    response: Writable,
    { request, letGo }: { request: FastifyRequest; letGo: () => void },
  ): void {
    this.#open.add(viewer);
    holdAnswer(this.#parts, {
      response,
      request,
      end: () => viewer.end(),
      onClose: () => {
        this.#open.delete(viewer);
        this.#dropped += viewer.dropped;
        letGo();
      },
    });
  }
}

function answerHttp(reply: FastifyReply, begin: (response: Writable, form: Form) => void): void {
  reply.header("content-type", `multipart/x-mixed-replace; boundary=${boundary}`);
  reply.hijack();
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  reply.raw.flushHeaders();
  begin(reply.raw, multipart);
}

function writePart(response: Writable, jpeg: Uint8Array): void {
  response.cork();
  response.write(
    `--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.byteLength}\r\n\r\n`,
  );
  response.write(jpeg);
  response.write("\r\n");
  response.uncork();
}
