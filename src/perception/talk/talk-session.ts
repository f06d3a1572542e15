import type { Clock, Timer } from "../../base/core/clock.ts";
import type { TalkLine } from "../../cameras/talk/talk-port.ts";
import { TalkCoder, talkRateHz } from "../../cameras/talk/talk-coder.ts";
import { type TalkCloseReason, talkLimits, type TalkRateHz } from "./talk-terms.ts";

/** Receives the end of a talk that the box ended; `message` is for people. */
export interface TalkListener {
  onEnd(reason: TalkCloseReason, message: string): void;
}

/** The parts of one talk. */
export interface TalkSessionParts {
  clock: Clock;
  line: TalkLine;
  rateHz: TalkRateHz;
  listener: TalkListener;
  /** Called once, when the talk ends; `released` resolves when the camera is free. */
  onLeave(released: Promise<void>): void;
}

/** Shorter pauses between messages are the network's, not the talker's. */
const jitterMs = 200;

/**
 * One person talks to one camera: codes the sound, sends it at once, and ends the talk at its limits. Sound that a slow
 * network delivers in a burst reaches the camera half a second ahead at most; the rest is dropped.
 */
export class TalkSession {
  readonly #parts: TalkSessionParts;
  readonly #coder: TalkCoder;
  #beganMs = 0;
  #receivedMs = 0;
  /** Time on the box's clock up to which the camera has sound to play. */
  #playsUntilMs: number | undefined;
  #lease: Timer | undefined;
  #silence: Timer | undefined;
  #ended: Promise<void> | undefined;
  #dropped = 0;

  constructor(parts: TalkSessionParts) {
    this.#parts = parts;
    this.#coder = new TalkCoder(parts.line.codec, parts.rateHz);
  }

  /** Begins the talk: its time runs from now. */
  start(): void {
    const { clock } = this.#parts;
    this.#beganMs = clock.monoMs();
    const { longestMs } = talkLimits;
    this.#lease = clock.after(longestMs, () => {
      this.end("lease_expired", `A talk lasts at most ${longestMs / 1000} s`);
    });
    this.#awaitSound();
  }

  /** Packets that were dropped because they came in a burst. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes one message of the client. */
  hear(pcm: Buffer): void {
    if (this.#ended) return;
    if (pcm.length === 0 || pcm.length % 2 !== 0) {
      this.end("invalid_message", "A message has whole samples of 16 bits, at least one");
      return;
    }
    const nowMs = this.#parts.clock.monoMs();
    this.#receivedMs += (pcm.length / 2 / this.#parts.rateHz) * 1000;
    if (this.#receivedMs > nowMs - this.#beganMs + talkLimits.aheadMs) {
      this.end("rate_limited", `More than ${talkLimits.aheadMs} ms of sound ahead of its time`);
      return;
    }
    this.#awaitSound();
    for (const payload of this.#coder.push(pcm)) this.#send(payload, nowMs);
  }

  /** Ends the talk from this side; the listener learns it. Idempotent. */
  end(reason: TalkCloseReason, message: string): void {
    if (this.#ended) return;
    void this.leave();
    this.#parts.listener.onEnd(reason, message);
  }

  /** Ends the talk because the client has gone. Resolves when the camera is released. Idempotent. */
  leave(): Promise<void> {
    if (!this.#ended) {
      this.#lease?.cancel();
      this.#silence?.cancel();
      this.#ended = this.#parts.line.close();
      this.#parts.onLeave(this.#ended);
    }
    return this.#ended;
  }

  #awaitSound(): void {
    this.#silence?.cancel();
    const { silenceMs } = talkLimits;
    this.#silence = this.#parts.clock.after(silenceMs, () => {
      this.end("heartbeat_missed", `No sound for ${silenceMs / 1000} s`);
    });
  }

  #send(payload: Buffer, nowMs: number): void {
    const untilMs = this.#playsUntilMs ?? nowMs;
    const pauseMs = nowMs - untilMs > jitterMs ? nowMs - untilMs : 0;
    const nextMs = untilMs + pauseMs + (payload.length / talkRateHz) * 1000;
    if (nextMs - nowMs > talkLimits.aheadMs) {
      this.#dropped += 1;
      return;
    }
    this.#playsUntilMs = nextMs;
    const gapSamples = Math.round((pauseMs * talkRateHz) / 1000);
    this.#parts.line.send({ payload, gapSamples });
  }
}
