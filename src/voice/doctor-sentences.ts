/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const voiceSentences = {
  speech: "the box's own voice",
  "speech.none": "espeak-ng is not installed, and no setting needs it",
  "speech.missing": "espeak-ng is not installed: the box cannot speak",
  "speech.silent": "aplay is not installed: loudspeakers stay silent",
  "speech.fix": "Run apt-get install espeak-ng alsa-utils.",
  "speech.there": "espeak-ng is installed",
} as const;
