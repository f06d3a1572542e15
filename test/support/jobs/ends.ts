import assert from "node:assert/strict";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";

/** Reads the event log of a stopped appliance: each of the jobs has one beginning or more, and one end. */
export async function assertOneEndEach(dataDir: string, jobIds: Iterable<string>): Promise<void> {
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  await store.start();
  const events = new EventLog({ store, clock: systemClock, log: silentLogger });
  await events.start();
  const begun = new Map<string, number>();
  const ended = new Map<string, number>();
  let lastSeq = 0;
  for (;;) {
    const page = events.read("default", lastSeq, 500);
    if (page.length === 0) break;
    for (const event of page) {
      assert.ok(event.seq > lastSeq, "positions only grow");
      lastSeq = event.seq;
      const jobId = event.jobId ?? "";
      if (event.type === "job.queued") begun.set(jobId, (begun.get(jobId) ?? 0) + 1);
      if (event.type === "job.completed" || event.type === "job.failed") {
        ended.set(jobId, (ended.get(jobId) ?? 0) + 1);
      }
    }
  }
  await events.stop();
  await store.stop();
  for (const jobId of jobIds) {
    assert.ok((begun.get(jobId) ?? 0) >= 1, `${jobId} was queued`);
    assert.equal(ended.get(jobId), 1, `${jobId} ended once`);
  }
}
