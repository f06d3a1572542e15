import type { Clock, Timer } from "../../base/core/clock.ts";
import { fail } from "../../base/contract/fail.ts";
import type { PeerSpec } from "./child/protocol.ts";
import type { PeerProcess } from "./peer-process.ts";
import type { VideoFeed } from "./video-feed.ts";

/** The parts that a session is built from. */
export interface ViewerSessionParts {
  /** Names the connection to the process. */
  peerId: number;
  clock: Clock;
  child: PeerProcess;
  feed: VideoFeed;
  /** Called once, when the connection is over. */
  onClosed(): void;
}

/** Time for the library to bind its port and to answer. */
const answerMs = 5000;
/** A viewer that has not connected by then is gone. Browsers need a few hundred milliseconds on a LAN. */
const halfOpenMs = 8000;

/** One viewer's connection in the process, from its offer to its end. */
export class ViewerSession {
  readonly #parts: ViewerSessionParts;
  readonly #answer = Promise.withResolvers<string>();
  #timers: Timer[] = [];
  #hasSound = false;
  #isConnected = false;
  #isClosed = false;

  constructor(parts: ViewerSessionParts) {
    this.#parts = parts;
  }

  /** True once video flows. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /**
   * Opens the connection; resolves with the library's session description. Rejects with `invalid_request_body`,
   * `overloaded`, or `stream_not_ready` if the video ends. Call once.
   */
  async connect(spec: Omit<PeerSpec, "videoId">): Promise<string> {
    const { peerId, clock, child, feed } = this.#parts;
    feed.add(this);
    this.#hasSound = spec.sound !== undefined;
    const isSent = child.send({
      type: "peerOpen",
      peerId,
      spec: { ...spec, videoId: feed.videoId },
    });
    if (!isSent) throw child.unavailable();
    const late = fail("overloaded", "webrtc: the box did not answer in time. Try again");
    this.#timers.push(
      clock.after(answerMs, () => this.#answer.reject(late)),
      clock.after(halfOpenMs, () => {
        if (!this.#isConnected) this.close();
      }),
    );
    return await this.#answer.promise;
  }

  onAnswer(answer: string): void {
    this.#answer.resolve(answer);
  }

  onConnected(): void {
    this.#isConnected = true;
    // Not before: the sound may need an encoder, which is not for viewers that never come.
    if (this.#hasSound) this.#parts.feed.addListener(this);
  }

  /** The connection is over in the process; `error` for the viewer that still waits for its answer. */
  end(error: Error): void {
    this.#answer.reject(error);
    this.close();
  }

  /** Ends the connection. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) timer.cancel();
    const { peerId, child, feed, onClosed } = this.#parts;
    child.send({ type: "peerClose", peerId });
    feed.remove(this);
    onClosed();
    this.#answer.promise.catch(() => undefined);
    this.#answer.reject(fail("stream_not_ready", "stream: has just ended. Try again"));
  }
}
