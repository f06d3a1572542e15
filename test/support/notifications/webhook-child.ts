/**
 * A process that runs jobs and pushes their ends until it is killed. Arguments: data directory, file to
 * which it appends `accepted <id>`, address of the receiver, file with the authority, how many jobs,
 * and `ordered` for incidents of two cameras in place of jobs, delivered in the order of each camera.
 */
import { openSync, writeSync } from "node:fs";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { Webhooks } from "../../../src/notifications/webhooks/webhooks.ts";
import { caller, echoOperation, handler } from "../jobs/make-jobs.ts";

const [dir = "", facts = "", url = "", caFile = "", count = "0", order] = process.argv.slice(2);
const log = silentLogger;
const clock = systemClock;
const store = new LmdbStore({ dir, reserveBytes: 4096, log, clock });
await store.start();
const blobs = new FileBlobs({ dir: `${dir}/blobs` });
await blobs.start();
const events = new EventLog({ store, clock, log });
await events.start();
const jobs = new Jobs({ store, events, blobs, clock, log });
const operation = echoOperation({ deadlineMs: null });
jobs.register(handler(() => Promise.resolve({ payload: { output: 1 } }), 8));
jobs.operations.register(operation);
const allowedNetworks = ["127.0.0.0/8"];
const outbound = new OutboundClient({ allowedNetworks, caFile, ownPorts: () => [] });
await outbound.start();
const vault = { path: `${dir}/webhook-key`, make: true };
const webhooks = new Webhooks({
  store,
  events,
  jobs,
  outbound,
  clock,
  log,
  vault,
  version: "0.0.0",
});
await webhooks.start();
if (webhooks.list("default").length === 0) {
  const ordered = { events: ["incident.created"], ordering: "camera" } as const;
  const secret = "a secret of the test";
  await webhooks.create("default", { url, secret, ...(order === "ordered" ? ordered : {}) });
}
await jobs.start();
const file = openSync(facts, "a");
for (let n = 0; n < Number(count) && order === "ordered"; n += 1) {
  const id = `${String(events.lastSeq()).padStart(8, "0")}-${n}`;
  const streamId = n % 2 === 0 ? "gate" : "yard";
  await events.append({
    org: "default",
    type: "incident.created",
    streamId,
    data: { id, streamId },
  });
  writeSync(file, `accepted ${id}\n`);
}
for (let n = 0; n < Number(count) && order !== "ordered"; n += 1) {
  const { job } = await jobs.submit(operation, { text: String(n) }, { caller: caller() });
  writeSync(file, `accepted ${job.id}\n`);
}
// Lives until it is killed.
setInterval(() => undefined, 1000);
