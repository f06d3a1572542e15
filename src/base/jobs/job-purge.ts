import type { Clock } from "../core/clock.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import type { Idempotency } from "./idempotency.ts";
import type { JobInputs } from "./inputs/job-inputs.ts";
import type { JobStore } from "./job-store.ts";

/** Jobs removed in one transaction: about thirteen keys each and one a blob, below 100 keys. */
const batch = 5;
/** Marks of removed jobs on the whole box; the oldest are removed first. */
const maxGone = 1_000_000;

/**
 * Removes inputs and records beyond the retention, and the oldest ended jobs of organisations with
 * too many. Resolves with the number of records removed.
 */
export async function purgeJobs(
  parts: {
    store: Store;
    clock: Clock;
    jobs: JobStore;
    inputs: JobInputs;
    idempotency: Idempotency;
  },
  orgs: Iterable<string>,
): Promise<number> {
  const { store, clock, jobs, inputs, idempotency } = parts;
  const commit = async (work: (tx: StoreTransaction) => string[][]): Promise<void> => {
    await inputs.drop((await store.transact(work, { essential: true })).flat());
  };
  const remove = (tx: StoreTransaction, org: string, id: string): string[] => {
    idempotency.forgetJob(tx, org, id);
    return jobs.remove(tx, { org, id, nowMs: clock.wallMs() });
  };
  let removed = 0;
  for (;;) {
    const due = jobs.expired(clock.ageMs(), batch);
    if (due.length === 0) break;
    await commit((tx) =>
      due.map(({ key, id, value: { org, what } }) => {
        tx.remove(key);
        return what === "input" ? jobs.removeInput(tx, org, id) : remove(tx, org, id);
      }),
    );
    removed += due.filter(({ value }) => value.what === "job").length;
  }
  for (const org of orgs) {
    for (;;) {
      const ids = jobs.surplus(org, batch);
      if (ids.length === 0) break;
      await commit((tx) => ids.map((id) => remove(tx, org, id)));
      removed += ids.length;
    }
  }
  await jobs.forgetGone(clock.ageMs(), maxGone);
  return removed;
}
