import { readFile } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import type { ProcessEnvironment } from "../../system/config/environment.ts";

/**
 * Reads the variables of an env file, as Docker Compose takes it: `NAME=value` per line. Fails with
 * `config_invalid` if the file cannot be read.
 */
export async function readEnvFile(file: string): Promise<ProcessEnvironment> {
  const text = await readFile(file, "utf8").catch((cause) => {
    throw fail("config_invalid", `${file}: cannot be read. Check its path and mode`, { cause });
  });
  const variables: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== "") variables[name] = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
  }
  return variables;
}

/** A text with its variables replaced, or the name of one that has no value. */
export type Substituted = { text: string } | { missing: string };

/**
 * Replaces `{FRIGATE_…}` by the values of `variables`, as Frigate does; `{{` and `}}` stand for
 * braces.
 */
export function withVariables(text: string, variables: ProcessEnvironment): Substituted {
  let missing: string | undefined;
  const replaced = text.replaceAll(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return found.charAt(0);
    const value = name.startsWith("FRIGATE_") ? variables[name] : undefined;
    if (value === undefined) missing ??= name;
    return value ?? "";
  });
  return missing === undefined ? { text: replaced } : { missing };
}
