import { fail } from "../base/contract/fail.ts";
import type { Clock } from "../base/core/clock.ts";
import { describeError, GatehouseError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import type { AudioSink } from "./speech-port.ts";
import type { SpeakerState } from "./speaker-wire.ts";

/** An announcement. */
export interface Announcement {
  text: string;
  /** A critical one interrupts the current one and goes before the whole queue. */
  isCritical: boolean;
  /** Makes the sound when its turn comes. */
  synthesize(signal: AbortSignal): Promise<Uint8Array>;
}

/** The parts of one loudspeaker. */
export interface LoudspeakerParts {
  name: string;
  sink: AudioSink;
  clock: Clock;
  log: Logger;
}

/** The outcome of an announcement; the reason of a failure is a code, then words. */
export interface SpeechEnd {
  state: "succeeded" | "failed";
  reason: string | null;
}

interface QueuedAnnouncement extends Announcement {
  atMs: number;
  end(end: SpeechEnd): void;
}

const spoken: SpeechEnd = { state: "succeeded", reason: null };
const cut = failedBy("speech_failed", "a critical announcement came first");
const tooOld = failedBy("speech_failed", "its turn did not come within 60 s");
const closing = failedBy("shutting_down", "the box stopped before its turn");

function failedBy(code: string, words: string): SpeechEnd {
  return { state: "failed", reason: `${code}: ${words}` };
}

/** Length of the queue; beyond it, an announcement is refused, and a critical one pushes out the oldest ordinary one. */
const maxWaiting = 16;
/** An announcement that waits longer than this is dropped, in milliseconds. */
const maxAgeMs = 60_000;

/** One loudspeaker: plays one announcement after the other. */
export class Loudspeaker {
  readonly #parts: LoudspeakerParts;
  #waiting: QueuedAnnouncement[] = [];
  #now: { announcement: QueuedAnnouncement; stop: AbortController } | undefined;
  #isClosed = false;
  #running: Promise<void> | undefined;
  readonly #counts = { spoken: 0, interrupted: 0, refused: 0, expired: 0, failed: 0 };
  #lastProblem: string | null = null;

  constructor(parts: LoudspeakerParts) {
    this.#parts = parts;
  }

  /**
   * Queues an announcement; resolves when it has been played, or will not be. Throws `overloaded` when the
   * queue is full.
   */
  say(announcement: Announcement): Promise<SpeechEnd> {
    if (this.#isClosed)
      throw fail("shutting_down", "announcement: the appliance is stopping. Try again in a minute");
    const { promise: ended, resolve: end } = Promise.withResolvers<SpeechEnd>();
    const queued = { ...announcement, atMs: this.#parts.clock.monoMs(), end };
    if (this.#waiting.length >= maxWaiting) this.#makeRoom(queued);
    if (queued.isCritical) {
      const at = this.#waiting.findIndex(({ isCritical }) => !isCritical);
      this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, queued);
      if (this.#now && !this.#now.announcement.isCritical) this.#now.stop.abort();
    } else this.#waiting.push(queued);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return ended;
  }

  /** Returns the present state and the counts since the start. */
  state(): SpeakerState {
    const { name, sink } = this.#parts;
    return {
      name,
      sink: sink.kind,
      note: sink.note,
      isSpeaking: this.#now !== undefined,
      waiting: this.#waiting.length,
      ...this.#counts,
      lastProblem: this.#lastProblem,
    };
  }

  /** Stops the sound at once and drops the queue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { end } of this.#waiting.splice(0)) end(closing);
    this.#now?.stop.abort();
    await this.#running;
  }

  #makeRoom({ isCritical }: QueuedAnnouncement): void {
    this.#counts.refused += 1;
    const at = this.#waiting.findIndex((each) => !each.isCritical);
    if (!isCritical || at === -1) {
      const message = `announcement: ${maxWaiting} others wait for the loudspeaker. Try again later`;
      throw fail("overloaded", message, { retryAfterSec: 5 });
    }
    for (const { end } of this.#waiting.splice(at, 1)) end(cut);
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (this.#parts.clock.monoMs() - next.atMs > maxAgeMs) {
        this.#counts.expired += 1;
        next.end(tooOld);
      } else next.end(await this.#speak(next));
    }
  }

  async #speak(announcement: QueuedAnnouncement): Promise<SpeechEnd> {
    const stop = new AbortController();
    this.#now = { announcement, stop };
    try {
      const wav = await announcement.synthesize(stop.signal);
      await this.#parts.sink.play(wav, stop.signal);
      if (stop.signal.aborted) return this.#interrupted();
      this.#counts.spoken += 1;
      this.#lastProblem = null;
      return spoken;
    } catch (error) {
      return stop.signal.aborted ? this.#interrupted() : this.#failed(error);
    } finally {
      this.#now = undefined;
    }
  }

  #interrupted(): SpeechEnd {
    this.#counts.interrupted += 1;
    return this.#isClosed ? closing : cut;
  }

  #failed(error: unknown): SpeechEnd {
    const { name, log } = this.#parts;
    this.#counts.failed += 1;
    this.#lastProblem = describeError(error);
    log.warn({ speaker: name, error: this.#lastProblem }, "an announcement was not spoken");
    const { code, message } = GatehouseError.find(error) ?? { code: "speech_failed", message: "" };
    return failedBy(code, message || "the loudspeaker failed");
  }
}
