import { fail } from "../../base/contract/fail.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Vault } from "../../base/secrets/vault.ts";
import type {
  Migration,
  MigrationHead,
  RewritingMigration,
  SteppedMigration,
} from "./migrations/migration.ts";
import { checkMark, markKey, putMark, readMark, type StoreMark } from "./store-version.ts";

/** A store whose file can be rewritten while no other process uses it. */
export interface RewritableStore extends Store {
  /** Replaces the file by a new one with every entry; `changes` are in the new one only. */
  rewrite(changes: readonly (readonly [key: StoreKey, value: unknown])[]): Promise<void>;
}

/** The migrations that a store needs. */
export interface MigrationPlan {
  from: number;
  to: number;
  /** True when an earlier run was cut off. */
  isResumed: boolean;
  steps: readonly Pick<Migration, "to" | "title">[];
}

/** Returns the migrations that `migrate` would run. Fails with `store_newer` when the store is of a newer release. */
export function planMigrations(mark: StoreMark, known: readonly Migration[]): MigrationPlan {
  const target = known.at(-1)?.to ?? 1;
  const { under, ...rest } = mark;
  checkMark(rest, target);
  if (under !== undefined && under.to > target)
    checkMark({ ...rest, readableFrom: under.to }, target);
  const steps = known.filter(({ to }) => to > mark.version).map(({ to, title }) => ({ to, title }));
  return {
    from: mark.version,
    to: Math.max(target, mark.version),
    isResumed: under !== undefined,
    steps,
  };
}

/**
 * Migrates the store to the newest layout, one migration after the other. The next run continues
 * one that was cut off at any point; a second run changes nothing.
 */
export async function migrate(
  store: RewritableStore,
  known: readonly Migration[],
  how: { vault?: Vault; onStep?: (migration: Migration) => void } = {},
): Promise<MigrationPlan> {
  const plan = planMigrations(readMark(store), known);
  for (const { to } of plan.steps) {
    const migration = known.find((each) => each.to === to)!;
    if (readMark(store).version !== to - 1) {
      throw fail(
        "store_failed",
        `store: no migration leads from layout ${readMark(store).version}. Restore a backup`,
      );
    }
    how.onStep?.(migration);
    if ("isRewrite" in migration) await rewrite(store, migration);
    else while (await moveOn(store, migration, how.vault));
  }
  return plan;
}

/**
 * Only the new file has the mark: a run that is cut off leaves the former store with its layout.
 */
async function rewrite(store: RewritableStore, migration: RewritingMigration): Promise<void> {
  await store.rewrite([[markKey, markAfter(readMark(store), migration)]]);
}

function markAfter(mark: StoreMark, { to, readableFrom }: MigrationHead): StoreMark {
  return { v: 1, version: to, readableFrom: Math.max(readableFrom, mark.readableFrom) };
}

/** Runs one step of a migration with its mark, in one transaction; false after the last. */
async function moveOn(
  store: Store,
  migration: SteppedMigration,
  vault: Vault | undefined,
): Promise<boolean> {
  return await store.transact((tx) => {
    const mark = readMark(tx);
    const next = migration.step(tx, mark.under?.cursor ?? null, vault);
    if (next === undefined) {
      putMark(tx, markAfter(mark, migration));
      return false;
    }
    putMark(tx, {
      v: 1,
      version: mark.version,
      readableFrom: mark.readableFrom,
      under: { to: migration.to, cursor: next },
    });
    return true;
  });
}
