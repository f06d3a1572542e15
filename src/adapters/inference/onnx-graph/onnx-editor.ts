import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError } from "../../../base/core/errors.ts";
import type {
  BakedModel,
  ModelEditor,
  ModelSignature,
  ModelTensor,
} from "../../../perception/models/model-editor.ts";
import { inputNodes } from "./input-nodes.ts";
import { decode, encode, make, type OnnxMessage } from "./onnx-schema.ts";

// Element types of onnx.proto, TensorProto.DataType.
const onnxFloat = 1;
const onnxUint8 = 2;
/** TensorProto.DataLocation: the tensor lies in another file. */
const onnxExternal = 1;
/** From here on Sub and Mul broadcast as they do today. */
const minOpset = 7;

interface Net {
  model: OnnxMessage<"ModelProto">;
  graph: OnnxMessage<"GraphProto">;
}

/** Reads and edits ONNX files; untouched parts keep every byte. */
export const onnxEditor: ModelEditor = {
  facts(net: Uint8Array): ModelSignature {
    const { graph } = open(net);
    // Files of IR 3 list their weights among the inputs.
    const weights = weightNames(graph);
    return {
      inputs: graph.input.filter(({ name }) => !weights.has(name)).map(valueOf),
      outputs: graph.output.map(valueOf),
    };
  },

  bake(net: Uint8Array, input: ModelInput): BakedModel | undefined {
    if (input.dtype === "uint8" && input.layout === "nhwc") return undefined;
    const { model, graph } = open(net);
    const opset = model.opsetImport.find(({ domain }) => domain === "")?.version ?? 1n;
    if (opset < minOpset) return undefined;
    const at = graph.input.findIndex(({ name }) => name === input.name);
    const old = graph.input[at];
    if (!old)
      throw fail("model_refused", `model file: has no input ${input.name}. Correct the manifest`);
    const name = freeName(graph, `${input.name}_uint8`);
    graph.input[at] = bytesInput(name, old, input);
    const nodes = inputNodes(input, { from: name, to: input.name });
    graph.node.unshift(...nodes.map((node) => encode("NodeProto", node)));
    model.graph = encode("GraphProto", graph);
    const { mean: _mean, std: _std, scale: _scale, ...rest } = input;
    return {
      bytes: encode("ModelProto", model),
      input: { ...rest, name, dtype: "uint8", layout: "nhwc" },
    };
  },
};

function open(net: Uint8Array): Net {
  let opened: Net;
  try {
    const model = decode("ModelProto", net);
    opened = { model, graph: decode("GraphProto", model.graph) };
  } catch (cause) {
    const message = `model file: is not ONNX or is cut short (${describeError(cause)}). Copy or download it again`;
    throw fail("model_refused", message, { cause });
  }
  const { graph } = opened;
  if (graph.node.length === 0 || graph.output.length === 0) {
    throw fail("model_refused", "model file: is not ONNX. Check which file it is");
  }
  // Required since IR version 3 (ONNX IR specification, Models); written last by most exporters.
  if (opened.model.opsetImport.length === 0) {
    throw fail("model_refused", "model file: lacks its end. Copy or download it again");
  }
  if (graph.initializer.some((tensor) => isElsewhere(tensor))) {
    const message =
      "model file: keeps its weights in a second file. Save it as one file (onnx.save) and add that";
    throw fail("model_refused", message);
  }
  return opened;
}

function isElsewhere(tensor: Uint8Array): boolean {
  return decode("TensorProto", tensor).dataLocation === onnxExternal;
}

function weightNames(graph: OnnxMessage<"GraphProto">): Set<string> {
  return new Set(graph.initializer.map((tensor) => decode("TensorProto", tensor).name));
}

function valueOf({ name, type }: OnnxMessage<"ValueInfo">): ModelTensor {
  const tensor = type?.tensorType;
  const known = { [onnxFloat]: "float32", [onnxUint8]: "uint8" } as const;
  return {
    name,
    type: known[tensor?.elemType as keyof typeof known] ?? "other",
    dims: tensor?.shape?.dim.map(({ dimValue }) => (dimValue > 0n ? Number(dimValue) : null)),
  };
}

/** The new input: the batch of the old one, then rows, columns, channels of bytes. */
function bytesInput(
  name: string,
  old: OnnxMessage<"ValueInfo">,
  { width, height }: ModelInput,
): OnnxMessage<"ValueInfo"> {
  const batch = old.type?.tensorType?.shape?.dim[0] ?? make("Dim", { dimValue: 1n });
  const sides = [height, width, 3].map((size) => make("Dim", { dimValue: BigInt(size) }));
  const shape = make("Shape", { dim: [batch, ...sides] });
  const tensorType = make("TensorType", { elemType: onnxUint8, shape });
  return make("ValueInfo", { name, type: make("TypeProto", { tensorType }) });
}

/** Returns `wanted`, with a number appended if a value of the model has that name. */
function freeName(graph: OnnxMessage<"GraphProto">, baseName: string): string {
  const usedNames = new Set([...weightNames(graph), ...graph.input.map(({ name }) => name)]);
  for (const node of graph.node) {
    for (const name of decode("NodeProto", node).output) usedNames.add(name);
  }
  const isFree = (name: string): boolean =>
    ![...usedNames].some((one) => one === name || one.startsWith(`${name}/`));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? baseName : `${baseName}_${number}`;
    if (isFree(name)) return name;
  }
}
