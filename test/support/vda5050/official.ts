import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

const folder = join(import.meta.dirname, "../../../../shared/data/vda5050");

/** Why the schemas that the VDA publishes cannot be compared with; false where they can. */
export const noOfficialSchemas = existsSync(folder)
  ? false
  : "the official JSON schemas are not beside the repository (../shared/data/vda5050)";

/** The official schema of a topic as it is published, but for the stray comma of 2.0.0's state. */
export function officialSchema(version: string, topic: string): Record<string, unknown> {
  const text = readFileSync(join(folder, `release_${version}.0`, `${topic}.schema`), "utf8");
  return JSON.parse(text.replace(/,(\s*[}\]])/g, "$1")) as Record<string, unknown>;
}

const compiled = new Map<string, ValidateFunction>();

/** A check by the official schema of a topic, compiled once; its errors are those of its latest call. */
export function officialCheck(version: string, topic: string): ValidateFunction {
  const name = `${version}/${topic}`;
  const check = compiled.get(name) ?? compile(version, topic);
  compiled.set(name, check);
  return check;
}

function compile(version: string, topic: string): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    allErrors: true,
  });
  return ajv.compile(officialSchema(version, topic));
}
