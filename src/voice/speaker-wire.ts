import type { SpeakerWire } from "./wire/speaker.ts";

/** The state of a loudspeaker, with counts since the start. */
export interface SpeakerState extends Omit<SpeakerWire, "is_speaking" | "last_problem"> {
  isSpeaking: boolean;
  lastProblem: string | null;
}

/** Returns the state of a loudspeaker on the wire. */
export function speakerWire({ isSpeaking, lastProblem, ...state }: SpeakerState): SpeakerWire {
  return { ...state, is_speaking: isSpeaking, last_problem: lastProblem };
}
