import type { ModelInput } from "../wire/model-manifest.ts";

/** A tensor at the edge of a net. */
export interface NetValue {
  name: string;
  /** Element type as ONNX names it, e.g. `float32`; `other` for what no manifest can ask for. */
  type: "float32" | "uint8" | "other";
  /** Sizes; null where the net leaves one open. Undefined when it does not say its shape. */
  dims: readonly (number | null)[] | undefined;
}

/** What a net says of itself. */
export interface NetFacts {
  inputs: readonly NetValue[];
  outputs: readonly NetValue[];
}

/** A net whose input takes the decoder's bytes. */
export interface BakedNet {
  bytes: Uint8Array;
  /** How the new net wants its pictures. */
  input: ModelInput;
}

/** Reads and edits nets without running them. Both throw `model_refused` for what is no net. */
export interface NetEditor {
  facts(net: Uint8Array): NetFacts;
  /**
   * Puts the pre-processing that `input` asks for into the net, in front of everything else, which
   * stays as it is to the byte. Undefined when nothing is to be done: the input is uint8 NHWC, or
   * the net is older than opset 7.
   */
  bake(net: Uint8Array, input: ModelInput): BakedNet | undefined;
}
