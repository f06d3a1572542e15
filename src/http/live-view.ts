import type { FastifyReply } from "fastify";
import type { Caller } from "../jobs/operation.ts";
import { type HeldAnswerParts, holdAnswer } from "./held-answer.ts";

const boundary = "gatehouse-frame";

/** One viewer: the picture on its way, and at most one more that waits. */
class Viewer {
  readonly #response: FastifyReply["raw"];
  #waiting: Uint8Array | undefined;
  #begun = false;
  #over = false;
  #dropped = 0;

  constructor(response: FastifyReply["raw"]) {
    this.#response = response;
    response.on("drain", () => this.#sendWaiting());
  }

  /** Pictures that were left out because the viewer was slower. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Sends `jpeg` now, or keeps it in place of one that waits already. */
  show(jpeg: Uint8Array): void {
    if (this.#over) return;
    if (this.#begun && !this.#response.writableNeedDrain) {
      writePart(this.#response, jpeg);
      return;
    }
    if (this.#waiting) this.#dropped += 1;
    this.#waiting = jpeg;
  }

  /** The head has been written. */
  begin(): void {
    this.#begun = true;
    this.#sendWaiting();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#response.end(`--${boundary}--\r\n`);
  }

  #sendWaiting(): void {
    const next = this.#waiting;
    this.#waiting = undefined;
    if (next) this.show(next);
  }
}

/**
 * Live pictures as `multipart/x-mixed-replace`, which every browser shows in an `<img>`. A viewer
 * that is slower than the pictures gets the newest and loses those in between: at most one picture
 * waits per viewer besides the one on its way.
 */
export class LiveViews {
  readonly #parts: HeldAnswerParts;
  readonly #open = new Set<Viewer>();
  #dropped = 0;

  constructor(parts: HeldAnswerParts) {
    this.#parts = parts;
  }

  /** Open views, and pictures left out for slow viewers of ended views. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /**
   * Answers with live pictures until the viewer leaves or the stream ends; false for an unknown
   * stream. `openSource` starts the pictures; what it throws comes back to the route before anything
   * is sent.
   */
  open(
    asked: { caller: Caller; reply: FastifyReply },
    openSource: (viewer: {
      onJpeg: (jpeg: Uint8Array) => void;
      onEnd: () => void;
    }) => { close(): void } | undefined,
  ): boolean {
    const { caller, reply } = asked;
    const release = this.#parts.slots.take(caller.keyId);
    const viewer = new Viewer(reply.raw);
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
    this.#follow(viewer, asked, () => {
      source.close();
      release();
    });
    reply.header("content-type", `multipart/x-mixed-replace; boundary=${boundary}`);
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    reply.raw.flushHeaders();
    viewer.begin();
    return true;
  }

  /** Ends every view. */
  closeAll(): void {
    for (const viewer of this.#open) viewer.end();
  }

  #follow(viewer: Viewer, asked: { caller: Caller; reply: FastifyReply }, onEnd: () => void): void {
    this.#open.add(viewer);
    holdAnswer(this.#parts, {
      response: asked.reply.raw,
      keyId: asked.caller.keyId,
      end: () => viewer.end(),
      onClose: () => {
        this.#open.delete(viewer);
        this.#dropped += viewer.dropped;
        onEnd();
      },
    });
  }
}

function writePart(response: FastifyReply["raw"], jpeg: Uint8Array): void {
  response.cork();
  response.write(
    `--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.byteLength}\r\n\r\n`,
  );
  response.write(jpeg);
  response.write("\r\n");
  response.uncork();
}
