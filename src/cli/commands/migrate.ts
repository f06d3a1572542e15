import type { Migration } from "../../system/store/migrations/migration.ts";
import { migrations } from "../../system/store/migrations/migrations.ts";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import { systemClock } from "../../base/core/clock.ts";
import { healthVault } from "../../health/site-parts.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { Vault } from "../../base/secrets/vault.ts";
import { migrate, type MigrationPlan, planMigrations } from "../../system/store/migrate.ts";
import { readMark } from "../../system/store/store-version.ts";
import { backUp } from "./backup.ts";
import { becomeOwnerOf } from "../box/box-access.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface MigrateFlags extends SiteFlags {
  dryRun?: boolean;
  backup: boolean;
  json?: boolean;
}

async function onStore<R>(dataDir: string, work: (store: LmdbStore) => Promise<R>): Promise<R> {
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  try {
    await store.start();
    return await work(store);
  } finally {
    await store.stop();
  }
}

async function migrateAction(flags: MigrateFlags): Promise<void> {
  const config = await loadSite(flags);
  const { dataDir } = config;
  await becomeOwnerOf(dataDir);
  const plan = await onStore(dataDir, async (store) => planMigrations(readMark(store), migrations));
  // The backup holds the removed data, so it stays until the new store is known to be sound.
  const backups = join(dataDir, "backups", `before-layout-${plan.to}`);
  if (!flags.dryRun && plan.steps.length === 0) await rm(backups, { recursive: true, force: true });
  if (flags.dryRun || plan.steps.length === 0) {
    tell(plan, { isDone: plan.steps.length === 0, ...flags });
    return;
  }
  if (flags.backup && !plan.isResumed) await backUpInto(backups, flags);
  const vault = new Vault(healthVault(config));
  await vault.start();
  const onStep = ({ to, title }: Migration): void => note(`layout ${to}: ${title}`);
  await onStore(dataDir, (store) => migrate(store, migrations, { vault, onStep }));
  await rm(backups, { recursive: true, force: true });
  tell(plan, { isDone: true, ...flags });
}

async function backUpInto(folder: string, flags: SiteFlags): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { file } = await backUp(folder, { ...flags, without: ["models"] });
  note(`backup: ${file}`);
}

function tell(plan: MigrationPlan, how: { isDone: boolean; json?: boolean }): void {
  if (how.json) {
    const { from, to, isResumed, steps } = plan;
    printJson({ from, to, resumed: isResumed, steps, done: how.isDone });
    return;
  }
  if (plan.steps.length === 0) print(`The store has layout ${plan.to}: nothing to do.`);
  else if (how.isDone) print(`The store has layout ${plan.to} now.`);
  else print(...plan.steps.map(({ to, title }) => `would bring it to layout ${to}: ${title}`));
}

/**
 * `gatehouse migrate`: brings the store to this release's layout; the appliance must be stopped.
 */
export function addMigrateCommand(program: Command): void {
  const command = program
    .command("migrate")
    .description("migrate the store to this release's layout; the box must be stopped")
    .option("--dry-run", "only show what the migration would do")
    .option("--no-backup", "skip the backup before the migration")
    .option("--json", "print JSON");
  withSiteFlags(command).action(migrateAction);
}
