import type { ModelInput } from "../../../perception/models/model-manifest.ts";

/** Pixels of one frame as ffmpeg delivers them: `height × width × 3` bytes, channels as the model asks. */
export type FramePixels = Uint8Array;

/** Bytes of one frame at the model's input size. */
export function frameBytes(input: Pick<ModelInput, "width" | "height">): number {
  return input.width * input.height * 3;
}

/**
 * Writes frames into the one tensor buffer of a batch. Created once per model: the tables per channel hold
 * `(value × scale - mean) / std`, so that the pass over the pixels is a look-up.
 */
export class TensorWriter {
  readonly #input: ModelInput;
  readonly #tables: readonly Float32Array[];
  #spare: Uint8Array | Float32Array | undefined;

  constructor(input: ModelInput) {
    this.#input = input;
    const { mean = [0, 0, 0], std = [1, 1, 1], scale = 1 } = input;
    this.#tables = [0, 1, 2].map((channel) =>
      Float32Array.from({ length: 256 }, (_, value) => {
        return (value * scale - mean[channel]!) / std[channel]!;
      }),
    );
  }

  /** Shape of a batch of `count` frames. */
  dims(count: number): number[] {
    const { width, height, layout } = this.#input;
    return layout === "nchw" ? [count, 3, height, width] : [count, height, width, 3];
  }

  /**
   * The tensor's data for `frames`. A single uint8 NHWC frame is passed on without a copy; all
   * else is written to a buffer that belongs to the caller until `giveBack`.
   */
  write(frames: readonly FramePixels[]): Uint8Array | Float32Array {
    const { dtype, layout } = this.#input;
    const size = frameBytes(this.#input);
    if (dtype === "uint8" && layout === "nhwc" && frames.length === 1) {
      return frames[0]!.subarray(0, size);
    }
    const data = this.#take(size * frames.length);
    frames.forEach((frame, index) => {
      const target = data.subarray(index * size, (index + 1) * size);
      if (target instanceof Float32Array) this.#writeFloats(frame, target);
      else if (layout === "nhwc") target.set(frame.subarray(0, size));
      else splitPlanes(frame, target);
    });
    return data;
  }

  /** The model has read `data`: its buffer may hold the next frames. */
  giveBack(data: Uint8Array | Float32Array): void {
    const { dtype, layout } = this.#input;
    // A frame that was passed on as it is belongs to its decoder.
    if (dtype === "float32" || layout === "nchw") this.#spare = data;
  }

  /** Megabytes per frame: made again they would keep the garbage collector busy. */
  #take(length: number): Uint8Array | Float32Array {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.length === length) return spare;
    return this.#input.dtype === "uint8" ? new Uint8Array(length) : new Float32Array(length);
  }

  #writeFloats(frame: FramePixels, target: Float32Array): void {
    const [first, second, third] = this.#tables as [Float32Array, Float32Array, Float32Array];
    const pixels = target.length / 3;
    const planar = this.#input.layout === "nchw";
    const step = planar ? 1 : 3;
    const plane = planar ? pixels : 1;
    for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel += 1, from += 3, to += step) {
      target[to] = first[frame[from]!]!;
      target[to + plane] = second[frame[from + 1]!]!;
      target[to + 2 * plane] = third[frame[from + 2]!]!;
    }
  }
}

function splitPlanes(frame: FramePixels, target: Uint8Array): void {
  const pixels = target.length / 3;
  for (let pixel = 0, from = 0; pixel < pixels; pixel += 1, from += 3) {
    target[pixel] = frame[from]!;
    target[pixel + pixels] = frame[from + 1]!;
    target[pixel + 2 * pixels] = frame[from + 2]!;
  }
}
