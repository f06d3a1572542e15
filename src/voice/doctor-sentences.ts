/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const voiceSentences = {
  speech: "the box's own voice",
  "speech.none": "it has none",
  "speech.missing": "there is no espeak-ng: nothing is said aloud",
  "speech.silent": "there is no aplay: loudspeakers stay silent",
  "speech.fix": "Run apt-get install espeak-ng alsa-utils.",
  "speech.there": "espeak-ng is there",
} as const;
