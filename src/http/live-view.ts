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

interface View {
  end(): void;
}

/**
 * Live pictures as `multipart/x-mixed-replace`, which every browser shows in an `<img>`. A viewer
 * that is slower than the pictures gets the newest and loses those in between: at most one picture
 * waits per viewer besides the one on its way.
 */
export class LiveViews {
  readonly #parts: LiveViewsParts;
  readonly #open = new Set<View>();
  #dropped = 0;

  constructor(parts: LiveViewsParts) {
    this.#parts = parts;
  }

  /** Open views, and pictures left out for slow viewers since the start. */
  counts(): { open: number; dropped: number } {
    return { open: this.#open.size, dropped: this.#dropped };
  }

  /**
   * Answers with live pictures until the viewer leaves. `openSource` starts them; what it throws, or
   * undefined for an unknown stream, comes back to the route before anything is sent.
   */
  open(
    viewer: { caller: Caller; reply: FastifyReply },
    openSource: (onJpeg: (jpeg: Uint8Array) => void) => { close(): void } | undefined,
  ): boolean {
    const { clock, slots, keyAlive } = this.#parts;
    const { caller, reply } = viewer;
    const release = slots.take(caller.keyId);
    const response = reply.raw;
    let waiting: Uint8Array | undefined;
    let begun = false;
    let blockedTicks = 0;
    const send = (jpeg: Uint8Array): void => {
      if (!begun || response.writableNeedDrain) {
        if (waiting) this.#dropped += 1;
        waiting = jpeg;
      } else {
        writePart(response, jpeg);
      }
    };
    let source: { close(): void } | undefined;
    try {
      source = openSource(send);
    } catch (error) {
      release();
      throw error;
    }
    if (!source) {
      release();
      return false;
    }
    const timers: Timer[] = [];
    const view: View = { end: () => response.end(`--${boundary}--\r\n`) };
    this.#open.add(view);
    response.once("close", () => {
      for (const timer of timers) timer.cancel();
      source.close();
      release();
      this.#open.delete(view);
    });
    response.on("error", () => undefined);
    response.on("drain", () => {
      const next = waiting;
      waiting = undefined;
      if (next) writePart(response, next);
    });
    reply.header("content-type", `multipart/x-mixed-replace; boundary=${boundary}`);
    reply.hijack();
    response.writeHead(200, reply.getHeaders() as Record<string, string>);
    response.flushHeaders();
    begun = true;
    const first = waiting;
    waiting = undefined;
    if (first) send(first);
    timers.push(
      clock.after(maxAgeMs, () => view.end()),
      clock.every(checkMs, () => {
        blockedTicks = response.writableNeedDrain ? blockedTicks + 1 : 0;
        if (blockedTicks > 2) response.destroy();
        else if (!keyAlive(caller.keyId)) view.end();
      }),
    );
    return true;
  }

  /** Ends every view. */
  closeAll(): void {
    for (const view of this.#open) view.end();
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
