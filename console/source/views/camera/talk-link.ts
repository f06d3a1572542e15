import { type MicrophoneLack, NoMicrophone, openMicrophone } from "../../video/microphone.ts";

/** What the box says on the WebSocket (docs/cameras/sound.md, "Talk"). */
type Reply = { type: "ready" } | { type: "ended"; reason: string; message: string };

/** How a talk stands. */
export type TalkState =
  | { name: "idle" }
  | { name: "opening" }
  /** `level` is the loudest sample of the last 20 ms, 0 to 1. */
  | { name: "talking"; level: number }
  | { name: "over"; reason: string; message: string }
  | { name: "deaf"; lack: MicrophoneLack }
  /** The box did not open the talk; the browser gets no reason. */
  | { name: "refused" }
  | { name: "failed"; error: unknown };

/** The sound of one frame of the microphone, in milliseconds. */
const frameMs = 20;
/** How far sound may be ahead of its time, in milliseconds; the box ends a talk at 500. */
const aheadMs = 250;

/** One attempt: what has to be closed at its end. */
interface Attempt {
  isOver: boolean;
  socket?: WebSocket;
  closeMicrophone?: () => void;
}

/** Talks to a camera for as long as `hold` says so. The microphone is open only then. */
export class TalkLink {
  readonly #streamId: string;
  readonly #onState: (state: TalkState) => void;
  #attempt: Attempt | undefined;

  constructor(streamId: string, onState: (state: TalkState) => void) {
    this.#streamId = streamId;
    this.#onState = onState;
  }

  /** Begins to talk with true, ends with false; the same again changes nothing. */
  hold(isHeld: boolean): void {
    if (!isHeld) {
      if (this.#attempt) this.#end(this.#attempt, { name: "idle" });
      return;
    }
    if (this.#attempt) return;
    const attempt: Attempt = { isOver: false };
    this.#attempt = attempt;
    this.#onState({ name: "opening" });
    this.#open(attempt).catch((error: unknown) => {
      const isDeaf = error instanceof NoMicrophone;
      this.#end(attempt, isDeaf ? { name: "deaf", lack: error.lack } : { name: "failed", error });
    });
  }

  async #open(attempt: Attempt): Promise<void> {
    let readyMs: number | undefined;
    let sentMs = 0;
    const close = await openMicrophone((frame) => {
      if (attempt.isOver || readyMs === undefined) return;
      // After a moment in which the page stood still, old frames come at once, and the box refuses a burst.
      if (sentMs + frameMs > performance.now() - readyMs + aheadMs) return;
      sentMs += frameMs;
      attempt.socket?.send(frame);
      this.#onState({ name: "talking", level: peakOf(frame) });
    });
    if (attempt.isOver) return close();
    attempt.closeMicrophone = close;
    const path = `/api/v1/surveillance/streams/${encodeURIComponent(this.#streamId)}/talk`;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + path);
    attempt.socket = socket;
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const reply = JSON.parse(data) as Reply;
      if (reply.type === "ended") this.#end(attempt, { ...reply, name: "over" });
      else readyMs = performance.now();
    });
    socket.addEventListener("close", ({ reason }) =>
      this.#end(
        attempt,
        readyMs === undefined ? { name: "refused" } : { name: "over", reason, message: reason },
      ),
    );
  }

  #end(attempt: Attempt, state: TalkState): void {
    if (attempt.isOver) return;
    attempt.isOver = true;
    attempt.closeMicrophone?.();
    attempt.socket?.close();
    this.#attempt = undefined;
    this.#onState(state);
  }
}

function peakOf(frame: Int16Array): number {
  return frame.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 32_768;
}
