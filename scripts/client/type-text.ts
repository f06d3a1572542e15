/** The parts of a JSON schema that the generator reads. */
export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

/** Returns the TypeScript type of values that match `schema`, indented by `indent`. */
export function typeText(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((each) => typeText(each, indent)))].join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayText(schema, indent);
    case "object":
      return objectText(schema, indent);
    default:
      return "unknown";
  }
}

/** Returns the fields of an object type, one per line, each with its description. */
export function fieldsText(schema: Schema, indent: string): string {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const type = typeText(property, indent);
      const field = required.has(name) ? `${key(name)}: ${type};` : optional(name, type);
      return `${docText(property.description, indent)}${indent}${field}\n`;
    })
    .join("");
}

/** A doc comment, or nothing. */
export function docText(text: string | undefined, indent: string): string {
  if (text === undefined || text === "") return "";
  return `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ")} */\n`;
}

function optional(name: string, type: string): string {
  return `${key(name)}?: ${type}${type === "unknown" ? "" : " | undefined"};`;
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function arrayText(schema: Schema, indent: string): string {
  const item = typeText(schema.items ?? {}, indent);
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && minItems === maxItems && minItems <= 4) {
    return `[${Array.from({ length: minItems }, () => item).join(", ")}]`;
  }
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: Schema, indent: string): string {
  const extra = schema.additionalProperties;
  const isMap = typeof extra === "object";
  if (!schema.properties) return `Record<string, ${isMap ? typeText(extra, indent) : "unknown"}>`;
  const rest = extra === true ? `${indent}  [name: string]: unknown;\n` : "";
  return `{\n${fieldsText(schema, `${indent}  `)}${rest}${indent}}`;
}
