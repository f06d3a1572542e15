import { decode, encode, make } from "./onnx-schema.ts";

const onnxFloat = 1;

/** A net that also gives the feature maps from which its head predicts. */
export interface FeatureNet {
  bytes: Uint8Array;
  /** Names of the added outputs, planes first (`[N, C, H, W]`). */
  features: readonly string[];
}

/**
 * Adds the inputs of the last convolutions before the outputs as outputs. Undefined for a net whose head is not made
 * of convolutions. Throws the package's error for bytes that are no net.
 */
export function withFeatureOutputs(net: Uint8Array): FeatureNet | undefined {
  const model = decode("ModelProto", net);
  const graph = decode("GraphProto", model.graph);
  const makers = new Map<string, { opType: string; input: readonly string[] }>();
  for (const bytes of graph.node) {
    const node = decode("NodeProto", bytes);
    for (const name of node.output) makers.set(name, node);
  }
  const found = new Set<string>();
  const visited = new Set<string>();
  const waiting = graph.output.map(({ name }) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const maker = makers.get(name);
    if (!maker || visited.has(name)) continue;
    visited.add(name);
    if (maker.opType === "Conv") found.add(maker.input[0]!);
    else waiting.push(...maker.input);
  }
  const outputs = new Set(graph.output.map(({ name }) => name));
  const features = [...found].filter((name) => !outputs.has(name)).toSorted();
  if (features.length === 0) return undefined;
  for (const name of features) {
    const type = make("TypeProto", { tensorType: make("TensorType", { elemType: onnxFloat }) });
    graph.output.push(make("ValueInfo", { name, type }));
  }
  model.graph = encode("GraphProto", graph);
  return { bytes: encode("ModelProto", model), features };
}
