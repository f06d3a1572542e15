import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { putIncident } from "../../../src/perception/incidents/incident-store.ts";

/** Incidents written at once, so that no transaction grows long. */
const batch = 1000;

/** Writes resolved incidents into the store of a stopped box: one every `everySec`, the newest just before now. */
export async function seedIncidents(
  dataDir: string,
  { amount, everySec }: { amount: number; everySec: number },
): Promise<void> {
  const store = new LmdbStore({
    dir: dataDir,
    log: silentLogger,
    clock: systemClock,
  });
  await store.start();
  const nowMs = Date.now() - 60_000;
  for (let from = 0; from < amount; from += batch) {
    await store.transact((tx) => {
      for (let n = from; n < Math.min(amount, from + batch); n += 1) {
        putIncident(tx, seeded(n, nowMs - n * everySec * 1000));
      }
    });
  }
  await store.stop();
}

function seeded(n: number, startedAtMs: number): IncidentRecord {
  return {
    v: 1,
    id: uuidv7(startedAtMs),
    org: "default",
    streamId: ["gate", "yard", "dock", "hall"][n % 4]!,
    jobId: uuidv7(startedAtMs),
    type: n % 3 === 0 ? "loitering" : "intrusion",
    rule: "intrusion",
    zone: "North",
    state: "resolved",
    severity: n % 7 === 0 ? "critical" : "warning",
    classes: ["person"],
    confidence: 0.8,
    trackIds: [n],
    count: 1,
    direction: null,
    startedAtMs,
    openedAtMs: startedAtMs,
    lastSeenAtMs: startedAtMs + 4000,
    resolvedAtMs: startedAtMs + 5000,
    acknowledgedAtMs: null,
    locale: "en",
    summary: `A person entered the North zone, number ${n}.`,
    snapshotAssetId: null,
    site: null,
    groupKey: null,
    lastBoxNorm: null,
  };
}
