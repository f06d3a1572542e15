import { encodePng } from "../../base/core/png.ts";

/** Samples for the demo's triage: drawn and computed, not of a person. */

const pictureSidePx = 256;
const eegRateHz = 128;
const eegSec = 30;
const channels = ["EEG O1-REF", "EEG O2-REF", "EEG Cz-REF"];
/** Physical range of the recording in microvolts, positive and negative. */
const rangeMicrovolts = 3200;

/**
 * Returns a drawn patch of skin with a darker, uneven spot, as a PNG of 256 × 256 pixels; constant.
 */
export async function drawnLesion(): Promise<Buffer> {
  const noise = noiseOf(7);
  const bytes = Buffer.alloc(pictureSidePx * pictureSidePx * 3);
  for (let y = 0; y < pictureSidePx; y += 1) {
    for (let x = 0; x < pictureSidePx; x += 1) {
      const grain = (noise() - 0.5) * 14;
      const share = spotShare(x / pictureSidePx - 0.5, y / pictureSidePx - 0.5);
      const colour = [214, 168, 142].map((skin, at) => mix(skin, [92, 58, 44][at]!, share));
      for (const [at, value] of colour.entries()) {
        const byte = Math.max(0, Math.min(255, Math.round(value + grain)));
        bytes[(y * pictureSidePx + x) * 3 + at] = byte;
      }
    }
  }
  return await encodePng({ widthPx: pictureSidePx, heightPx: pictureSidePx, channels: 3, bytes });
}

/**
 * Returns thirty seconds of three computed EEG channels at 128 Hz as an EDF file: 10 Hz at the back
 * of the head, noise everywhere.
 */
export function computedEeg(): Buffer {
  const noise = noiseOf(11);
  const body = Buffer.alloc(eegSec * channels.length * eegRateHz * 2);
  let at = 0;
  for (let second = 0; second < eegSec; second += 1) {
    for (const label of channels) {
      const alpha = label.includes("EEG O") ? 30 : 8;
      for (let sample = 0; sample < eegRateHz; sample += 1) {
        const sec = second + sample / eegRateHz;
        const microvolts = alpha * Math.sin(2 * Math.PI * 10 * sec) + (noise() - 0.5) * 24;
        at = body.writeInt16LE(Math.round((microvolts / rangeMicrovolts) * 32_767), at);
      }
    }
  }
  return Buffer.concat([Buffer.from(edfHeader(), "latin1"), body]);
}

/** Returns the spot's coverage of the place, 0–1; its edge is uneven. */
function spotShare(x: number, y: number): number {
  const angle = Math.atan2(y, x);
  const radius = 0.23 + 0.03 * Math.sin(3 * angle) + 0.02 * Math.sin(7 * angle + 1);
  return Math.max(0, Math.min(1, (radius - Math.hypot(x, y)) / 0.03));
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/**
 * Returns a generator uniform in [0, 1), with the same series for the same seed (a linear
 * congruential generator of Numerical Recipes).
 */
function noiseOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the header of an EDF file (Kemp 1992): fixed columns of ASCII. */
function edfHeader(): string {
  const column = (width: number, of: (label: string) => string | number): string =>
    channels.map((label) => String(of(label)).padEnd(width)).join("");
  return [
    "0".padEnd(8),
    "X X X X".padEnd(80),
    "Startdate X X X X".padEnd(80),
    "01.01.2600.00.00",
    String(256 * (channels.length + 1)).padEnd(8),
    "".padEnd(44),
    String(eegSec).padEnd(8),
    "1".padEnd(8),
    String(channels.length).padEnd(4),
    column(16, (label) => label),
    column(80, () => "computed"),
    column(8, () => "uV"),
    column(8, () => -rangeMicrovolts),
    column(8, () => rangeMicrovolts),
    column(8, () => -32_768),
    column(8, () => 32_767),
    column(80, () => ""),
    column(8, () => eegRateHz),
    column(32, () => ""),
  ].join("");
}
