import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { repoDir } from "../box/appliance.ts";

const schemas = join(repoDir, "test/fixtures/cyclonedx");

/** Faults of a bill of materials by the published schema of CycloneDX 1.6; empty for a valid one. */
export async function sbomFaults(sbom: unknown): Promise<string[]> {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ["spdx", "jsf-0.82"]) {
    // The name by which the schema of the bill refers to it.
    ajv.addSchema(await schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = ajv.compile(await schemaOf("bom-1.6"));
  isValid(sbom);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

async function schemaOf(name: string): Promise<object> {
  const bytes = await readFile(join(schemas, `${name}.schema.json.gz`));
  return JSON.parse(gunzipSync(bytes).toString("utf8")) as object;
}
