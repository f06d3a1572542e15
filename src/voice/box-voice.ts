import { omitUndefined } from "../base/core/omit-undefined.ts";
import { fail } from "../base/contract/fail.ts";
import { speakerWire } from "./speaker-wire.ts";
import type { Clock, Timer } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import { Loudspeaker, type SpeechEnd } from "./loudspeaker.ts";
import type { AudioSink, LocalVoice, Synthesizer, Usable } from "./speech-port.ts";

/** The parts of the box's voice. */
export interface BoxVoiceParts {
  synthesizer: Synthesizer;
  /** The first one is the default. */
  speakers: readonly { name: string; open(): Promise<AudioSink> }[];
  /** A voice's id, or `auto` for one of `locale`. */
  voice: string;
  locale: string;
  wordsPerMinute: number;
  clock: Clock;
  log: Logger;
}

/** A text to announce. */
export interface SpokenText {
  text: string;
  /** The default when absent. */
  speaker?: string | undefined;
  isCritical?: boolean;
  /** BCP 47; the configured voice when absent. */
  language?: string | undefined;
}

/** The interval between checks of the synthesizer. */
const lookMs = 60_000;

/** The box's own voice: text to speech without any network, through the loudspeakers of the site. */
export class BoxVoice implements Part {
  readonly #parts: BoxVoiceParts;
  readonly #speakers = new Map<string, Loudspeaker>();
  #state: Usable = { available: false, reason: "the box is starting" };
  #timer: Timer | undefined;

  constructor(parts: BoxVoiceParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { clock, log, speakers } = this.#parts;
    for (const { name, open } of speakers) {
      this.#speakers.set(name, new Loudspeaker({ name, sink: await open(), clock, log }));
    }
    await this.#look();
    this.#timer = clock.every(lookMs, () => void this.#look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await Promise.all([...this.#speakers.values()].map((each) => each.close()));
  }

  /** True when the box can make speech at all. */
  canSpeak(): Usable {
    return this.#state;
  }

  /** Returns the availability of announcements through the loudspeaker, and its output. */
  usable(speaker?: string): (Usable & { available: false }) | { available: true; sink: string } {
    const found = this.#speaker(speaker);
    if (!found) {
      return {
        available: false,
        reason: `the site has no loudspeaker ${speaker}. Add it to voice.speakers`,
      };
    }
    return this.#state.available ? { available: true, sink: found.state().sink } : this.#state;
  }

  /**
   * Queues the text for its loudspeaker; resolves with the outcome. Throws `speech_unavailable` when the box cannot speak,
   * and `overloaded` when the queue is full.
   */
  say({ text, speaker, isCritical = false, language }: SpokenText): Promise<SpeechEnd> {
    const usable = this.usable(speaker);
    if (!usable.available) throw fail("speech_unavailable", usable.reason);
    return this.#speaker(speaker)!.say({
      text,
      isCritical,
      synthesize: async (signal) =>
        await this.speak(text, { signal, ...omitUndefined({ language }) }),
    });
  }

  /** Returns the text as a WAV file; `voiceId` and `language` choose the voice. Fails as `Synthesizer.speak`. */
  async speak(
    text: string,
    how: { voiceId?: string; language?: string; signal?: AbortSignal } = {},
  ): Promise<Buffer> {
    const { synthesizer, wordsPerMinute, signal } = { ...this.#parts, ...how };
    const voiceId = how.voiceId ?? (await this.voiceFor(how.language));
    return await synthesizer.speak({
      text,
      voiceId,
      wordsPerMinute,
      ...omitUndefined({ signal }),
    });
  }

  /** Returns the configured voice, or one of the language (the site's when absent), else an English one. */
  async voiceFor(language?: string): Promise<string> {
    const { synthesizer, voice, locale } = this.#parts;
    if (language === undefined && voice !== "auto") return voice;
    const voices = await synthesizer.voices();
    const found = ofLanguage(voices, language ?? locale) ?? ofLanguage(voices, "en") ?? voices[0];
    return found?.id ?? "espeak:en-gb";
  }

  voices(): Promise<readonly LocalVoice[]> {
    return this.#parts.synthesizer.voices();
  }

  /** Returns the state for `GET /api/v1/system`. */
  describe() {
    const { available, reason } = this.#state;
    return {
      speech: { available, reason },
      speakers: [...this.#speakers.values()].map((each) => speakerWire(each.state())),
    };
  }

  #speaker(name?: string): Loudspeaker | undefined {
    return name === undefined ? this.#speakers.values().next().value : this.#speakers.get(name);
  }

  async #look(): Promise<void> {
    const before = this.#state;
    this.#state = await this.#parts.synthesizer.state();
    if (before.reason !== this.#state.reason && !this.#state.available) {
      this.#parts.log.warn({ reason: this.#state.reason }, "the box cannot speak");
    }
  }
}

/** Returns the voice whose language fits best: the same, then one that begins the same way. */
function ofLanguage(voices: readonly LocalVoice[], language: string): LocalVoice | undefined {
  const tag = language.toLowerCase();
  const [base = ""] = tag.split("-", 1);
  const has = (voice: LocalVoice, tag: string): boolean => voice.languages.includes(tag);
  return (
    voices.find((voice) => has(voice, tag)) ??
    voices.find((voice) => voice.languages[0] === base) ??
    voices.find((voice) => has(voice, base))
  );
}
