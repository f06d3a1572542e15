import type { VoiceWire } from "../contract/voice-answers.ts";
import type { BoxVoice } from "./box-voice.ts";
import type { VoiceProvider } from "./provider-port.ts";

/** Voices of the box, then those of each provider; what cannot be had says why. */
export async function allVoices(
  voice: BoxVoice,
  providers: readonly VoiceProvider[],
): Promise<readonly VoiceWire[]> {
  const own = await voice.voices();
  const { available, reason } = voice.canSpeak();
  const ofBox: VoiceWire[] = own.map(({ id, name, languages, gender }) => ({
    id,
    object: "voice.voice",
    name,
    languages,
    gender,
    source: "box",
    available,
    reason,
  }));
  const absent: VoiceWire[] = available || ofBox.length > 0 ? [] : [unlisted(reason)];
  const theirs = await Promise.all(providers.map((each) => each.voices()));
  return [...ofBox, ...absent, ...theirs.flat()];
}

/** Stands for the voices of a box that cannot speak. */
function unlisted(reason: string | null): VoiceWire {
  return {
    id: "espeak:unknown",
    object: "voice.voice",
    name: "Voices of the box",
    languages: [],
    gender: null,
    source: "box",
    available: false,
    reason,
  };
}
