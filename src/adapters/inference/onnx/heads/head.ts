import { fail } from "../../../../base/contract/fail.ts";
import type { Candidate } from "./nms.ts";

/** One float32 output of a model for one picture: `dims` without the batch dimension. */
export interface OutputTensor {
  dims: readonly number[];
  data: Float32Array;
}

/** The outputs of one picture by name, in the order of the model. */
export type Outputs = ReadonlyMap<string, OutputTensor>;

/**
 * Reads candidates with at least `minScore` from a model's outputs. Throws `model_unavailable` when the
 * outputs do not have the manifest's shape.
 */
export type HeadDecoder = (outputs: Outputs, minScore: number) => Candidate[];

/** The properties of a model that every head uses. */
export interface HeadContext {
  inputWidthPx: number;
  inputHeightPx: number;
  classes: number;
}

/** The output `name`, or the only one when no name is given. */
export function pickOutput(outputs: Outputs, name: string | undefined): OutputTensor {
  const found = name === undefined ? outputs.values().next().value : outputs.get(name);
  if (!found) {
    const names = [...outputs.keys()].join(", ");
    throw fail(
      "model_unavailable",
      `output ${name ?? ""}: is missing. Check \`head\`: the model has ${names}`,
    );
  }
  return found;
}

/** The refusal of a shape, with the found and the expected one. */
export function wrongShape(what: string, found: readonly number[], expected: string): Error {
  return fail(
    "model_unavailable",
    `${what}: has the shape [${found.join(", ")}] instead of ${expected}. Check \`head\` and the number of \`labels\``,
  );
}

/** The logistic function. */
export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The value whose logistic is `probability`; lets heads compare before they exponentiate. */
export function logit(probability: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(bounded / (1 - bounded));
}

/** One level of a grid head. */
export interface GridLevel {
  stride: number;
  columns: number;
  rows: number;
}

/** The levels of a grid head for an input of that size; sides are rounded up. */
export function gridLevels(strides: readonly number[], context: HeadContext): GridLevel[] {
  return strides.map((stride) => ({
    stride,
    columns: Math.ceil(context.inputWidthPx / stride),
    rows: Math.ceil(context.inputHeightPx / stride),
  }));
}

/** Returns the count of cells of all levels together. */
export function cellCount(levels: readonly GridLevel[]): number {
  return levels.reduce((sum, level) => sum + level.columns * level.rows, 0);
}
