/** How a language writes values. */
export interface LiteralStyle {
  words: { true: string; false: string; null: string };
  key(name: string): string;
  /** What stands inside the braces of an object on one line. */
  padding: string;
}

/** TypeScript. */
export const typescriptStyle: LiteralStyle = {
  words: { true: "true", false: "false", null: "null" },
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
  padding: " ",
};

/** Python. */
export const pythonStyle: LiteralStyle = {
  words: { true: "True", false: "False", null: "None" },
  key: (name) => JSON.stringify(name),
  padding: "",
};

/** Of a value on one line; the call around it needs the rest of a line of 100. */
const widthCharacters = 66;

/** Returns the source text of a JSON value. Lines after the first are indented by `indent`. */
export function literal(value: unknown, style: LiteralStyle, indent = ""): string {
  const line = inline(value, style);
  if (indent.length + line.length <= widthCharacters || !isFilled(value)) return line;
  const inner = `${indent}${" ".repeat(style.padding === "" ? 4 : 2)}`;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const members = Array.isArray(value)
    ? value.map((each) => literal(each, style, inner))
    : Object.entries(value).map(
        ([name, each]) => `${style.key(name)}: ${literal(each, style, inner)}`,
      );
  return `${open}\n${members.map((each) => `${inner}${each},\n`).join("")}${indent}${close}`;
}

function isFilled(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function inline(value: unknown, style: LiteralStyle): string {
  if (value === null || typeof value === "boolean") {
    return style.words[String(value) as keyof LiteralStyle["words"]];
  }
  if (Array.isArray(value)) return `[${value.map((each) => inline(each, style)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${style.key(name)}: ${inline(each, style)}`,
  );
  if (members.length === 0) return "{}";
  return `{${style.padding}${members.join(", ")}${style.padding}}`;
}
