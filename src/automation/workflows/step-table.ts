import { privateScopeOf } from "../../base/jobs/job-terms.ts";
import type { OperationRegistry } from "../../base/jobs/operation-registry.ts";
import type { StepOperation } from "../../base/jobs/operation.ts";

/** The registered operations that can be steps, by `namespace.method`. */
export class StepTable {
  readonly #operations: Pick<OperationRegistry, "steps">;

  constructor(operations: Pick<OperationRegistry, "steps">) {
    this.#operations = operations;
  }

  /** Returns an operation by its name or an alias; hyphens and underscores are equal. */
  get(name: string): StepOperation | undefined {
    const sought = spelled(name);
    return this.#operations.steps().find((each) => namesOf(each).some((one) => one === sought));
  }

  /** All names in alphabetical order. */
  names(): string[] {
    return this.#operations.steps().map(nameOf).toSorted();
  }
}

/** `namespace.method`. */
export function nameOf({ namespace, method }: Pick<StepOperation, "namespace" | "method">): string {
  return `${namespace}.${method}`;
}

function namesOf({ namespace, method, methodAliases = [] }: StepOperation): string[] {
  return [method, ...methodAliases].map((each) => spelled(nameOf({ namespace, method: each })));
}

function spelled(name: string): string {
  return name.replaceAll("_", "-");
}

/** True when the operation's jobs hold data about people's health. */
export function isAboutHealth({ jobType }: Pick<StepOperation, "jobType">): boolean {
  return privateScopeOf(jobType) !== null;
}
