/**
 * Time to list 10 000 and 100 000 incidents on a real store: the first page with its total, a page in the middle by
 * cursor, a search by words, the unacknowledged incidents, and the groups.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { atOnce } from "../../../src/base/concurrency/in-turns.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import {
  type IncidentFilter,
  incidentPage,
  searchWords,
} from "../../../src/perception/incidents/incident-list.ts";
import { putIncident } from "../../../src/perception/incidents/incident-store.ts";
import { incidentGroupPage } from "../../../src/perception/review/incident-groups.ts";

const page = { limit: 100, offset: 0 };
const org = "default";

for (const amount of [10_000, 100_000]) {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));
  const store = new LmdbStore({ dir, log: silentLogger, clock: systemClock });
  await store.start();
  await fill(store, amount);
  const list = (filter: IncidentFilter, after?: string) =>
    incidentPage(store, org, { filter, page: { ...page, after } });
  const middle = atOnce(list({ toMs: timeOf(amount / 2) })).nextCursor!;
  const groups = { filter: {}, gapMs: 300_000, page };
  const figures = {
    first_page: measured(() => list({})),
    middle_page: measured(() => list({}, middle)),
    unacknowledged: measured(() => list({ isAcknowledged: false })),
    search: measured(() => list({ words: searchWords("person gate 77") })),
    groups: measured(() => incidentGroupPage(store, org, groups)),
  };
  console.log(`${amount} incidents:`, figures);
  await store.stop();
  await rm(dir, { recursive: true });
}

function timeOf(n: number): number {
  return 1_790_000_000_000 + n * 20_000;
}

async function fill(store: LmdbStore, amount: number): Promise<void> {
  for (let from = 0; from < amount; from += 1000) {
    await store.transact((tx) => {
      for (let n = from; n < from + 1000; n += 1) putIncident(tx, incident(n));
    });
  }
}

function incident(n: number): IncidentRecord {
  const startedAtMs = timeOf(n);
  return {
    v: 1,
    id: uuidv7(startedAtMs),
    org,
    streamId: `cam-${n % 16}`,
    jobId: uuidv7(startedAtMs),
    type: n % 3 === 0 ? "loitering" : "intrusion",
    rule: "intrusion",
    zone: "yard",
    state: "resolved",
    severity: "warning",
    classes: ["person"],
    confidence: 0.8,
    trackIds: [n],
    count: 1,
    direction: null,
    startedAtMs,
    openedAtMs: startedAtMs,
    lastSeenAtMs: startedAtMs + 4000,
    resolvedAtMs: startedAtMs + 5000,
    acknowledgedAtMs: n % 2 === 0 ? startedAtMs + 9000 : null,
    locale: "en",
    summary: `A person entered the zone gate ${n % 200} and stayed for 4 s.`,
    snapshotAssetId: null,
    site: null,
    groupKey: `zone:gate-${n % 200}`,
    lastBoxNorm: null,
  };
}

/** Milliseconds in all, and of the longest step, in which nothing else runs; medians of nine. */
function measured(work: () => Generator<unknown, unknown>): { ms: number; longest_ms: number } {
  const runs = Array.from({ length: 9 }, () => {
    const steps: number[] = [];
    const stepper = work();
    for (let isDone = false; !isDone;) {
      const before = performance.now();
      isDone = stepper.next().done === true;
      steps.push(performance.now() - before);
    }
    return { ms: steps.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...steps) };
  });
  return {
    ms: median(runs.map(({ ms }) => ms)),
    longest_ms: median(runs.map((one) => one.longest)),
  };
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[4]! * 10) / 10;
}
