import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { encode, make, type OnnxMessage } from "./onnx-schema.ts";

// TensorProto.DataType and AttributeProto.AttributeType of onnx.proto.
const onnxFloat = 1;
const onnxInt = 2;
const onnxTensor = 4;
const onnxInts = 7;

type Node = OnnxMessage<"NodeProto">;

/**
 * Returns nodes that turn bytes `from` (NHWC) into the tensor `to` of `input`: `(byte × scale - mean) ÷ std`,
 * planes first for `nchw`. Values in between have names `from/…`. It transposes bytes, which moves a quarter
 * of the memory.
 */
export function inputNodes(input: ModelInput, { from, to }: { from: string; to: string }): Node[] {
  const steps: ((last: string, next: string) => Node[])[] = [];
  if (input.layout === "nchw") steps.push((last, next) => [transpose(last, next)]);
  if (input.dtype === "float32") {
    const { mean = [0, 0, 0], std = [1, 1, 1], scale = 1 } = input;
    const offset = mean.map((value) => value / scale);
    const factor = std.map((value) => scale / value);
    steps.push((last, next) => [cast(last, next)]);
    for (const [type, values, neutral] of [
      ["Sub", offset, 0],
      ["Mul", factor, 1],
    ] as const) {
      if (values.every((value) => value === neutral)) continue;
      const dims = channelDims(values, input.layout);
      steps.push((last, next) => [
        constant(`${from}/${type}`, dims, dims.length === 0 ? values.slice(0, 1) : values),
        make("NodeProto", { opType: type, input: [last, `${from}/${type}`], output: [next] }),
      ]);
    }
  }
  return steps
    .flatMap((step, index) => {
      const last = index === 0 ? from : `${from}/${index}`;
      return step(last, index === steps.length - 1 ? to : `${from}/${index + 1}`);
    })
    .map((node) => Object.assign(node, { name: `${from}/${node.opType}/${node.output[0]}` }));
}

/** One value for all channels is a scalar; else one for each, along the channels. */
function channelDims(values: readonly number[], layout: ModelInput["layout"]): number[] {
  if (values.every((value) => value === values[0])) return [];
  return layout === "nchw" ? [1, 3, 1, 1] : [3];
}

function transpose(from: string, to: string): Node {
  const perm = make("Attribute", { name: "perm", ints: [0n, 3n, 1n, 2n], type: onnxInts });
  return make("NodeProto", {
    opType: "Transpose",
    input: [from],
    output: [to],
    attribute: [perm],
  });
}

function cast(from: string, to: string): Node {
  const type = make("Attribute", { name: "to", i: BigInt(onnxFloat), type: onnxInt });
  return make("NodeProto", { opType: "Cast", input: [from], output: [to], attribute: [type] });
}

function constant(name: string, dims: readonly number[], values: readonly number[]): Node {
  const rawData = new Uint8Array(Float32Array.from(values).buffer);
  const tensor = make("TensorProto", { dims: dims.map(BigInt), dataType: onnxFloat, rawData });
  const t = encode("TensorProto", tensor);
  const value = make("Attribute", { name: "value", t, type: onnxTensor });
  return make("NodeProto", { opType: "Constant", output: [name], attribute: [value] });
}
