import type { ConfigPath } from "../../base/contract/explain.ts";
import { nearest } from "../../base/contract/nearest.ts";
import { type Override, settings } from "./settings.ts";

/** Environment variables, as `process.env` has them. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; the only read of it. */
export function processEnvironment(): ProcessEnvironment {
  return process.env;
}

/** Variable that names the configuration file. */
export const configVariable = "GATEHOUSE_CONFIG";

const prefix = "GATEHOUSE_";

/** Returns the settings that the environment overrides, and its unknown `GATEHOUSE_` names. */
export function environmentOverrides(environment: ProcessEnvironment): {
  overrides: Override[];
  unknown: { name: string; message: string }[];
} {
  const byVariable = new Map(settings.map((each) => [each.variable, each.path as ConfigPath]));
  const overrides: Override[] = [];
  const unknown: { name: string; message: string }[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || name === configVariable || text === undefined) continue;
    const path = byVariable.get(name);
    if (path) {
      overrides.push({ name, path, text });
      continue;
    }
    const known = settings.flatMap((each) => each.variable ?? []);
    const guess = nearest(name, known);
    const hint = guess === undefined ? "" : `; did you mean ${guess}?`;
    unknown.push({ name, message: `is no setting${hint}` });
  }
  return { overrides, unknown };
}
