import { fail } from "../contract/fail.ts";
import type { Operation } from "./operation.ts";

/** All operations of the appliance; routes, the OpenAPI document and runs are made from it. */
export class OperationRegistry {
  readonly #operations = new Map<string, Operation>();

  /**
   * Adds an operation before the appliance starts. Fails with `internal_error` when its name or path
   * is taken, or when its schema lets unknown fields through.
   */
  register(operation: Operation): void {
    const name = `${operation.namespace}.${operation.method}`;
    if (this.#operations.has(name)) throw fail("internal_error", `${name} is registered twice`);
    const taken = new Set(this.all().flatMap(pathsOf));
    const clash = pathsOf(operation).find((path) => taken.has(path));
    if (clash) throw fail("internal_error", `${name}: the path ${clash} is taken`);
    const schema = operation.inputSchema as { additionalProperties?: unknown; type?: unknown };
    if (schema.type === "object" && schema.additionalProperties !== false) {
      throw fail("internal_error", `${name}: its schema must refuse unknown fields`);
    }
    this.#operations.set(name, operation);
  }

  /** The operation called `namespace.method`. */
  get(name: string): Operation | undefined {
    return this.#operations.get(name);
  }

  /** In the order of registration. */
  all(): readonly Operation[] {
    return [...this.#operations.values()];
  }
}

function pathsOf({ path, aliases = [] }: Operation): string[] {
  return [path, ...aliases];
}
