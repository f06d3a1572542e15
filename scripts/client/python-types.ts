import type { Schema } from "./type-text.ts";

/**
 * Collects the types of the Python client. Objects become TypedDicts in their functional form, because names of fields
 * such as `from` are words of Python, and Python 3.9 marks no single field as optional.
 */
export class PythonTypes {
  readonly #declared = new Map<string, string>();

  /** Returns the type of values that match `schema`, as the text of an annotation; `name` is for objects without one. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!;
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#union(choices, name);
    switch (schema.type) {
      case "string":
        return "str";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "number":
        return "float";
      case "integer":
        return "int";
      case "array":
        return `List[${this.typeOf(schema.items ?? {}, name)}]`;
      case "object":
        return this.#object(schema, name);
      default:
        return "Any";
    }
  }

  /** Declares a named schema of the document. */
  declare(name: string, schema: Schema): void {
    if (schema.type === "object" && schema.properties) this.#typedDict(name, schema);
    else this.#declared.set(name, `${name} = ${this.#evaluated(schema, name)}\n`);
  }

  /** Returns all declarations; each is quoted where it names others, so that their order is free. */
  text(): string {
    return [...this.#declared.values()].join("\n");
  }

  #union(choices: readonly Schema[], name: string): string {
    const types = choices.map((each, at) =>
      this.typeOf(each, at === 0 ? name : `${name}${at + 1}`),
    );
    const distinct = [...new Set(types)];
    if (distinct.includes("Any")) return "Any";
    return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(", ")}]`;
  }

  #object(schema: Schema, name: string): string {
    const extra = schema.additionalProperties;
    if (schema.properties && extra !== true) return this.#typedDict(name, schema);
    const isMap = typeof extra === "object" && !schema.properties;
    return `Dict[str, ${isMap ? this.typeOf(extra, name) : "Any"}]`;
  }

  #typedDict(name: string, schema: Schema): string {
    const required = new Set(schema.required);
    const fields = (isRequired: boolean): string =>
      Object.entries(schema.properties ?? {})
        .filter(([field]) => required.has(field) === isRequired)
        .map(([field, each]) => {
          const type = this.typeOf(each, `${name}${pascal(field)}`);
          return `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`;
        })
        .join("");
    // Before its parts, so that a type that names itself ends.
    this.#declared.set(name, "");
    const doc = docText(schema.description ?? "An object of the API", "    ");
    this.#declared.set(
      name,
      `_${name}Required = TypedDict("_${name}Required", {\n${fields(true)}})\n` +
        `_${name}Optional = TypedDict("_${name}Optional", {\n${fields(false)}}, total=False)\n\n\n` +
        `class ${name}(_${name}Required, _${name}Optional):\n${doc}\n`,
    );
    return name;
  }

  /** A type outside of quotes names others in quotes. */
  #evaluated(schema: Schema, name: string): string {
    return this.typeOf(schema, name).replaceAll(/(?<!["\w])[A-Z]\w*(?!["\w[])/g, (word) =>
      /^(Any|None)$/.test(word) ? word : `"${word}"`,
    );
  }
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) =>
    value === true
      ? "True"
      : value === false
        ? "False"
        : value === null
          ? "None"
          : JSON.stringify(value),
  );
  return `Literal[${texts.join(", ")}]`;
}

/** Returns a docstring. */
export function docText(text: string, indent: string): string {
  const plain = text.replaceAll("\\", "\\\\").replaceAll('"', "'").replaceAll(/\s+/g, " ");
  return `${indent}"""${plain}."""\n`;
}

/** Returns a name as Python writes classes. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** Returns a name as Python writes functions and arguments; words of the language get an underscore. */
export function snake(name: string): string {
  const text = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return /^(and|as|async|await|class|def|del|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield)$/.test(
    text,
  )
    ? `${text}_`
    : text;
}
