import { Blocked, Crowded, messagesOf, Unplayable } from "./live-socket.ts";

/** The picture shall be this far behind the newest frame; Media Source players stall closer to it. */
const targetSec = 0.25;
/** Beyond this the player jumps instead of playing faster. */
const jumpSec = 1;
/** How much faster a player runs that is a little behind. */
const catchUpRate = 1.1;
const checkMs = 200;
/** Seconds of played video to keep. */
const keptSec = 5;
/** The player restarts when frames arrive this much later than the quickest one: the connection is too slow. */
const maxLateMs = 1500;
/** Without any byte for this long the answer is given up: cameras send several frames a second. */
const silentMs = 10_000;
const retryMs = { first: 300, most: 3000 };
const hevc = 'video/mp4; codecs="hvc1.1.6.L120.90"';

/** True when this browser can play a camera's own video. */
export const canPlayLive = "MediaSource" in window;

/** WebSockets do not get through so many times in a row, where ordinary answers do: a proxy bars them. */
const maxBlocked = 2;

/** The frame that a video shows, as the box knows it. */
export interface ShownFrame {
  track: "main" | "sub";
  generation: number;
  /** Seconds on the camera's own clock. */
  media_time: number;
}

type Origin = Pick<ShownFrame, "track" | "generation">;

/** What the box said about the video that each element plays. */
const origins = new WeakMap<HTMLVideoElement, Origin>();

/** Calls `onFrame` for each frame that `video` shows, where the browser says so; returns what ends that. */
export function watchFrames(
  video: HTMLVideoElement,
  onFrame: (frame: ShownFrame) => void,
): () => void {
  if (!("requestVideoFrameCallback" in video)) return () => undefined;
  const next = (_: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
    const origin = origins.get(video);
    if (origin) onFrame({ ...origin, media_time: mediaTime });
    handle = video.requestVideoFrameCallback(next);
  };
  let handle = video.requestVideoFrameCallback(next);
  return () => video.cancelVideoFrameCallback(handle);
}

/** About the frame that `video` shows now, for browsers that report none; undefined before the first. */
export function shownFrame(video: HTMLVideoElement): ShownFrame | undefined {
  const origin = origins.get(video);
  if (!origin || video.readyState < video.HAVE_CURRENT_DATA || video.seeking) return undefined;
  return { ...origin, media_time: video.currentTime };
}

/** What a player may find out; it is over then. */
export interface VideoTroubles {
  /** This video cannot be played, and why. */
  onUnplayable: (reason: string) => void;
  /** Others have taken the places on the box: to be tried again later. */
  onCrowded: () => void;
}

/**
 * Plays a camera's own video in `video`, close to the newest frame. It asks again when the camera
 * comes back with another format or the connection breaks, until it is closed or cannot go on.
 */
export class LivePlayer {
  readonly #video: HTMLVideoElement;
  readonly #address: string;
  readonly #troubles: VideoTroubles;
  readonly #stop = new AbortController();
  readonly #media = new MediaSource();
  readonly #url = URL.createObjectURL(this.#media);
  readonly #timer: ReturnType<typeof setInterval>;
  #buffer: SourceBuffer | undefined;
  #earliestMs = Infinity;
  #blocked = 0;

  /** `address` is that of the stream's `live-video.mp4`, with a query or without. */
  constructor(video: HTMLVideoElement, address: string, troubles: VideoTroubles) {
    this.#video = video;
    this.#troubles = troubles;
    const codecs = MediaSource.isTypeSupported(hevc) ? "any" : "h264";
    this.#address = `${address}${address.includes("?") ? "&" : "?"}codecs=${codecs}`;
    video.src = this.#url;
    this.#timer = setInterval(() => this.#keepUp(), checkMs);
    void this.#run();
  }

