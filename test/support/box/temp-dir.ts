import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

const removed = new Set<string>();
// A part that stops after the folder's removal may write once more.
process.once("exit", () => {
  for (const dir of removed) rmSync(dir, { recursive: true, force: true });
});

/** A new folder that is removed when the test has ended. */
export async function tempDir(t: Pick<TestContext, "after">): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  t.after(async () => {
    removed.add(dir);
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  return dir;
}
