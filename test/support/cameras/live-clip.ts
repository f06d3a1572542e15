import { shiftFragment, timescaleOf } from "../../../src/cameras/recording/fragment-boxes.ts";
import { type Fragment, soundOf } from "../../../src/cameras/source.ts";
import type { OpenVideo, VideoSink } from "../../../src/base/core/own-video.ts";
import type { Clip } from "./video-fragments.ts";

/** A clip that plays in real time, over and over on one time line, to any number of sinks. */
export class LiveClip {
  readonly #clip: Clip;
  readonly #mimeCodec: string;
  readonly #lengthSec: number;
  readonly #sinks = new Set<VideoSink>();
  #gop: Fragment[] = [];
  #sent = 0;
  #isMuted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(clip: Clip, mimeCodec: string, fps: number) {
    this.#clip = clip;
    this.#mimeCodec = mimeCodec;
    this.#lengthSec = clip.fragments.length / fps;
    this.#timer = setInterval(() => this.#sendNext(), 1000 / fps);
  }

  /** Sinks that are open. */
  get readers(): number {
    return this.#sinks.size;
  }

  /** Frames until now. */
  get sent(): number {
    return this.#sent;
  }

  /** Starts with the newest key frame, after this call, as cameras do. */
  open(sink: VideoSink): OpenVideo {
    const gop = this.#gop.slice();
    queueMicrotask(() => {
      for (const fragment of gop) sink.onFragment(fragment);
    });
    this.#sinks.add(sink);
    const burstBytes = gop.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const close = (): void => void this.#sinks.delete(sink);
    const origin = { track: "main", generation: this.#clip.init.generation } as const;
    const video = { origin, mimeCodec: this.#mimeCodec, burstBytes, close };
    const sound = this.#isMuted ? undefined : soundOf(this.#clip.init);
    if (!sound) return { ...video, header: this.#clip.init.bytes };
    return { ...video, header: sound.header, sound };
  }

  /** The camera's connection ends for all sinks. */
  disconnect(): void {
    const sinks = [...this.#sinks];
    this.#sinks.clear();
    for (const sink of sinks) sink.onEnd();
  }

  /** The camera connects again without its sound. */
  mute(): void {
    this.#isMuted = true;
    this.disconnect();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sendNext(): void {
    const { fragments } = this.#clip;
    const next = fragments[this.#sent % fragments.length]!;
    const round = Math.floor(this.#sent / fragments.length);
    this.#sent += 1;
    const ptsSec = next.ptsSec + round * this.#lengthSec;
    const fragment = { ...next, ptsSec, wallMs: Date.now(), ...this.#soundOf(next, round) };
    if (fragment.key) this.#gop = [];
    this.#gop.push(fragment);
    for (const sink of this.#sinks) sink.onFragment(fragment);
  }

  #soundOf({ sound }: Fragment, round: number): Pick<Fragment, "sound"> {
    if (!sound || this.#isMuted) return {};
    const copy = Buffer.from(sound);
    shiftFragment(copy, round * this.#lengthSec * timescaleOf(this.#clip.init.bytes));
    return { sound: copy };
  }
}
