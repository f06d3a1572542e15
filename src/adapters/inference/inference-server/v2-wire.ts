import { fail } from "../../../base/contract/fail.ts";
import type { InputTensor, ModelOutput } from "../../../perception/models/executor.ts";
import type { V2Answer } from "./v2-client.ts";

/** A tensor of a model as the server describes it; -1 in `shape` stands for any size. */
export interface V2TensorInfo {
  name: string;
  datatype: string;
  shape: readonly number[];
}

/** A server's description of a model. */
export interface V2Metadata {
  platform: string;
  inputs: readonly V2TensorInfo[];
  outputs: readonly V2TensorInfo[];
}

/** Most elements of one output. */
const maxElements = 16 * 1024 * 1024;

/** The protocol's name of the tensor's type. */
export function datatypeOf(data: InputTensor["data"]): "UINT8" | "FP32" {
  return data instanceof Float32Array ? "FP32" : "UINT8";
}

/** The JSON in front of a run's tensor: the tensor and the outputs are exchanged in binary. */
export function inferHeader(
  input: { name: string; tensor: InputTensor },
  outputs: readonly string[],
): Buffer {
  const { data, dims } = input.tensor;
  return Buffer.from(
    JSON.stringify({
      inputs: [
        {
          name: input.name,
          shape: dims,
          datatype: datatypeOf(data),
          parameters: { binary_data_size: data.byteLength },
        },
      ],
      outputs: outputs.map((name) => ({ name, parameters: { binary_data: true } })),
    }),
  );
}

/** The JSON of an answer. Throws `model_unavailable` with the server's own words for a failure. */
export function answerJson({ status, jsonLength, body }: V2Answer): Record<string, unknown> {
  const text = body.toString("utf8", 0, Math.min(body.length, jsonLength ?? body.length));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (status === 200)
      throw fail("model_unavailable", "inference server: answers without JSON. Check its address");
  }
  const fields = isRecord(json) ? json : {};
  if (status === 200) return fields;
  const { error } = fields;
  const words = typeof error === "string" ? error.slice(0, 500) : `HTTP status ${status}`;
  throw fail("model_unavailable", `inference server: refuses the request (${words}). See its log`);
}

/** The server's description of a model. Throws `model_unavailable` when it is not one. */
export function metadataOf(json: Record<string, unknown>): V2Metadata {
  const { platform, inputs, outputs } = json;
  return {
    platform: typeof platform === "string" ? platform : "unknown platform",
    inputs: tensorInfos(inputs),
    outputs: tensorInfos(outputs),
  };
}

/** The outputs of a run. Throws `model_unavailable` for anything but whole float32 tensors. */
export function outputsOf(answer: V2Answer, names: readonly string[]): Map<string, ModelOutput> {
  const { outputs } = answerJson(answer);
  if (!Array.isArray(outputs)) throw broken("it holds no outputs");
  const found = new Map<string, ModelOutput>();
  let at = answer.jsonLength ?? answer.body.length;
  for (const output of outputs) {
    const info = tensorInfo(output);
    if (info.datatype !== "FP32") throw broken(`output ${info.name} is ${info.datatype}, not FP32`);
    const elements = info.shape.reduce((product, dim) => product * dim, 1);
    if (!(elements >= 0 && elements <= maxElements))
      throw broken(`${info.name} has no usable shape`);
    const bytes = binarySize(output);
    const data = bytes === undefined ? listed(output) : copyFloats(answer.body, at, bytes);
    if (data.length !== elements) {
      throw broken(`output ${info.name} has ${data.length} numbers for [${info.shape.join(", ")}]`);
    }
    at += bytes ?? 0;
    found.set(info.name, { dims: info.shape, data });
  }
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) throw broken(`output ${missing} is missing`);
  return new Map(names.map((name) => [name, found.get(name)!]));
}

/** The tensor's bytes; the protocol's numbers are little-endian, like those of the processors here. */
export function bytesOf(data: InputTensor["data"]): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function copyFloats(body: Buffer, at: number, bytes: number): Float32Array {
  if (bytes % 4 !== 0 || at + bytes > body.length) throw broken("a tensor is cut short");
  const copy = new Uint8Array(bytes);
  copy.set(body.subarray(at, at + bytes));
  return new Float32Array(copy.buffer);
}

function binarySize(output: unknown): number | undefined {
  const parameters = isRecord(output) ? output["parameters"] : undefined;
  const size = isRecord(parameters) ? parameters["binary_data_size"] : undefined;
  if (size === undefined) return undefined;
  if (!Number.isInteger(size) || Number(size) < 0) throw broken("a tensor has no usable size");
  return Number(size);
}

function listed(output: unknown): Float32Array {
  const data = isRecord(output) ? output["data"] : undefined;
  if (!Array.isArray(data)) throw broken("an output has no data");
  return Float32Array.from((data as unknown[]).flat(Infinity) as number[]);
}

function tensorInfos(value: unknown): V2TensorInfo[] {
  if (!Array.isArray(value)) throw broken("a model's description lacks inputs or outputs");
  return value.map((one) => tensorInfo(one));
}

function tensorInfo(value: unknown): V2TensorInfo {
  const { name, datatype, shape } = isRecord(value) ? value : {};
  const isShape = Array.isArray(shape) && shape.every((dim) => Number.isInteger(Number(dim)));
  if (typeof name !== "string" || typeof datatype !== "string" || !isShape) {
    throw broken("a tensor is described without name, datatype or shape");
  }
  return { name, datatype, shape: (shape as unknown[]).map(Number) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function broken(what: string): Error {
  return fail(
    "model_unavailable",
    `inference server: its answer is invalid (${what}). Check its model`,
  );
}
