import { fail } from "../../../base/contract/fail.ts";
import type { ModelHead, ModelInput } from "../model-manifest.ts";
import type { ModelSignature, ModelTensor } from "../model-editor.ts";

/**
 * Compares a model file with its manifest without running it. Throws `model_refused` naming the
 * difference and the remedy.
 */
export function checkSignature(
  facts: ModelSignature,
  { input, head }: { input: ModelInput; head: ModelHead },
): void {
  const [only, ...more] = facts.inputs;
  if (!only || more.length > 0) {
    const names = facts.inputs.map(({ name }) => name).join(", ") || "none";
    throw refusal(`it has ${facts.inputs.length} inputs (${names})`, "Export it with one picture");
  }
  if (only.name !== input.name) {
    throw refusal(`its input is ${only.name}, not ${input.name}`, "Correct `input.name`");
  }
  if (only.type !== input.dtype) {
    throw refusal(`its input takes ${only.type}, not ${input.dtype}`, "Correct `input.dtype`");
  }
  checkSize(only, input);
  const outputNames = head.type === "detr" ? [head.boxes, head.logits] : outputOf(head);
  for (const name of outputNames) {
    if (facts.outputs.some((one) => one.name === name)) continue;
    const there = facts.outputs.map((one) => one.name).join(", ");
    throw refusal(`it has no output ${name}; it has ${there}`, "Correct `head`");
  }
}

function outputOf(head: Exclude<ModelHead, { type: "detr" }>): string[] {
  return "output" in head && head.output !== undefined ? [head.output] : [];
}

function checkSize({ dims }: ModelTensor, input: ModelInput): void {
  const { width, height, layout } = input;
  const sizes = layout === "nchw" ? [3, height, width] : [height, width, 3];
  const expected = [input.batch ?? 1, ...sizes];
  const isMet =
    dims === undefined ||
    (dims.length === 4 &&
      dims.every((size, at) => size === null || size === expected[at] || isBatchOfOne(at, size)));
  if (isMet) return;
  const found = dims.map((size) => size ?? "any").join(" × ");
  const message = `its input is ${found}, not ${expected.join(" × ")}`;
  throw refusal(message, "Correct `input.width`, `height` and `layout`");
}

function isBatchOfOne(at: number, size: number): boolean {
  return at === 0 && size === 1;
}

function refusal(problem: string, remedy: string): Error {
  return fail("model_refused", `network: ${problem}. ${remedy}`);
}
