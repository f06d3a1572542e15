import type { ConfigPath } from "../../base/contract/explain.ts";
import type { YamlSource } from "../../system/config/yaml-source.ts";

/** A remark about one place of Frigate's configuration. */
export interface ImportFinding {
  /** Line of the file, from 1. */
  line: number;
  /** Such as `cameras.gate.zones.yard`; empty for the whole file. */
  path: string;
  /** `<what is wrong or different>. <what to do>`; never a value of the file, which may be a secret. */
  message: string;
}

/** Returns a path as people write it, for example `cameras.gate.ffmpeg.inputs[0].path`. */
export function pathText(path: ConfigPath): string {
  return path
    .map((step, at) => (typeof step === "number" ? `[${step}]` : `${at === 0 ? "" : "."}${step}`))
    .join("");
}

/**
 * Collects the remarks about a configuration: problems, which the user must correct first, and
 * differences, which the import lists. It keeps equal remarks about one place only once, because
 * every camera inherits the global settings.
 */
export class ImportFindings {
  readonly #lineOf: YamlSource["lineOf"];
  readonly #problems = new Map<string, ImportFinding>();
  readonly #differences = new Map<string, ImportFinding>();

  constructor(source: Pick<YamlSource, "lineOf">) {
    this.#lineOf = source.lineOf;
  }

  /** The import stops: the file cannot be read as it is. */
  problem(path: ConfigPath, message: string): void {
    this.#add(this.#problems, path, message);
  }

  /** The import goes on without this setting, or with another one in its place. */
  difference(path: ConfigPath, message: string): void {
    this.#add(this.#differences, path, message);
  }

  /** All problems, in the order of the lines. */
  problems(): ImportFinding[] {
    return inOrder(this.#problems);
  }

  /** All differences, in the order of the lines. */
  differences(): ImportFinding[] {
    return inOrder(this.#differences);
  }

  #add(to: Map<string, ImportFinding>, path: ConfigPath, message: string): void {
    const finding = { line: this.#lineOf({ path, isKey: true }), path: pathText(path), message };
    to.set(`${finding.path}\n${message}`, finding);
  }
}

function inOrder(findings: ReadonlyMap<string, ImportFinding>): ImportFinding[] {
  return [...findings.values()].toSorted((a, b) => a.line - b.line);
}
