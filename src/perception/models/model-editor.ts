import type { ModelInput } from "./model-manifest.ts";

/** An input or output tensor of a model. */
export interface ModelTensor {
  name: string;
  /** Element type as ONNX names it, e.g. `float32`; `other` for types that no manifest can name. */
  type: "float32" | "uint8" | "other";
  /** Sizes; null where the model leaves one open. Undefined when the model states no shape. */
  dims: readonly (number | null)[] | undefined;
}

/** The inputs and outputs that a model file declares. */
export interface ModelSignature {
  inputs: readonly ModelTensor[];
  outputs: readonly ModelTensor[];
}

/** A model whose input takes the decoder's bytes. */
export interface BakedModel {
  bytes: Uint8Array;
  /** The new model's input. */
  input: ModelInput;
}

/** Reads and edits model files without running them. Both throw `model_refused` for anything else. */
export interface ModelEditor {
  facts(net: Uint8Array): ModelSignature;
  /**
   * Adds the pre-processing of `input` in front of the model, whose other bytes stay unchanged. Undefined
   * when nothing is to be done: the input is uint8 NHWC, or the model is older than opset 7.
   */
  bake(net: Uint8Array, input: ModelInput): BakedModel | undefined;
}
