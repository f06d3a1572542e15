import type { StepOperation } from "../../base/jobs/operation.ts";

type TSchema = StepOperation["inputSchema"];

type Node = Readonly<Record<string, unknown>>;

/** Schema of a reference: an object with `$ref`, whose form is checked elsewhere. */
const hole = { type: "object", required: ["$ref"] } as const;
/** Keywords whose value is one schema for further places, or several by name or number. */
const placesOne = ["items", "additionalProperties", "unevaluatedProperties", "contains"] as const;
const placesMany = ["properties", "patternProperties", "prefixItems"] as const;
/** Keywords whose schemas describe the same place. */
const samePlace = ["anyOf", "oneOf", "allOf", "if", "then", "else", "$defs"] as const;

/**
 * Makes schemas that accept the values of a given one, and in any place below the top also a reference, whose
 * value is not known yet. Constants stay, because they select the branch of a union.
 */
export class SchemasWithHoles {
  readonly #relaxed = new WeakMap<TSchema, TSchema>();

  /** Returns the same object for the same schema, so that it is compiled once. */
  of(schema: TSchema): TSchema {
    const relaxed = this.#relaxed.get(schema) ?? (inside(schema as Node) as TSchema);
    this.#relaxed.set(schema, relaxed);
    return relaxed;
  }
}

function inside(node: Node): Node {
  const more: Record<string, unknown> = {};
  for (const name of placesOne) if (isNode(node[name])) more[name] = place(node[name]);
  for (const name of placesMany) if (name in node) more[name] = each(node[name], place);
  for (const name of samePlace) {
    if (name in node)
      more[name] = isSingle(name) ? inside(node[name] as Node) : each(node[name], inside);
  }
  return { ...node, ...more };
}

function place(node: Node): Node {
  return "const" in node ? node : { if: hole, else: inside(node) };
}

function each(nodes: unknown, change: (node: Node) => Node): unknown {
  const changed = (node: unknown): unknown => (isNode(node) ? change(node) : node);
  if (Array.isArray(nodes)) return nodes.map(changed);
  return Object.fromEntries(
    Object.entries(nodes as Node).map(([name, node]) => [name, changed(node)]),
  );
}

function isSingle(name: string): boolean {
  return name === "if" || name === "then" || name === "else";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
