/**
 * Rate at which the box accepts jobs durably, divided by the rate of bare LMDB transactions that put the same records
 * on the same disk, both with 64 at a time; and the time to accept a job at 50 jobs a second. No job runs meanwhile.
 * Fails below a ratio of 0.5 or above a p99 of 25 ms.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store, StoreKey } from "../../../src/base/core/store.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { caller, echoOperation, handler, untilAborted } from "../../support/jobs/make-jobs.ts";

const inFlight = 64;
const roundMs = 1500;
const rounds = 4;
const minRatio = 0.5;
const maxP99Ms = 25;

type Put = [key: StoreKey, value: unknown];

/** Transactions per second of `one`, with 64 of them in flight. */
async function rate(one: (n: number) => Promise<unknown>): Promise<number> {
  let n = 0;
  const start = performance.now();
  const end = start + roundMs;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      n += 1;
      await one(n);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (n / (performance.now() - start)) * 1000;
}

/** A store that notes the puts of its transactions. */
function noting(store: Store, puts: Put[]): Store {
  return {
    get: (key) => store.get(key),
    range: (options) => store.range(options),
    count: (prefix) => store.count(prefix),
    isFull: () => store.isFull(),
    transact: (work, options) =>
      store.transact(
        (tx) =>
          work({
            ...tx,
            put: (key, value) => {
              puts.push([key, value]);
              tx.put(key, value);
            },
          }),
        options,
      ),
  };
}

async function makeJobs(store: Store, dir: string): Promise<Jobs> {
  const parts = { store, clock: systemClock, log: silentLogger };
  const events = new EventLog(parts);
  await events.start();
  const blobs = new FileBlobs({ dir: join(dir, "blobs") });
  await blobs.start();
  const jobs = new Jobs({ ...parts, events, blobs, limits: { maxQueuedPerOrg: Infinity } });
  jobs.register(handler(untilAborted, 0));
  await jobs.start();
  return jobs;
}

const operation = echoOperation({
  inputEcho: { prompt: "a quiet street at dawn", reference_image_count: 0 },
  clientReferenceId: "order-4711",
});
const body = { text: "x".repeat(200) };
const submit = (jobs: Jobs, key: string): Promise<unknown> =>
  jobs.submit(operation, body, { caller: caller(), idempotency: { key, fingerprint: key } });

const dir = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));
const store = new LmdbStore({ dir: join(dir, "ours"), clock: systemClock, log: silentLogger });
await store.start();
const puts: Put[] = [];
const sampling = await makeJobs(noting(store, puts), dir);
puts.length = 0;
await submit(sampling, "sample");
await sampling.stop();
const jobs = await makeJobs(store, dir);
const bare = open<unknown, (string | number)[]>({
  path: join(dir, "bare"),
  mapSize: 8 * 1024 ** 3,
});

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await rate((n) => submit(jobs, `${round}-${n}`)));
  theirs.push(
    await rate(async (n) => {
      await bare.transaction(() => {
        for (const [key, value] of puts) void bare.put([...key, round, n], value);
      });
      await bare.flushed;
    }),
  );
}

const latencies: number[] = [];
for (let n = 0; n < 250; n += 1) {
  const start = performance.now();
  await submit(jobs, `paced-${n}`);
  const took = performance.now() - start;
  latencies.push(took);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 20 - took)));
}
await jobs.stop();
await store.stop();
await bare.close();
await rm(dir, { recursive: true });

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;
const ratio = median(ours.map((value, round) => value / theirs[round]!));
const p99 = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)]!;
console.log(`records per job          ${puts.length}`);
console.log(`accepted jobs            ${median(ours).toFixed(0)} /s, ${inFlight} in flight`);
console.log(`bare lmdb transactions   ${median(theirs).toFixed(0)} /s`);
console.log(`ratio                    ${ratio.toFixed(2)} (at least ${minRatio})`);
console.log(`accept at 50 /s          p50 ${median(latencies).toFixed(1)} ms`);
console.log(`                         p99 ${p99.toFixed(1)} ms (at most ${maxP99Ms})`);
process.exitCode = ratio >= minRatio && p99 <= maxP99Ms ? 0 : 1;
