import type { TestContext } from "node:test";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { tempDir } from "../box/temp-dir.ts";

/** An open store; in a new folder when `dir` is absent. Closed when the test has ended. */
export async function makeStore(
  t: Pick<TestContext, "after">,
  dir?: string,
  reserveBytes = 4096,
): Promise<LmdbStore> {
  const store = new LmdbStore({
    dir: dir ?? (await tempDir(t)),
    reserveBytes,
    log: silentLogger,
    clock: systemClock,
  });
  await store.start();
  t.after(() => store.stop());
  return store;
}