  /** Lets go of the connection and of the picture. */
  close(): void {
    this.#stop.abort();
    clearInterval(this.#timer);
    URL.revokeObjectURL(this.#url);
    this.#video.removeAttribute("src");
    this.#video.load();
  }

  async #run(): Promise<void> {
    let delayMs = retryMs.first;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#playOnce();
        delayMs = retryMs.first;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (error instanceof Unplayable) {
          this.#troubles.onUnplayable(error.message);
          return;
        }
        if (error instanceof Crowded) {
          this.#troubles.onCrowded();
          return;
        }
        delayMs = Math.min(retryMs.most, delayMs * 2);
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** One answer of the box: one header and what belongs to it. */
  async #playOnce(): Promise<void> {
    const attempt = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, attempt.signal]);
    let silence = setTimeout(() => attempt.abort(), silentMs);
    let buffer: SourceBuffer | undefined;
    try {
      for await (const part of messagesOf(this.#address, { signal })) {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), silentMs);
        this.#blocked = 0;
        if (typeof part === "string") buffer = await this.#begin(headOf(part));
        else if (buffer) await this.#append(buffer, part);
        if (buffer && this.#isLate(buffer)) return;
      }
    } catch (error) {
      if (error instanceof Blocked && (this.#blocked += 1) >= maxBlocked) {
        throw new Unplayable(error.message);
      }
      throw error;
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
  }

  /** Makes room for other video; the last picture stays until the next one is there. */
  async #begin({ content_type: type, track, generation }: Head): Promise<SourceBuffer> {
    if (!MediaSource.isTypeSupported(type)) throw new Unplayable(type);
    if (this.#media.readyState !== "open") await once(this.#media, "sourceopen");
    this.#earliestMs = Infinity;
    origins.delete(this.#video);
    const origin = { track, generation };
    if (this.#buffer === undefined) {
      origins.set(this.#video, origin);
      this.#buffer = this.#media.addSourceBuffer(type);
      return this.#buffer;
    }
    // Ends what is half appended of the answer before.
    this.#buffer.abort();
    this.#buffer.changeType(type);
    this.#buffer.remove(0, Infinity);
    await once(this.#buffer, "updateend");
    origins.set(this.#video, origin);
    return this.#buffer;
  }

  async #append(buffer: SourceBuffer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    buffer.appendBuffer(bytes);
    await once(buffer, "updateend");
    this.#keepUp();
    const { buffered } = buffer;
    const oldSec = this.#video.currentTime - keptSec;
    if (buffered.length > 0 && oldSec - buffered.start(0) > keptSec) {
      buffer.remove(0, oldSec);
      await once(buffer, "updateend");
    }
  }

  /** True when frames arrive with growing delay: the answer has fallen behind. */
  #isLate({ buffered }: SourceBuffer): boolean {
    if (buffered.length === 0) return false;
    const offsetMs = performance.now() - buffered.end(buffered.length - 1) * 1000;
    this.#earliestMs = Math.min(this.#earliestMs, offsetMs);
    return offsetMs - this.#earliestMs > maxLateMs;
  }

  /** Jumps or speeds up towards the newest frame. */
  #keepUp(): void {
    const video = this.#video;
    const { buffered } = video;
    if (buffered.length === 0) return;
    const last = buffered.length - 1;
    // A seek to where no video is (any more) would wait for ever.
    if (video.seeking && video.currentTime >= buffered.start(last)) return;
    const behindSec = buffered.end(last) - video.currentTime;
    if (behindSec > jumpSec || behindSec < 0 || video.currentTime < buffered.start(last)) {
      video.playbackRate = 1;
      video.currentTime = Math.max(buffered.start(last), buffered.end(last) - targetSec);
    } else if (behindSec > 2 * targetSec) video.playbackRate = catchUpRate;
    else if (behindSec <= targetSec) video.playbackRate = 1;
    // The browser refuses only while the page is hidden.
    if (video.paused) video.play().catch(() => {});
  }
}

/** The first message of the box's answer. */
type Head = Origin & { content_type: string };

function headOf(text: string): Head {
  return JSON.parse(text) as Head;
}

function once(target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ends = new AbortController();
    const { signal } = ends;
    const good = (): void => {
      ends.abort();
      resolve();
    };
    const bad = (): void => {
      ends.abort();
      reject(new Error("The video cannot be read."));
    };
    target.addEventListener(event, good, { signal });
    target.addEventListener("error", bad, { signal });
  });
}
