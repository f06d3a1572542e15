/**
 * A process that submits and runs jobs until it is killed. Arguments: data directory, file to which it
 * appends one line per fact (`accepted <key> <id>`, `event <seq> <type> <id>`), round.
 */
import { openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { caller, echoOperation, handler } from "./make-jobs.ts";

const [dir = "", facts = "", round = "0"] = process.argv.slice(2);
const log = silentLogger;
const clock = systemClock;
const store = new LmdbStore({ dir, reserveBytes: 4096, log, clock });
await store.start();
const blobs = new FileBlobs({ dir: join(dirname(dir), "blobs") });
await blobs.start();
const events = new EventLog({ store, clock, log });
await events.start();
const file = openSync(facts, "a");
const say = (line: string): void => void writeSync(file, `${line}\n`);
events.subscribe(({ seq, type, jobId }) => say(`event ${seq} ${type} ${jobId}`));

// No deadline: a job that was running at each kill is not poison here.
const operation = echoOperation({ deadlineMs: null });
const jobs = new Jobs({ store, events, blobs, clock, log });
jobs.register(
  handler(async ({ update }) => {
    await update({ phase: "half" });
    // oxlint-disable-next-line house/no-sleep -- the work of a job, so that a kill meets it
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    return { payload: { output: 1 } };
  }, 8),
);
jobs.operations.register(operation);
await jobs.start();
say(`started ${round}`);

/** Each key is used by two requests; large bodies go through the blobs. */
async function submit(key: string, n: number): Promise<void> {
  const body = { text: "x".repeat(n % 10 === 0 ? 100_000 : 10) };
  const from = { caller: caller(), idempotency: { key, fingerprint: key } };
  const { job } = await jobs.submit(operation, body, from);
  say(`accepted ${key} ${job.id}`);
}
for (let n = 0; ; n += 1) {
  const key = `${round}-${n}`;
  const earlier = `${Number(round) - 1}-${n}`;
  await Promise.all([submit(key, n), submit(key, n), ...(n < 5 ? [submit(earlier, n)] : [])]);
}
