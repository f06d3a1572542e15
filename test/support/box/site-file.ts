import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { checkConfig, problemLine } from "../../../src/system/config/load.ts";

/** Writes `text`, with a line break at its end, as a site file and returns its path; removed after the test. */
export async function siteFile(context: TestContext, text: string, mode = 0o600): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-config-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, "site.yaml");
  await writeFile(file, text.endsWith("\n") ? text : `${text}\n`, { mode });
  return file;
}

/** The problems of `text` as a site file, a line each. */
export async function linesOf(
  context: TestContext,
  text: string,
  environment: Record<string, string> = {},
): Promise<string[]> {
  const file = await siteFile(context, text);
  const { problems, config } = await checkConfig({ file, environment });
  assert.equal(config === null, problems.length > 0);
  return problems.map((each) => problemLine(each).replace(file, "site.yaml"));
}
