/** Samples of one window: 32 ms at 16 kHz. */
export const windowSamples = 512;

/** Power spectra of windows of sound, by a Fourier transform of base 2 (Cooley and Tukey, 1965) under a Hann window. */
export class SoundSpectrum {
  readonly #re = new Float64Array(windowSamples);
  readonly #im = new Float64Array(windowSamples);
  readonly #hann = Float64Array.from(
    { length: windowSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
  );
  readonly #order = Uint16Array.from({ length: windowSamples }, (_, n) => reversed(n));
  readonly #powers = new Float64Array(windowSamples / 2);

  /**
   * Returns the power in each bin of `windowSamples` samples, from 0 Hz up; the next call overwrites it.
   */
  powersOf(samples: Float32Array): Float64Array {
    const re = this.#re;
    const im = this.#im;
    for (let n = 0; n < windowSamples; n += 1) {
      const from = this.#order[n]!;
      re[n] = samples[from]! * this.#hann[from]!;
      im[n] = 0;
    }
    for (let size = 2; size <= windowSamples; size *= 2) this.#combine(size);
    for (let bin = 0; bin < this.#powers.length; bin += 1) {
      this.#powers[bin] = re[bin]! ** 2 + im[bin]! ** 2;
    }
    return this.#powers;
  }

  /** Joins the transforms of neighbours to transforms of `size`. */
  #combine(size: number): void {
    const re = this.#re;
    const im = this.#im;
    const half = size / 2;
    const stride = windowSamples / size;
    for (let n = 0; n < half; n += 1) {
      const cos = turns[2 * n * stride]!;
      const sin = turns[2 * n * stride + 1]!;
      for (let a = n; a < windowSamples; a += size) {
        const b = a + half;
        const real = re[b]! * cos - im[b]! * sin;
        const imaginary = re[b]! * sin + im[b]! * cos;
        re[b] = re[a]! - real;
        im[b] = im[a]! - imaginary;
        re[a] = re[a]! + real;
        im[a] = im[a]! + imaginary;
      }
    }
  }
}

/** Cosine and sine of each step of half a turn. */
const turns = Float64Array.from({ length: windowSamples }, (_, at) => {
  const angle = (-2 * Math.PI * (at >> 1)) / windowSamples;
  return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
});

function reversed(n: number): number {
  let result = 0;
  for (let bit = 1; bit < windowSamples; bit *= 2) result = result * 2 + (n & bit ? 1 : 0);
  return result;
}
