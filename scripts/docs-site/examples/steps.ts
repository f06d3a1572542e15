import { apiCallOf } from "./api-call.ts";
import { pythonProgram } from "./python.ts";
import { statementsOf } from "./shell-words.ts";
import type { Step } from "./step.ts";
import { typescriptProgram } from "./typescript.ts";

/** The same example in the languages of the clients. */
export interface ClientPrograms {
  typescript: string;
  python: string;
}

/**
 * Returns the programs that do what a shell block, or a request written as method, path and body, does. Returns
 * undefined for a block without requests to the API, or with one that the clients do otherwise.
 */
export function clientPrograms(block: string): ClientPrograms | undefined {
  const steps = stepsOf(block);
  if (!steps?.some(({ kind }) => kind === "call")) return undefined;
  const variables = variablesOf(steps);
  return {
    typescript: typescriptProgram(steps, variables),
    python: pythonProgram(steps, variables),
  };
}

function stepsOf(block: string): Step[] | undefined {
  const request = /^[A-Z]+ \//.test(block) ? apiCallOf(block) : undefined;
  if (request) return [{ kind: "call", call: request }];
  const lines = block.split("\n");
  const comments = lines.flatMap((line, at): [number, Step][] => {
    const text = /^\s*# (.*)$/.exec(line)?.[1];
    return text === undefined ? [] : [[at, { kind: "comment", text }]];
  });
  const statements: [number, Step | undefined][] = statementsOf(lines, 0).map(({ line, text }) => [
    line,
    stepOf(text),
  ]);
  const steps = [...comments, ...statements].toSorted(([a], [b]) => a - b).map(([, step]) => step);
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function stepOf(statement: string): Step | undefined {
  const seconds = /^sleep (\d+)/.exec(statement)?.[1];
  if (seconds !== undefined) return { kind: "pause", seconds: Number(seconds) };
  const call = apiCallOf(statement);
  return call && { kind: "call", call };
}

/** The variables of the shell besides the address and the key. */
function variablesOf(steps: readonly Step[]): string[] {
  const values = steps.flatMap((step) =>
    step.kind === "call" ? step.call.path.map(([, value]) => value) : [],
  );
  return [...new Set(values.filter((value) => value.startsWith("$")).map((name) => name.slice(1)))];
}
