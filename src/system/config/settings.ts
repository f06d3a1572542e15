import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { ConfigPath } from "../../base/contract/explain.ts";
import type { Applies } from "../../base/settings/fields.ts";
import { fail } from "../../base/contract/fail.ts";
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
  /** When a change comes into force, as the setting or the nearest section around it declares. */
  applies: Applies;
}

interface Leaf {
  type?: string;
  title?: string;
  unit?: string;
  applies?: Applies;
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

function collect(schema: TSchema, path: readonly string[], around?: Applies): Setting[] {
  const leaf = schema as Leaf;
  const applies = leaf.applies ?? around;
  if (leaf.type === "object") {
    return Object.entries(leaf.properties ?? {}).flatMap(([name, inner]) =>
      collect(inner, [...path, name], applies),
    );
  }
  if (applies === undefined) {
    throw fail("internal_error", `${path.join(".")}: does not say when it applies. Add it`);
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
      applies,
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

/** Splits paths of settings by when a change of them comes into force. */
export function byTime(paths: readonly string[]): { live: string[]; restart: string[] } {
  const live = new Set(
    settings.filter(({ applies }) => applies === "live").map(({ path }) => path.join(".")),
  );
  return {
    live: paths.filter((path) => live.has(path)),
    restart: paths.filter((path) => !live.has(path)),
  };
}

/**
 * Returns the configuration `next` with the values of `present` at `paths`. A section that then has no value goes, too.
 */
export function withValuesOf<T>(present: T, next: T, paths: readonly string[]): T {
  const mixed = structuredClone(next) as Record<string, unknown>;
  for (const text of paths) setAt(mixed, text.split("."), valueAt(present, text.split(".")));
  return mixed as T;
}

function setAt(root: Record<string, unknown>, [step = "", ...rest]: string[], to: unknown): void {
  if (rest.length > 0) {
    const inner = (root[step] ?? {}) as Record<string, unknown>;
    setAt(inner, rest, to);
    if (Object.keys(inner).length > 0) root[step] = inner;
    else delete root[step];
  } else if (to === undefined) delete root[step];
  else root[step] = structuredClone(to);
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
