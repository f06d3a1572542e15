import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { fail } from "../../base/contract/fail.ts";

/**
 * Compares the sha256 of the files, read in order as one, with `expected`. Rejects with `model_unavailable`
 * and the found sum.
 */
export async function checkWeights(paths: readonly string[], expected: string): Promise<void> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  }
  const found = hash.digest("hex");
  if (found === expected) return;
  throw fail(
    "model_unavailable",
    `sha256: the file has ${found}, not ${expected}. Install the model again`,
  );
}
