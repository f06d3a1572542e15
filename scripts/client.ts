/**
 * Writes client/source/generated.ts from the OpenAPI document of this very source tree: starts an
 * appliance on a free port, reads its document, stops it. Run it after each change of a route.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "../src/http/openapi/openapi.ts";
import { startAppliance } from "../test/support/box/appliance.ts";
import { clientSource } from "./client/generate.ts";

const file = join(import.meta.dirname, "../client/source/generated.ts");
const box = await startAppliance();
try {
  const document = (await (await box.fetch("/openapi.json")).json()) as OpenApiDocument;
  await writeFile(file, clientSource(document));
  console.log(`written: ${file}`);
} finally {
  await box.stop();
}
