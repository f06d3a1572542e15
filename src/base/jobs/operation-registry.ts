import { fail } from "../contract/fail.ts";
import type { Operation, StepOperation } from "./operation.ts";

/** All operations of the appliance; the source of routes, the OpenAPI document and runs. */
export class OperationRegistry {
  readonly #operations = new Map<string, Operation>();
  readonly #stepsOnly = new Map<string, StepOperation>();

  /**
   * Adds an operation before the appliance starts. Fails with `internal_error` when its name or
   * path is taken, or when its schema allows unknown fields.
   */
  register(operation: Operation): void {
    const name = this.#freeName(operation);
    const taken = new Set(this.all().flatMap(pathsOf));
    const clash = pathsOf(operation).find((path) => taken.has(path));
    if (clash) throw fail("internal_error", `${name}: the path ${clash} is taken`);
    this.#operations.set(name, operation);
  }

  /** Adds an operation that is only a step of runs; fails as `register` does. */
  registerStep(operation: StepOperation): void {
    this.#stepsOnly.set(this.#freeName(operation), operation);
  }

  /** Returns the operation `namespace.method`. */
  get(name: string): Operation | undefined {
    return this.#operations.get(name);
  }

  /** Returns all possible steps of a run: each operation but the runs themselves. */
  steps(): readonly StepOperation[] {
    return [...this.#operations.values(), ...this.#stepsOnly.values()].filter(
      ({ jobType }) => jobType !== "run",
    );
  }

  #freeName({ namespace, method, inputSchema }: StepOperation): string {
    const name = `${namespace}.${method}`;
    if (this.#operations.has(name) || this.#stepsOnly.has(name)) {
      throw fail("internal_error", `${name} is registered twice`);
    }
    const schema = inputSchema as { additionalProperties?: unknown; type?: unknown };
    if (schema.type === "object" && schema.additionalProperties !== false) {
      throw fail("internal_error", `${name}: its schema must refuse unknown fields`);
    }
    return name;
  }

  /** Returns all operations in the order of registration. */
  all(): readonly Operation[] {
    return [...this.#operations.values()];
  }
}

function pathsOf({ path, aliases = [] }: Operation): string[] {
  return [path, ...aliases];
}
