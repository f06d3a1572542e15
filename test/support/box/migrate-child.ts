import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { migrate } from "../../../src/system/store/migrate.ts";
import { plantedMigrations } from "./planted-migrations.ts";

/** Migrates the store in `argv[2]` and kills itself with SIGKILL before step number `argv[3]`. */
const [dir = "", killAt = "0"] = process.argv.slice(2);
const store = new LmdbStore({ dir, reserveBytes: 4096, log: silentLogger, clock: systemClock });
await store.start();
let steps = 0;
const known = plantedMigrations.map((each) => ({
  ...each,
  step: (...args: Parameters<typeof each.step>) => {
    steps += 1;
    if (steps === Number(killAt)) process.kill(process.pid, "SIGKILL");
    return each.step(...args);
  },
}));
await migrate(store, known);
await store.stop();
process.exit(0);
