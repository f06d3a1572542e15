import { privateScopeOf } from "../contract/jobs.ts";
import type { OperationRegistry } from "../jobs/operation-registry.ts";
import type { StepOperation } from "../jobs/operation.ts";

/** What can be a step, by `namespace.method`; made from the operations that are registered. */
export class StepTable {
  readonly #operations: Pick<OperationRegistry, "steps">;

  constructor(operations: Pick<OperationRegistry, "steps">) {
    this.#operations = operations;
  }

  get(name: string): StepOperation | undefined {
    return this.#operations.steps().find((each) => nameOf(each) === name);
  }

  /** All names, in the order of the alphabet. */
  names(): string[] {
    return this.#operations.steps().map(nameOf).toSorted();
  }
}

/** `namespace.method`. */
export function nameOf({ namespace, method }: Pick<StepOperation, "namespace" | "method">): string {
  return `${namespace}.${method}`;
}

/** Whether the operation's jobs say something about people's health. */
export function isAboutHealth({ jobType }: Pick<StepOperation, "jobType">): boolean {
  return privateScopeOf(jobType) !== null;
}
