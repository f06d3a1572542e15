import { soundPair, type SoundSample } from "./sound-boxes.ts";
import { silentFrame, type SoundFormat, type SoundFrame } from "./sound-format.ts";
import type { TimedFrames } from "./depacketize.ts";

/** Times that differ by less than this are jitter of the camera's clock: frames follow each other. */
const jitterSec = 0.06;
/** The part of such a difference by which a frame becomes longer or shorter, so that sound and video come in step. */
const followedPart = 0.1;
/** Most by which a frame becomes longer or shorter, as a part of its length; nobody hears it. */
const maxStretch = 0.02;
/** Silence stands for sound that is later than this behind the video. */
const lateSec = 2;
/** Silence ends this far behind the video, so that sound that comes again has a place. */
const leadSec = 0.5;
/** Sound that is further than this from its frame of video has a wrong time, and is left out. */
const farSec = 30;
/** Most bytes of coded sound that wait for the next frame of video; beyond them the oldest give way. */
const maxWaitingBytes = 512 * 1024;

/**
 * The sound of one run of video as samples of an MP4 track: without a gap and without an overlap, because players
 * stop at the first gap. Lost sound, and a microphone that sends nothing, become silence.
 */
export class SoundTrack {
  readonly #format: SoundFormat;
  #timescale = 0;
  readonly #waiting: TimedFrames[] = [];
  #waitingBytes = 0;
  /** Where the written sound ends, in ticks; undefined before the first frame of video. */
  #endTicks: number | undefined;
  /** The exact end in seconds: ticks are rounded. */
  #endSec = 0;

  constructor(format: SoundFormat) {
    this.#format = format;
  }

  /** Sets the ticks per second of the track. Call it once, before the first `take`. */
  begin(timescale: number): void {
    this.#timescale = timescale;
  }

  /** Takes the next frames of the camera. */
  push(timed: TimedFrames): void {
    this.#waiting.push(timed);
    this.#waitingBytes += bytesOf(timed);
    while (this.#waitingBytes > maxWaitingBytes)
      this.#waitingBytes -= bytesOf(this.#waiting.shift()!);
  }

  /**
   * Returns the sound that came since the last call as one `moof` + `mdat` pair, for the frame of video at `ptsSec`;
   * undefined without any. The first call sets the start: earlier sound is left out.
   */
  take(ptsSec: number): Buffer | undefined {
    if (this.#endTicks === undefined) {
      this.#endSec = ptsSec;
      this.#endTicks = Math.round(ptsSec * this.#timescale);
    }
    const startTicks = this.#endTicks;
    const samples: SoundSample[] = [];
    for (const timed of this.#waiting.splice(0)) {
      if (Math.abs(timed.mediaSec - ptsSec) <= farSec) this.#place(timed, samples);
    }
    this.#waitingBytes = 0;
    if (this.#endSec < ptsSec - lateSec) this.#fill(ptsSec - leadSec, samples);
    return samples.length === 0 ? undefined : soundPair(startTicks, samples);
  }

  #place({ mediaSec, frames }: TimedFrames, samples: SoundSample[]): void {
    let atSec = mediaSec;
    for (const frame of frames) {
      const durationSec = frame.samples / this.#format.rateHz;
      if (atSec > this.#endSec + jitterSec) this.#fill(atSec, samples);
      const lateSec = atSec - this.#endSec;
      if (lateSec >= -jitterSec) samples.push(this.#next(frame, stretchOf(lateSec, durationSec)));
      atSec += durationSec;
    }
  }

  /** Adds silence up to `untilSec`; the last frame of it is as long as the rest of the gap. */
  #fill(untilSec: number, samples: SoundSample[]): void {
    const silence = silentFrame(this.#format);
    const frameSec = silence.samples / this.#format.rateHz;
    while (untilSec - this.#endSec > frameSec / 2) {
      const left = untilSec - this.#endSec;
      const lengthSec = left < 2 * frameSec ? left : frameSec;
      samples.push(this.#next({ ...silence, samples: lengthSec * this.#format.rateHz }));
    }
  }

  #next({ bytes, samples }: SoundFrame, stretchSec = 0): SoundSample {
    this.#endSec += samples / this.#format.rateHz + stretchSec;
    const endTicks = Math.round(this.#endSec * this.#timescale);
    const durationTicks = endTicks - this.#endTicks!;
    this.#endTicks = endTicks;
    return { bytes, durationTicks };
  }
}

function stretchOf(lateSec: number, durationSec: number): number {
  const mostSec = maxStretch * durationSec;
  return Math.max(-mostSec, Math.min(mostSec, lateSec * followedPart));
}

function bytesOf({ frames }: TimedFrames): number {
  return frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
