/** The availability of a part of the box, with the remedy when it is unavailable. */
export type Usable = { available: true; reason: null } | { available: false; reason: string };

/** A voice of the synthesizer. */
export interface LocalVoice {
  /** Such as `espeak:en-gb`. */
  id: string;
  name: string;
  languages: readonly string[];
  gender: string | null;
}

/** A text to speak. */
export interface Utterance {
  /** Plain text of at most 2000 characters; control characters become spaces. */
  text: string;
  /** Id of a voice of `voices`. */
  voiceId: string;
  wordsPerMinute: number;
  signal?: AbortSignal;
}

/** Makes speech on the box itself. */
export interface Synthesizer {
  /** Checks whether it can work; cheap. */
  state(): Promise<Usable>;
  /** The installed voices; empty while it cannot work. */
  voices(): Promise<readonly LocalVoice[]>;
  /**
   * Returns a WAV file with sound header (PCM, 16 bit, mono). Fails with `speech_unavailable` where it cannot
   * work, with `voice_unknown`, and with the reason of `signal`.
   */
  speak(utterance: Utterance): Promise<Buffer>;
}

/** The output of one loudspeaker. */
export interface AudioSink {
  /** `alsa`, or `file` where nothing can play sound and files store it. */
  readonly kind: "alsa" | "file";
  /** A note for technicians; for a file sink the reason, and the folder of the files. */
  readonly note: string | null;
  /**
   * Plays the WAV file to its end, or until `signal` aborts; resolves after either. Fails with
   * `speaker_failed` and the device's message.
   */
  play(wav: Uint8Array, signal: AbortSignal): Promise<void>;
}
