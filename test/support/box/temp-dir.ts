import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A new folder that is removed when the test has ended. */
export async function tempDir(t: Pick<TestContext, "after">): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
