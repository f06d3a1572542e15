/** Samples per second. */
export const drawnHz = 16_000;

/** Numbers from 0 to 1 that are the same in each run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An alarm: its pattern, and how far its times and tone are from the norm. */
export interface DrawnAlarm {
  pattern: "T3" | "T4";
  frequencyHz: number;
  /** A low tone sounds as a square wave (NFPA 72 18.4.6.3), a high one as a sine. */
  isSquare: boolean;
  /** Factors of pulses, pauses and pauses between groups; the norm allows 0.9 to 1.1. */
  pulseScale: number;
  pauseScale: number;
  groupScale: number;
  /** Share of the tone that a room's echo keeps after 0.1 s. */
  echo: number;
}

const shapes = {
  T3: { pulses: 3, pulseSec: 0.5, pauseSec: 0.5, groupSec: 1.5 },
  T4: { pulses: 4, pulseSec: 0.1, pauseSec: 0.1, groupSec: 5 },
} as const;

/** An alarm of `seconds` that begins after `startSec`, with an amplitude of 1. */
export function drawAlarm(alarm: DrawnAlarm, seconds: number, startSec = 1): Float32Array {
  const { pulses, pulseSec, pauseSec, groupSec } = shapes[alarm.pattern];
  const samples = new Float32Array(seconds * drawnHz);
  let atSec = startSec;
  while (atSec < seconds) {
    for (let pulse = 0; pulse < pulses; pulse += 1) {
      const endSec = atSec + pulseSec * alarm.pulseScale;
      drawPulse(samples, alarm, { atSec, endSec });
      const isLast = pulse === pulses - 1;
      atSec = endSec + (isLast ? groupSec * alarm.groupScale : pauseSec * alarm.pauseScale);
    }
  }
  return samples;
}

function drawPulse(
  samples: Float32Array,
  { frequencyHz, isSquare, echo }: DrawnAlarm,
  { atSec, endSec }: { atSec: number; endSec: number },
): void {
  const from = Math.round(atSec * drawnHz);
  const to = Math.round(endSec * drawnHz);
  const tail = echo > 0 ? drawnHz : 0;
  for (let n = from; n < Math.min(samples.length, to + tail); n += 1) {
    const wave = Math.sin((2 * Math.PI * frequencyHz * n) / drawnHz);
    const value = isSquare ? Math.sign(wave) * 0.7 : wave;
    const faded = n < to ? 1 : echo ** ((n - to) / (0.1 * drawnHz));
    samples[n] = samples[n]! + value * faded;
  }
}

/** Kinds of background that the tests and the bench draw. */
export type Background = "speech" | "music" | "traffic";

/** Sound of a kind: not a recording, but with the spectrum and the rhythm of one. */
export function drawBackground(
  kind: Background,
  seconds: number,
  random: () => number,
): Float32Array {
  const samples = new Float32Array(seconds * drawnHz);
  if (kind === "speech") drawSpeech(samples, random);
  else if (kind === "music") drawMusic(samples, random);
  else drawTraffic(samples, random);
  return samples;
}

/** Syllables of a voice: harmonics under two formants, a hiss in between, and pauses between phrases. */
function drawSpeech(samples: Float32Array, random: () => number): void {
  for (let at = 0; at < samples.length;) {
    const length = Math.round((0.08 + random() * 0.22) * drawnHz);
    const isHiss = random() < 0.25;
    const pitchHz = 90 + random() * 160;
    const formantsHz = [300 + random() * 600, 900 + random() * 1600];
    for (let n = 0; n < length && at + n < samples.length; n += 1) {
      const envelope = Math.sin((Math.PI * n) / length);
      samples[at + n] =
        envelope * (isHiss ? (random() - 0.5) * 0.5 : voiceAt(at + n, pitchHz, formantsHz));
    }
    at += length + Math.round((random() < 0.15 ? 0.3 + random() : random() * 0.06) * drawnHz);
  }
}

