/** Writes small ONNX files for tests: nets whose outputs are constants plus a multiple of the input's sum. */

/** One output of a constant net. */
export interface ConstantOutput {
  name: string;
  dims: readonly number[];
  values: readonly number[];
  /** Each value grows by the sum of the picture's bytes times this; default 0. */
  gain?: number;
}

// Field numbers and types are those of onnx.proto3 (ONNX IR version 8).
export const FLOAT = 1;
const UINT8 = 2;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export function int(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytes(field: number, value: Buffer | string): Buffer {
  const body = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
}

export function message(field: number, ...parts: Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}

function valueInfo(field: number, name: string, type: number, dims: readonly number[]): Buffer {
  const shape = dims.map((dim) => message(1, int(1, dim)));
  return message(field, bytes(1, name), message(2, message(1, int(1, type), message(2, ...shape))));
}

export function floats(name: string, dims: readonly number[], values: readonly number[]): Buffer {
  const raw = Buffer.from(Float32Array.from(values).buffer);
  return message(
    5,
    ...dims.map((dim) => int(1, dim)),
    int(2, FLOAT),
    bytes(8, name),
    bytes(9, raw),
  );
}

export function node(
  type: string,
  inputs: readonly string[],
  output: string,
  ...more: Buffer[]
): Buffer {
  return message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    bytes(2, output),
    bytes(4, type),
    ...more,
  );
}

/** How a net differs from the plain one. */
export interface NetChange {
  /** Takes float32 planes (NCHW) instead of bytes. */
  planes?: boolean;
  /** Name of the operator that reads the picture; default `ReduceSum`. */
  operator?: string;
}

/**
 * A net with the uint8 NHWC input `images` of that size, which it reads, and those outputs.
 */
export function constantNet(
  size: { width: number; height: number },
  outputs: readonly ConstantOutput[],
  change: NetChange = {},
): Buffer {
  const { planes = false, operator = "ReduceSum" } = change;
  const toFloat = message(5, bytes(1, "to"), int(3, FLOAT), int(20, 2));
  const keepNot = message(5, bytes(1, "keepdims"), int(3, 0), int(20, 2));
  const nodes = [
    node("Cast", ["images"], "floats", toFloat),
    node(operator, ["floats"], "sum", keepNot),
    ...outputs.flatMap(({ name }) => [
      node("Mul", ["sum", `${name}_gain`], `${name}_part`),
      node("Add", [`${name}_constant`, `${name}_part`], name),
    ]),
  ];
  const graph = message(
    7,
    ...nodes,
    bytes(2, "constant"),
    ...outputs.map(({ name, gain = 0 }) => floats(`${name}_gain`, [], [gain])),
    ...outputs.map(({ name, dims, values }) => floats(`${name}_constant`, dims, values)),
    planes
      ? valueInfo(11, "images", FLOAT, [1, 3, size.height, size.width])
      : valueInfo(11, "images", UINT8, [1, size.height, size.width, 3]),
    ...outputs.map(({ name, dims }) => valueInfo(12, name, FLOAT, dims)),
  );
  const opset = message(8, bytes(1, ""), int(2, 13));
  return Buffer.concat([int(1, 8), graph, opset]);
}

/**
 * A net for biosignals: of each window `[windows, 1, samples]` its root mean square over `divisor`, as
 * `[windows, 1]`.
 */
export function loudnessNet({ samples, divisor }: { samples: number; divisor: number }): Buffer {
  const overSamples = message(5, bytes(1, "axes"), int(8, 2), int(20, 7));
  const keepNot = message(5, bytes(1, "keepdims"), int(3, 0), int(20, 2));
  const anyNumber = message(1, bytes(2, "n"));
  const edge = (field: number, name: string, ...sides: number[]): Buffer => {
    const shape = message(2, anyNumber, ...sides.map((side) => message(1, int(1, side))));
    return message(field, bytes(1, name), message(2, message(1, int(1, FLOAT), shape)));
  };
  const graph = message(
    7,
    node("Mul", ["signal", "signal"], "squares"),
    node("ReduceMean", ["squares"], "mean", overSamples, keepNot),
    node("Sqrt", ["mean"], "root"),
    node("Div", ["root", "divisor"], "loudness"),
    bytes(2, "loudness"),
    floats("divisor", [], [divisor]),
    edge(11, "signal", 1, samples),
    edge(12, "loudness", 1),
  );
  return Buffer.concat([int(1, 8), graph, message(8, bytes(1, ""), int(2, 13))]);
}

/** A net for pictures: of luma `[1, 1, height, width]` the same as `[1, 1, height, width]`. */
export function brightnessNet({ width, height }: { width: number; height: number }): Buffer {
  const dims = [1, 1, height, width];
  const graph = message(
    7,
    node("Identity", ["luma"], "score"),
    bytes(2, "brightness"),
    valueInfo(11, "luma", FLOAT, dims),
    valueInfo(12, "score", FLOAT, dims),
  );
  return Buffer.concat([int(1, 8), graph, message(8, bytes(1, ""), int(2, 13))]);
}
