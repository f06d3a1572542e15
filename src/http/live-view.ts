import type { FastifyReply } from "fastify";
import type { Clock, Timer } from "../core/clock.ts";
import type { Caller } from "../jobs/operation.ts";
import type { StreamSlots } from "./stream-slots.ts";

/** What the live views of a server share. */
export interface LiveViewsParts {
  clock: Clock;
  slots: StreamSlots;
  keyAlive(keyId: string): boolean;
}

const boundary = "gatehouse-frame";
/** The key is looked at, and a viewer that takes nothing is dropped, in this rhythm. */
const checkMs = 15_000;
const maxAgeMs = 3_600_000;

/** One viewer: the picture on its way, and at most one more that waits. */
class Viewer {
  readonly #response: FastifyReply["raw"];
  #waiting: Uint8Array | undefined;
  #begun = false;
  #blockedChecks = 0;
  #dropped = 0;

  constructor(response: FastifyReply["raw"]) {
    this.#response = response;
    // A reset by the viewer is an ordinary end; "close" follows.
    response.on("error", () => undefined);
    response.on("drain", () => this.#sendWaiting());
  }

  /** Pictures that were left out because the viewer was slower. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Sends `jpeg` now, or keeps it in place of one that waits already. */
  show(jpeg: Uint8Array): void {
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
    this.#response.end(`--${boundary}--\r\n`);
  }

  /** Drops a viewer that takes nothing for three checks in a row. */
  check(): void {
    this.#blockedChecks = this.#response.writableNeedDrain ? this.#blockedChecks + 1 : 0;
    if (this.#blockedChecks > 2) this.#response.destroy();
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
  readonly #parts: LiveViewsParts;
  readonly #open = new Set<Viewer>();
  #dropped = 0;

  constructor(parts: LiveViewsParts) {
    this.#parts = parts;
  }

  /** Open views, and pictures left out for slow viewers of ended views. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /**
   * Answers with live pictures until the viewer leaves; false for an unknown stream. `openSource`
   * starts the pictures; what it throws comes back to the route before anything is sent.
   */
  open(
    asked: { caller: Caller; reply: FastifyReply },
    openSource: (onJpeg: (jpeg: Uint8Array) => void) => { close(): void } | undefined,
  ): boolean {
    const { caller, reply } = asked;
    const release = this.#parts.slots.take(caller.keyId);
    const viewer = new Viewer(reply.raw);
    let source: { close(): void } | undefined;
    try {
      source = openSource((jpeg) => viewer.show(jpeg));
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
    const { clock, keyAlive } = this.#parts;
    const timers: Timer[] = [
      clock.after(maxAgeMs, () => viewer.end()),
      clock.every(checkMs, () => {
        viewer.check();
        if (!keyAlive(asked.caller.keyId)) viewer.end();
      }),
    ];
    this.#open.add(viewer);
    asked.reply.raw.once("close", () => {
      for (const timer of timers) timer.cancel();
      this.#open.delete(viewer);
      this.#dropped += viewer.dropped;
      onEnd();
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
