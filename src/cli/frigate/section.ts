import type { ConfigPath } from "../../base/contract/explain.ts";
import type { ImportFindings } from "./findings.ts";

/** A mapping of the file and its place. */
interface Layer {
  value: Readonly<Record<string, unknown>>;
  path: ConfigPath;
}

/** Words that Frigate takes for true and false. */
const flagWords = new Map<unknown, boolean>([
  ...[true, 1, "true", "yes", "on", "y", "t", "1"].map((word) => [word, true] as const),
  ...[false, 0, "false", "no", "off", "n", "f", "0"].map((word) => [word, false] as const),
]);

const notSection = "must be a section with settings. Correct it as in Frigate's documentation";

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A section of Frigate's configuration with the settings that apply there: a camera's own setting
 * before the global one. A value of the wrong kind is a problem, and counts as absent.
 */
export class FrigateSection {
  readonly #layers: readonly Layer[];
  readonly #findings: ImportFindings;

  constructor(layers: readonly Layer[], findings: ImportFindings) {
    this.#layers = layers;
    this.#findings = findings;
  }

  /** The mapping `value` of the file at `path`; anything else is a problem. */
  static of(value: unknown, path: ConfigPath, findings: ImportFindings): FrigateSection {
    if (isMapping(value)) return new FrigateSection([{ value, path }], findings);
    findings.problem(path, notSection);
    return new FrigateSection([], findings);
  }

  /** This section where it has a setting, and `base` where it has none. */
  over(base: FrigateSection): FrigateSection {
    return new FrigateSection([...this.#layers, ...base.#layers], this.#findings);
  }

  /** Place of `key`: where its value stands, or where it belongs. */
  at(key: string): ConfigPath {
    const layer = this.#layers.find(({ value }) => isGiven(value[key])) ?? this.#layers[0];
    return [...(layer?.path ?? []), key];
  }

  /** Names of all settings and entries here. */
  keys(): string[] {
    const names = this.#layers.flatMap(({ value }) =>
      Object.keys(value).filter((key) => isGiven(value[key])),
    );
    return [...new Set(names)];
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  /** The value as the file has it; undefined if it is absent or empty. */
  raw(key: string): unknown {
    return this.#layers.map(({ value }) => value[key]).find(isGiven);
  }

  /** The section below `key`; an empty one if it is absent. */
  section(key: string): FrigateSection {
    const layers: Layer[] = [];
    for (const { value: outer, path } of this.#layers) {
      const value = outer[key];
      if (isMapping(value)) layers.push({ value, path: [...path, key] });
      else if (isGiven(value)) {
        this.#findings.problem([...path, key], notSection);
      }
    }
    return new FrigateSection(layers, this.#findings);
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === "string") return value;
    if (typeof value === "number") return String(value);
    return this.#wrong(key, "a text");
  }

  number(key: string): number | undefined {
    const value = this.raw(key);
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (number === undefined || (typeof number === "number" && Number.isFinite(number))) {
      return number;
    }
    return this.#wrong(key, "a number");
  }

  flag(key: string): boolean | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const known = flagWords.get(typeof value === "string" ? value.toLowerCase() : value);
    return known ?? this.#wrong(key, "true or false");
  }

  /** A list of texts; one text alone counts as a list with it. */
  texts(key: string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.every((each) => typeof each === "string")) return list;
    return this.#wrong(key, "a text or a list of texts");
  }

  #wrong(key: string, kind: string): undefined {
    const message = `must be ${kind}. Correct it as in Frigate's documentation`;
    this.#findings.problem(this.at(key), message);
  }
}

/** An empty line such as `objects:` gives nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
