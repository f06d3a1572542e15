/** One camera's sound on its way to a listener inside the box. */
export interface PcmRun {
  /** Starts with the header of another run of video (`InitSound.header`). */
  begin(header: Uint8Array): void;
  /** Takes the sound of a frame (`Fragment.sound`); never waits, and drops what the decoder does not take. */
  push(sound: Uint8Array): void;
  /** Ends the decoder. Idempotent. */
  close(): Promise<void>;
}

/** Decodes the sound of cameras. */
export interface PcmDecoder {
  /** `onSamples` receives 16 000 samples a second of one channel, from −1 to 1; the array is the receiver's. */
  open(onSamples: (samples: Float32Array) => void): PcmRun;
}
