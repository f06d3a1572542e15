export {};

/** The scope of an audio worklet, as far as it is used here; TypeScript's own libraries lack it. */
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: typeof AudioWorkletProcessor): void;

const rateHz = 16_000;
/** 20 ms. */
const frameSamples = 320;

/**
 * Turns what the microphone hears into frames of 20 ms: one channel of 16-bit samples at 16 kHz. A sample is the mean of
 * the input's samples in its time.
 */
class MicrophoneProcessor extends AudioWorkletProcessor {
  #frame = new Int16Array(frameSamples);
  #filled = 0;
  #sum = 0;
  #count = 0;
  /** Share of the next sample's time that has passed. */
  #phase = 0;

  process([input]: Float32Array[][]): boolean {
    const [channel] = input ?? [];
    for (const sample of channel ?? []) this.#take(sample);
    return true;
  }

  #take(sample: number): void {
    this.#sum += sample;
    this.#count += 1;
    this.#phase += rateHz / sampleRate;
    while (this.#phase >= 1) {
      this.#phase -= 1;
      this.#put(this.#count === 0 ? sample : this.#sum / this.#count);
      this.#sum = 0;
      this.#count = 0;
    }
  }

  #put(sample: number): void {
    this.#frame[this.#filled] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    this.#filled += 1;
    if (this.#filled < frameSamples) return;
    this.port.postMessage(this.#frame, [this.#frame.buffer]);
    this.#frame = new Int16Array(frameSamples);
    this.#filled = 0;
  }
}

registerProcessor("microphone", MicrophoneProcessor);
