import { readFileSync } from "node:fs";
import type { Fit } from "../../../inference/onnx/fit.ts";
import { frameBytes } from "../../../inference/onnx/tensor.ts";
import type { ColourMatrix } from "../../../../cameras/source.ts";
import type { ModelInput } from "../../../../perception/models/model-manifest.ts";

/** A picture for a model as the decoder returns it. */
export interface PlanarPicture {
  input: ModelInput;
  /** The picture's place in the input, and its size. */
  fit: Fit;
  /** The coding of its colours. */
  matrix: ColourMatrix;
}

/** The exports of `yuv-to-rgb.wat`; all addresses are bytes of its memory. */
interface Kernel {
  memory: WebAssembly.Memory;
  setUp(
    luma: number,
    redCr: number,
    greenCb: number,
    greenCr: number,
    blueCb: number,
    isBgr: number,
  ): void;
  convert(
    y: number,
    u: number,
    v: number,
    widthPx: number,
    heightPx: number,
    to: number,
    toStride: number,
    scratch: number,
  ): void;
}

/** Weights of red and blue in luma (ITU-T H.273, table 4). */
const lumaWeights: Record<ColourMatrix, { red: number; blue: number }> = {
  bt601: { red: 0.299, blue: 0.114 },
  bt709: { red: 0.2126, blue: 0.0722 },
};

/** Levels of luma and of colour differences that span the range 0–255 (ITU-T H.273 8.3, limited range). */
const lumaLevels = 219;
const colourLevels = 224;
/** Bytes that the kernel may read beyond the planes, and those of its scratch. */
const slackBytes = 16;
const scratchBytes = 48;
const wasmPageBytes = 65_536;

/** Bytes of the three planes: luma, and both colour differences at half the width and height. */
export function planarBytes({ widthPx, heightPx }: Fit): number {
  return widthPx * heightPx + 2 * Math.ceil(widthPx / 2) * Math.ceil(heightPx / 2);
}

let compiled: WebAssembly.Module | undefined;

/**
 * Makes the pixels of a model's input from planar pictures (YUV 4:2:0, limited range), which have half the
 * bytes of RGB; most frames never reach the model. One per stream.
 */
export class ModelPixels {
  readonly #fit: Fit;
  readonly #kernel: Kernel;
  readonly #planes: Uint8Array;
  readonly #pixels: Uint8Array;
  readonly #strideBytes: number;

  private constructor(kernel: Kernel, { input, fit }: PlanarPicture) {
    this.#kernel = kernel;
    this.#fit = fit;
    this.#strideBytes = input.width * 3;
    const planes = planarBytes(fit);
    const { buffer } = kernel.memory;
    this.#planes = new Uint8Array(buffer, 0, planes);
    this.#pixels = new Uint8Array(buffer, planes + slackBytes, frameBytes(input));
  }

  /** Reads the kernel's file at the first call of the process. */
  static load(picture: PlanarPicture): ModelPixels {
    const { input, fit, matrix } = picture;
    compiled ??= new WebAssembly.Module(readFileSync(new URL("yuv-to-rgb.wasm", import.meta.url)));
    const kernel = new WebAssembly.Instance(compiled).exports as Kernel;
    const bytes = planarBytes(fit) + slackBytes + frameBytes(input) + scratchBytes;
    kernel.memory.grow(Math.max(0, Math.ceil(bytes / wasmPageBytes) - 1));
    kernel.setUp(...coefficients(matrix), input.colour === "bgr" ? 1 : 0);
    const pixels = new ModelPixels(kernel, picture);
    pixels.#pixels.fill(input.pad ?? 114);
    return pixels;
  }

  /**
   * Returns the model's input with the picture of `planes` (`planarBytes` of them) in its place and the
   * padding around it. It is valid until the next call.
   */
  read(planes: Uint8Array): Uint8Array {
    const { widthPx, heightPx, offsetXPx, offsetYPx } = this.#fit;
    this.#planes.set(planes);
    const u = widthPx * heightPx;
    const v = u + Math.ceil(widthPx / 2) * Math.ceil(heightPx / 2);
    const start = this.#pixels.byteOffset;
    const to = start + offsetYPx * this.#strideBytes + offsetXPx * 3;
    const scratch = start + this.#pixels.length;
    this.#kernel.convert(0, u, v, widthPx, heightPx, to, this.#strideBytes, scratch);
    return this.#pixels;
  }
}

/** The kernel's factors in Q15, less the whole numbers that it adds itself (ITU-T H.273 8.3). */
function coefficients(matrix: ColourMatrix): [number, number, number, number, number] {
  const { red, blue } = lumaWeights[matrix];
  const green = 1 - red - blue;
  const scale = 255 / colourLevels;
  const q15 = (factor: number): number => Math.round(factor * 32_768);
  return [
    q15(255 / lumaLevels - 1),
    q15(2 * (1 - red) * scale - 1),
    q15((-2 * (1 - blue) * blue * scale) / green),
    q15((-2 * (1 - red) * red * scale) / green),
    q15(2 * (1 - blue) * scale - 2),
  ];
}
