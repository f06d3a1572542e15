import type { Writable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../base/jobs/operation.ts";
import { LiveAnswers, type LiveAnswersParts, type LiveReader } from "./live-answers.ts";

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
class Viewer implements LiveReader {
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

  onEnd(): void {
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

/**
 * Live pictures as `multipart/x-mixed-replace`, which every browser shows in an `<img>`; for an
 * upgrade request as binary messages. A viewer that is slower than the pictures gets the newest and loses
 * those in between: at most one picture waits per viewer besides the one in transit.
 */
export class LiveViews {
  readonly #answers: LiveAnswers<Viewer>;

  constructor(parts: LiveAnswersParts) {
    this.#answers = new LiveAnswers(parts);
  }

  /** Returns the number of open views, and of pictures dropped for slow viewers of ended views. */
  counts(): { open: number; dropped: number } {
    return this.#answers.counts();
  }

  /** Ends every view. */
  closeAll(): void {
    this.#answers.closeAll();
  }

  /** As `LiveAnswers.open`; `openSource` starts the pictures. */
  open(
    request: { caller: Caller; reply: FastifyReply },
    openSource: (viewer: {
      onJpeg: (jpeg: Uint8Array) => void;
      onEnd: () => void;
    }) => { close(): void } | undefined,
  ): boolean {
    const viewer = new Viewer();
    return this.#answers.open(request, viewer, {
      openSource: () =>
        openSource({ onJpeg: (jpeg) => viewer.show(jpeg), onEnd: () => viewer.onEnd() }),
      contentType: () => `multipart/x-mixed-replace; boundary=${boundary}`,
      beginHttp(response) {
        response.flushHeaders();
        viewer.begin(response, multipart);
      },
      beginSocket: (stream) => viewer.begin(stream, messages),
    });
  }
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