function voiceAt(n: number, pitchHz: number, formantsHz: readonly number[]): number {
  let sum = 0;
  for (let harmonic = 1; harmonic * pitchHz < 4000; harmonic += 1) {
    const hz = harmonic * pitchHz;
    const gain = formantsHz.reduce(
      (most, one) => Math.max(most, 1 / (1 + ((hz - one) / 150) ** 2)),
      0.05,
    );
    sum += gain * Math.sin((2 * Math.PI * hz * n) / drawnHz);
  }
  return sum * 0.3;
}

/** Chords and a melody on a grid of beats, each note with overtones, and a drum. */
function drawMusic(samples: Float32Array, random: () => number): void {
  const beatSec = 60 / (70 + random() * 100);
  const beats = Math.ceil(samples.length / drawnHz / beatSec);
  for (let beat = 0; beat < beats; beat += 1) {
    const from = Math.round(beat * beatSec * drawnHz);
    const notes = 1 + Math.floor(random() * 4);
    for (let note = 0; note < notes; note += 1) {
      const hz = 110 * 2 ** (Math.floor(random() * 60) / 12);
      const lengthSec = beatSec * [0.5, 1, 1, 2][Math.floor(random() * 4)]!;
      addNote(samples, { from, hz, lengthSec, gain: 0.15 + random() * 0.2 });
    }
    for (let n = 0; n < 800 && from + n < samples.length; n += 1)
      samples[from + n]! += (random() - 0.5) * Math.exp(-n / 200);
  }
}

function addNote(
  samples: Float32Array,
  { from, hz, lengthSec, gain }: { from: number; hz: number; lengthSec: number; gain: number },
): void {
  const length = Math.round(lengthSec * drawnHz);
  for (let n = 0; n < length && from + n < samples.length; n += 1) {
    const envelope = Math.min(1, n / 200) * Math.exp((-2 * n) / length);
    for (let overtone = 1; overtone <= 4 && overtone * hz < 7500; overtone += 1) {
      const wave = Math.sin((2 * Math.PI * overtone * hz * n) / drawnHz);
      samples[from + n] = samples[from + n]! + (gain * envelope * wave) / overtone;
    }
  }
}

/** Low noise that swells as vehicles pass, an engine's hum, and now and then a horn or a reversing beeper. */
function drawTraffic(samples: Float32Array, random: () => number): void {
  let low = 0;
  let swell = 0.5;
  for (let n = 0; n < samples.length; n += 1) {
    if (n % 1600 === 0) swell = Math.min(1, Math.max(0.1, swell + (random() - 0.5) * 0.2));
    low += 0.08 * ((random() - 0.5) * 2 - low);
    const hum = Math.sin((2 * Math.PI * 85 * n) / drawnHz) * 0.1;
    samples[n] = swell * (low * 2 + hum + (random() - 0.5) * 0.05);
  }
  for (let at = 0; at < samples.length; at += drawnHz * 20) {
    if (random() < 0.5) {
      addNote(samples, {
        from: at,
        hz: 380 + random() * 150,
        lengthSec: 0.3 + random(),
        gain: 0.5,
      });
      continue;
    }
    const hz = 1000 + random() * 1800;
    for (let beep = 0; beep < 8; beep += 1)
      addBeep(samples, { from: at + beep * drawnHz, hz, lengthSec: 0.5 });
  }
}

function addBeep(
  samples: Float32Array,
  { from, hz, lengthSec }: { from: number; hz: number; lengthSec: number },
): void {
  const to = Math.min(samples.length, from + lengthSec * drawnHz);
  for (let n = from; n < to; n += 1)
    samples[n] = samples[n]! + 0.4 * Math.sin((2 * Math.PI * hz * n) / drawnHz);
}

/**
 * Adds the alarm to the background so that the tone's power is `snrDb` above the power of the background.
 */
export function mix(alarm: Float32Array, background: Float32Array, snrDb: number): Float32Array {
  const tonePower = powerOf(alarm.filter((value) => value !== 0));
  const gain = Math.sqrt((powerOf(background) * 10 ** (snrDb / 10)) / tonePower);
  const mixed = background.map((value, n) => value + gain * alarm[n]!);
  const most = mixed.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  return mixed.map((value) => (value / most) * 0.5);
}

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
}
