import FFT from "fft.js";

/** A one-sided power spectral density. */
export interface Spectrum {
  /** Width of a bin; the first one is 0 Hz. */
  binHz: number;
  /** In unit² per Hz. */
  density: Float64Array;
  /** Windows that were averaged; 0 when no stretch was long enough. */
  windows: number;
}

/** The functions of the package that are used, because its own types are too loose. */
interface Transform {
  createComplexArray(): number[];
  realTransform(out: number[], data: readonly number[]): void;
}

interface Plan {
  fft: Transform;
  window: Float64Array;
  /** Sum of the squared window. */
  energy: number;
  input: number[];
  output: number[];
}

/**
 * Welch's method (Welch 1967): Hann windows of `windowLength` samples (a power of two) with half overlap,
 * each without its mean, averaged. `stretches` are `[from, to)` in samples: no window crosses an end.
 */
export class Welch {
  readonly #length: number;
  readonly #sampleRateHz: number;
  readonly #plan: Plan;

  constructor(windowLength: number, sampleRateHz: number) {
    this.#length = windowLength;
    this.#sampleRateHz = sampleRateHz;
    const fft: Transform = new FFT(windowLength);
    const window = Float64Array.from(
      { length: windowLength },
      (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowLength),
    );
    const energy = window.reduce((sum, value) => sum + value * value, 0);
    const input = Array.from<number>({ length: windowLength }).fill(0);
    this.#plan = { fft, window, energy, input, output: fft.createComplexArray() };
  }

  of(samples: Float64Array, stretches: readonly (readonly [number, number])[]): Spectrum {
    const length = this.#length;
    const density = new Float64Array(length / 2 + 1);
    let windows = 0;
    for (const [from, to] of stretches) {
      for (let at = from; at + length <= to; at += length / 2) {
        this.#add(samples, at, density);
        windows += 1;
      }
    }
    const scale = windows === 0 ? 0 : 1 / (this.#sampleRateHz * this.#plan.energy * windows);
    for (let bin = 0; bin < density.length; bin += 1) {
      // All bins but the first and the last include the negative frequencies.
      const sides = bin === 0 || bin === length / 2 ? 1 : 2;
      density[bin] = density[bin]! * scale * sides;
    }
    return { binHz: this.#sampleRateHz / length, density, windows };
  }

  #add(samples: Float64Array, at: number, into: Float64Array): void {
    const { fft, window, input, output } = this.#plan;
    const length = this.#length;
    let mean = 0;
    for (let index = 0; index < length; index += 1) mean += samples[at + index]!;
    mean /= length;
    for (let index = 0; index < length; index += 1) {
      input[index] = (samples[at + index]! - mean) * window[index]!;
    }
    fft.realTransform(output, input);
    for (let bin = 0; bin <= length / 2; bin += 1) {
      const [re, im] = [output[2 * bin]!, output[2 * bin + 1]!];
      into[bin] = into[bin]! + re * re + im * im;
    }
  }
}

/** Power between two frequencies in unit², by the trapezoidal rule with the ends interpolated. */
export function bandPower({ binHz, density }: Spectrum, fromHz: number, toHz: number): number {
  const end = Math.min(toHz, (density.length - 1) * binHz);
  if (end <= fromHz) return 0;
  let power = 0;
  let [lastHz, last] = [fromHz, densityAt(density, fromHz / binHz)];
  for (let bin = Math.floor(fromHz / binHz) + 1; bin * binHz < end; bin += 1) {
    power += ((last + density[bin]!) / 2) * (bin * binHz - lastHz);
    [lastHz, last] = [bin * binHz, density[bin]!];
  }
  return power + ((last + densityAt(density, end / binHz)) / 2) * (end - lastHz);
}

function densityAt(density: Float64Array, bin: number): number {
  const low = Math.floor(bin);
  const below = density[low] ?? 0;
  return below + (bin - low) * ((density[low + 1] ?? below) - below);
}

/** Returns the power of two nearest to `seconds` of samples, at least 64 and at most 16 384. */
export function windowLengthOf(sampleRateHz: number, seconds: number): number {
  const power = Math.round(Math.log2(Math.max(1, sampleRateHz * seconds)));
  return 2 ** Math.min(14, Math.max(6, power));
}
