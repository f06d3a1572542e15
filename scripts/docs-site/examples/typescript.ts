import type { ApiCall } from "./api-call.ts";
import { literal, typescriptStyle } from "./literal.ts";
import type { Step } from "./step.ts";

/** Returns the program for `@gatehouse/client` that does the steps of an example. */
export function typescriptProgram(steps: readonly Step[], variables: readonly string[]): string {
  const calls = steps.flatMap((step) => (step.kind === "call" ? [step.call] : []));
  const imports = [
    ...(calls.some(({ outputFile }) => outputFile !== undefined)
      ? [`import { writeFile } from "node:fs/promises";`]
      : []),
    ...(steps.some(({ kind }) => kind === "pause")
      ? [`import { setTimeout } from "node:timers/promises";`]
      : []),
    `import { Gatehouse } from "@gatehouse/client";`,
  ];
  const names = ["URL: baseUrl", "KEY: apiKey", ...variables].join(", ");
  return `${imports.join("\n")}

const { ${names} } = process.env as Record<string, string>;
const gatehouse = new Gatehouse({ baseUrl, apiKey });

${steps.map(stepText).join("\n")}
`;
}

function stepText(step: Step): string {
  if (step.kind === "comment") return `// ${step.text}`;
  if (step.kind === "pause") return `await setTimeout(${step.seconds * 1000});`;
  const { operation, outputFile } = step.call;
  const call = `gatehouse.${operation.area}.${operation.id}(${argumentsOf(step.call)})`;
  if (operation.result === "events") {
    return `for await (const event of ${call}) {\n  console.log(event);\n}`;
  }
  if (outputFile === undefined) return `console.log(await ${call});`;
  const name = outputFile.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `const ${name} = await ${call};
await writeFile(${JSON.stringify(outputFile)}, Buffer.from(await ${name}.arrayBuffer()));`;
}

function argumentsOf({ operation, path, query, body, idempotencyKey }: ApiCall): string {
  const named = [
    ...path.map(([name, value]) => argument(name, value)),
    ...query.map(([name, value]) => argument(name, value)),
  ];
  const takesNames = operation.path.includes("{") || Object.keys(operation.query).length > 0;
  const options = idempotencyKey === undefined ? undefined : { idempotencyKey };
  const later = operation.hasBody || options !== undefined;
  const isNamed = takesNames && (named.length > 0 || later);
  return [
    ...(isNamed ? [named.length === 0 ? "{}" : `{ ${named.join(", ")} }`] : []),
    ...(operation.hasBody ? [literal(body ?? {}, typescriptStyle)] : []),
    ...(options ? [literal(options, typescriptStyle)] : []),
  ].join(", ");
}

function argument(name: string, value: string | number | boolean): string {
  const isVariable = typeof value === "string" && value.startsWith("$");
  return `${name}: ${isVariable ? value.slice(1) : JSON.stringify(value)}`;
}
