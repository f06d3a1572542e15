import { fail } from "../../base/contract/fail.ts";

/** One second-order section: `b0 + b1 z⁻¹ + b2 z⁻²` over `1 + a1 z⁻¹ + a2 z⁻²`. */
export interface FilterSection {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Designs a digital Butterworth filter of even `order` as second-order sections, by the bilinear transform
 * with the cut-off frequency pre-warped (Oppenheim & Schafer, 7.1). −3 dB lies at `cutoffHz`, which must be
 * above 0 and below half the sample rate.
 */
export function butterworth(
  kind: "lowpass" | "highpass",
  design: { order: 2 | 4 | 6 | 8; cutoffHz: number; sampleRateHz: number },
): FilterSection[] {
  const { order, cutoffHz, sampleRateHz } = design;
  if (!(cutoffHz > 0 && cutoffHz < sampleRateHz / 2)) {
    throw fail(
      "internal_error",
      "the cut-off frequency must lie between 0 and half the sample rate",
    );
  }
  const warped = Math.tan((Math.PI * cutoffHz) / sampleRateHz);
  return Array.from({ length: order / 2 }, (_, index) => {
    // The damping of each pair of poles on the Butterworth circle.
    const damping = 2 * Math.sin((Math.PI * (2 * index + 1)) / (2 * order));
    const scale = 1 / (1 + damping * warped + warped * warped);
    const gain = (kind === "lowpass" ? warped * warped : 1) * scale;
    return {
      b0: gain,
      b1: kind === "lowpass" ? 2 * gain : -2 * gain,
      b2: gain,
      a1: 2 * (warped * warped - 1) * scale,
      a2: (1 - damping * warped + warped * warped) * scale,
    };
  });
}

/** Designs a second-order notch at `centreHz`; the −3 dB band is `centreHz / quality` wide. */
export function notch(centreHz: number, quality: number, sampleRateHz: number): FilterSection {
  const omega = (2 * Math.PI * centreHz) / sampleRateHz;
  const bandwidth = omega / quality;
  const gain = 1 / (1 + Math.tan(bandwidth / 2));
  const cosine = Math.cos(omega);
  return {
    b0: gain,
    b1: -2 * gain * cosine,
    b2: gain,
    a1: -2 * gain * cosine,
    a2: 2 * gain - 1,
  };
}

/**
 * Filters in place forwards and then backwards, without delay and with squared attenuation. It first mirrors
 * both ends through their end points for `padding` samples, or for all of a shorter stretch, to hide the
 * filters' transients.
 */
export function filterBothWays(
  samples: Float64Array,
  sections: readonly FilterSection[],
  padding: number,
): void {
  const length = samples.length;
  const pad = Math.min(padding, length - 1);
  if (length === 0 || sections.length === 0) return;
  const extended = new Float64Array(length + 2 * pad);
  extended.set(samples, pad);
  const [first, last] = [samples[0]!, samples[length - 1]!];
  for (let index = 1; index <= pad; index += 1) {
    extended[pad - index] = 2 * first - samples[index]!;
    extended[pad + length - 1 + index] = 2 * last - samples[length - 1 - index]!;
  }
  for (const section of sections) runSection(extended, section);
  extended.reverse();
  for (const section of sections) runSection(extended, section);
  extended.reverse();
  samples.set(extended.subarray(pad, pad + length));
}

/** Transposed direct form II, started as if the first sample had been constant before. */
function runSection(samples: Float64Array, { b0, b1, b2, a1, a2 }: FilterSection): void {
  const steady = ((b0 + b1 + b2) / (1 + a1 + a2)) * samples[0]!;
  let s1 = steady - b0 * samples[0]!;
  let s2 = b2 * samples[0]! - a2 * steady;
  for (let index = 0; index < samples.length; index += 1) {
    const input = samples[index]!;
    const output = b0 * input + s1;
    s1 = b1 * input - a1 * output + s2;
    s2 = b2 * input - a2 * output;
    samples[index] = output;
  }
}
