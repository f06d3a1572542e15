/** Opens the store in the directory given, writes one record and keeps the store open. */
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";

const store = new LmdbStore({
  dir: process.argv[2]!,
  reserveBytes: 4096,
  log: silentLogger,
  clock: systemClock,
});
await store.start();
await store.transact((tx) => tx.put(["org", "held"], "by the child"));
process.stdout.write("held\n");
setInterval(() => {}, 60_000);
