import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { ConfigPath } from "../../base/contract/explain.ts";
import { siteSchema } from "./schema.ts";

/** One leaf of the configuration: a key that holds a value, not a section. */
export interface Setting {
  path: readonly string[];
  /** Name of the environment variable that overrides it; null for settings of the file only. */
  variable: string | null;
  kind: "text" | "number" | "flag" | "texts" | "list";
  title: string;
  unit: string | null;
  default: unknown;
  /** Allowed values or range in words; empty when the kind says it all. */
  allowed: string;
}

interface Leaf {
  type?: string;
  title?: string;
  unit?: string;
  default?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  items?: { type?: string };
  properties?: Record<string, TSchema>;
}

/** `GATEHOUSE_` and the path in capitals: `server.port` → `GATEHOUSE_SERVER_PORT`. */
function variableOf(path: readonly string[]): string {
  return `GATEHOUSE_${path.join("_").toUpperCase()}`;
}

function kindOf(leaf: Leaf): Setting["kind"] {
  switch (leaf.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "flag";
    case "array":
      return leaf.items?.type === "string" ? "texts" : "list";
    default:
      return "text";
  }
}

function allowedOf(leaf: Leaf): string {
  if (leaf.enum) return leaf.enum.join(", ");
  if (leaf.minimum === undefined || leaf.maximum === undefined) return "";
  return `${leaf.minimum} to ${leaf.maximum}`;
}

function collect(schema: TSchema, path: readonly string[]): Setting[] {
  const leaf = schema as Leaf;
  if (leaf.type === "object") {
    return Object.entries(leaf.properties ?? {}).flatMap(([name, inner]) =>
      collect(inner, [...path, name]),
    );
  }
  const kind = kindOf(leaf);
  return [
    {
      path,
      variable: kind === "list" || path[0] === "version" ? null : variableOf(path),
      kind,
      title: leaf.title ?? "",
      unit: leaf.unit ?? null,
      default: leaf.default ?? null,
      allowed: allowedOf(leaf),
    },
  ];
}

/** All settings of the configuration in the order of the schema; `cameras` counts as one. */
export const settings: readonly Setting[] = collect(siteSchema, []);

/** A value that overrides the file: from the environment or from a command line flag. */
export interface Override {
  /** The name in the user's spelling: `GATEHOUSE_SERVER_PORT` or `--port`. */
  name: string;
  path: ConfigPath;
  text: string;
}

/**
 * Parses the text of an override by the setting's kind: numbers, `true`/`false`, comma lists. An
 * invalid text stays a string, so that the check reports it.
 */
export function overrideValue(override: Override): unknown {
  const setting = settings.find((each) => each.path.join(".") === override.path.join("."));
  const { text } = override;
  switch (setting?.kind) {
    case "number":
      return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
    case "flag":
      return text === "true" ? true : text === "false" ? false : text;
    case "texts":
      return text
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== "");
    case "text":
    case "list":
    case undefined:
      return text;
  }
}

/** Returns the paths of the settings whose values differ between two whole configurations. */
export function differingSettings(one: unknown, other: unknown): string[] {
  return settings
    .filter(({ path }) => !isDeepStrictEqual(valueAt(one, path), valueAt(other, path)))
    .map(({ path }) => path.join("."));
}

/** Returns the value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: ConfigPath): unknown {
  let at = root;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}
