/**
 * Writes client/source/generated.ts, client/python/gatehouse/_generated.py and client/operations.json from the OpenAPI
 * document of this very source tree: starts an appliance on a free port, reads its document, stops it. Run it after each
 * change of a route.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "../src/http/openapi/openapi.ts";
import { startAppliance } from "../test/support/box/appliance.ts";
import { clientSource } from "./client/generate.ts";
import { operationsSource } from "./client/operations.ts";
import { pythonSource } from "./client/python.ts";

const file = join(import.meta.dirname, "../client/source/generated.ts");
const pythonFile = join(import.meta.dirname, "../client/python/gatehouse/_generated.py");
const operationsFile = join(import.meta.dirname, "../client/operations.json");
const box = await startAppliance();
try {
  const document = (await (await box.fetch("/openapi.json")).json()) as OpenApiDocument;
  await writeFile(file, clientSource(document));
  await writeFile(pythonFile, pythonSource(document));
  await writeFile(operationsFile, operationsSource(document));
  console.log([file, pythonFile, operationsFile].map((each) => `written: ${each}`).join("\n"));
} finally {
  await box.stop();
}
