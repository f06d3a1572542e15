import type { PlacedSound } from "./read-sound.ts";

/** One camera's sound on its way to viewers that play only Opus. */
export interface OpusRun {
  /** Starts with the header of another run of video (`InitSound.header`). */
  begin(header: Uint8Array): void;
  /** Takes the sound of a frame (`Fragment.sound`); never waits, and drops what the encoder does not take. */
  push(sound: Uint8Array): void;
  /** Ends the encoder. Idempotent. */
  close(): Promise<void>;
}

/** Encodes the sound of cameras as Opus. */
export interface OpusEncoder {
  /**
   * `onFrames` receives packets of 20 ms on the media time of the video, after at most a few hundred milliseconds, and
   * none of an earlier run after `begin`.
   */
  open(onFrames: (frames: PlacedSound[]) => void): OpusRun;
}
