/** Whether something of the box can be used, with what to do where it cannot. */
export type Usable = { available: true; reason: null } | { available: false; reason: string };

/** A voice of the synthesizer. */
export interface LocalVoice {
  /** Such as `espeak:en-gb`. */
  id: string;
  name: string;
  languages: readonly string[];
  gender: string | null;
}

/** A text to be spoken. */
export interface Utterance {
  /** Plain text of at most 2000 characters; control characters are spaces. */
  text: string;
  /** Id of a voice of `voices`. */
  voiceId: string;
  wordsPerMinute: number;
  signal?: AbortSignal;
}

/** Makes speech on the box itself. */
export interface Synthesizer {
  /** Looks whether it can work; cheap. */
  state(): Promise<Usable>;
  /** What it really has; empty while it cannot work. */
  voices(): Promise<readonly LocalVoice[]>;
  /**
   * A WAV file with sound header (PCM, 16 bit, mono). Fails with `speech_unavailable` where it cannot
   * work, with `voice_unknown`, and with the reason of `signal`.
   */
  speak(utterance: Utterance): Promise<Buffer>;
}

/** What one loudspeaker plays through. */
export interface AudioSink {
  /** `alsa`, or `file` where sound is kept as files because nothing can play it. */
  readonly kind: "alsa" | "file";
  /** What there is to say to a technician; for a file sink why, and where the files are. */
  readonly note: string | null;
  /**
   * Plays the WAV file to its end, or until `signal` aborts; resolves after either. Fails with
   * `speaker_failed` and the device's own words.
   */
  play(wav: Uint8Array, signal: AbortSignal): Promise<void>;
}
