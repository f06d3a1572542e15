/**
 * A process that writes incidents and tells them to a broker until it is killed. Arguments: data
 * directory, file to which it appends the number of each written event, address of the broker, how many.
 */
import { openSync, writeSync } from "node:fs";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { makeBus } from "./make-bus.ts";

const [dir = "", facts = "", url = "", count = "0"] = process.argv.slice(2);
const log = silentLogger;
const clock = systemClock;
const store = new LmdbStore({ dir, reserveBytes: 4096, log, clock });
await store.start();
const events = new EventLog({ store, clock, log });
await events.start();
const bus = makeBus({ store, events, url });
await bus.start(new AbortController().signal);
const file = openSync(facts, "a");
for (let n = 0; n < Number(count); n += 1) {
  const { seq } = await events.append({
    org: "default",
    type: "incident.created",
    streamId: "gate",
    data: { id: `incident-${n}`, severity: "warning" },
  });
  writeSync(file, `${seq}\n`);
}
// Lives until it is killed.
setInterval(() => undefined, 1000);
