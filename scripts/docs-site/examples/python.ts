import { snake } from "../../client/python-types.ts";
import type { ApiCall } from "./api-call.ts";
import { literal, pythonStyle } from "./literal.ts";
import type { Step } from "./step.ts";

/** Returns the program for the client for Python that does the steps of an example. */
export function pythonProgram(steps: readonly Step[], variables: readonly string[]): string {
  const calls = steps.flatMap((step) => (step.kind === "call" ? [step.call] : []));
  const imports = [
    "import os",
    ...(steps.some(({ kind }) => kind === "pause") ? ["import time"] : []),
    ...(calls.some(({ outputFile }) => outputFile !== undefined)
      ? ["from pathlib import Path"]
      : []),
    "",
    "from gatehouse import Gatehouse",
  ];
  const values = variables.map((name) => `${name} = os.environ["${name}"]\n`).join("");
  return `${imports.join("\n")}

box = Gatehouse(os.environ["URL"], os.environ["KEY"])
${values}
${steps.map(stepText).join("\n")}
`;
}

function stepText(step: Step): string {
  if (step.kind === "comment") return `# ${step.text}`;
  if (step.kind === "pause") return `time.sleep(${step.seconds})`;
  const { operation, outputFile } = step.call;
  const call = `box.${snake(operation.area)}.${snake(operation.id)}(${argumentsOf(step.call)})`;
  if (operation.result === "events") return `for event in ${call}:\n    print(event)`;
  return outputFile === undefined
    ? `print(${call})`
    : `Path(${JSON.stringify(outputFile)}).write_bytes(${call})`;
}

function argumentsOf({ operation, path, query, body, idempotencyKey }: ApiCall): string {
  return [
    ...path.map(([, value]) => literalOf(value)),
    ...(operation.hasBody ? [literal(body ?? {}, pythonStyle)] : []),
    ...query.map(([name, value]) => `${snake(name)}=${literalOf(value)}`),
    ...(idempotencyKey === undefined ? [] : [`idempotency_key=${literalOf(idempotencyKey)}`]),
  ].join(", ");
}

function literalOf(value: string | number | boolean): string {
  const isVariable = typeof value === "string" && value.startsWith("$");
  return isVariable ? value.slice(1) : literal(value, pythonStyle);
}
