import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { DirectoryLock } from "../../adapters/lmdb/directory-lock.ts";
import { storeFolder } from "../../adapters/lmdb/environment.ts";
import { keptCopy } from "../../adapters/lmdb/kept-copy.ts";
import { useOtherMetaPage } from "../../adapters/lmdb/meta-repair.ts";
import { dataFile } from "../../adapters/lmdb/reads.ts";
import { openForRestore, storeLayout } from "../../adapters/lmdb/restored-store.ts";
import { fail } from "../../base/contract/fail.ts";
import { systemClock } from "../../base/core/clock.ts";
import { finishRestore, restoreBackup, type RestoreResult } from "../../system/backup/restore.ts";
import { restoreCopy } from "../../system/backup/restore-copy.ts";
import { finishInside, isInsideUnfinished } from "../../system/backup/restore-inside.ts";
import { settleStore } from "../../system/backup/settle.ts";
import { inWords, readPassphrase } from "./backup.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface RestoreFlags extends SiteFlags {
  replace?: boolean;
  passphraseFile?: string;
  finish?: boolean;
  copy?: boolean;
  olderMeta?: boolean;
  json?: boolean;
}

/** Prepares the unpacked store for a start. */
async function settle(dir: string): Promise<void> {
  await settleStore(dir, openForRestore, systemClock.wallMs());
}

async function restore(file: string | undefined, flags: RestoreFlags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  if (await finishCutOff(dataDir)) {
    note(`A restore into ${dataDir} had been cut off; it is complete now.`);
    if (flags.finish) return;
  }
  if (flags.copy || flags.olderMeta) {
    const name = flags.copy ? "--copy" : "--older-meta";
    if (file !== undefined || (flags.copy && flags.olderMeta))
      throw fail("config_invalid", `${name}: takes no FILE and no other source. Name one of them`);
    await (flags.copy ? putCopyBack : goToOlderMeta)(dataDir, flags.json === true);
    return;
  }
  if (flags.finish || file === undefined) {
    throw fail(
      "not_found",
      flags.finish
        ? "restore: none was cut off. Leave --finish out"
        : "backup: no file was named. Name the backup",
    );
  }
  const passphrase =
    flags.passphraseFile === undefined ? undefined : await readPassphrase(flags.passphraseFile);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DirectoryLock(dataDir);
  lock.take();
  try {
    const result = await restoreBackup(
      {
        file,
        dataDir,
        replace: flags.replace === true,
        wallMs: () => systemClock.wallMs(),
        ...(passphrase === undefined ? {} : { passphrase }),
      },
      { settle },
    );
    tell(dataDir, result, flags.json === true);
  } finally {
    lock.release();
  }
}

/**
 * Completes an interrupted restore of this command or of the rescue page; false when there was
 * none.
 */
async function finishCutOff(dataDir: string): Promise<boolean> {
  if (await finishRestore(dataDir)) return true;
  if (!(await isInsideUnfinished(dataDir))) return false;
  const lock = new DirectoryLock(dataDir);
  lock.take();
  try {
    return await finishInside(dataDir);
  } finally {
    lock.release();
  }
}

/** Replaces the store by the checked copy. */
async function putCopyBack(dataDir: string, asJson: boolean): Promise<void> {
  const copy = await keptCopy(dataDir);
  if (!copy) {
    throw fail("not_found", `${dataDir}: has no checked copy of the store. Restore a backup`);
  }
  const aside = await replaceStore(dataDir, copy.file, settle);
  const madeAt = Math.floor(copy.madeAtMs / 1000);
  if (asJson) {
    printJson({ data_dir: dataDir, made_at: madeAt, set_aside: aside });
    return;
  }
  print(`The store in ${dataDir} is that of ${new Date(copy.madeAtMs).toISOString()} again.`);
  if (aside !== null) print(`The former store is in ${aside}; remove it when all is well.`);
}

/** Returns to the other meta page of a store when one is damaged. */
async function goToOlderMeta(dataDir: string, asJson: boolean): Promise<void> {
  const damaged = join(dataDir, storeFolder, dataFile);
  const aside = await replaceStore(dataDir, damaged, async (dir) => {
    await useOtherMetaPage(join(dir, storeFolder), systemClock.wallMs());
    await settle(dir);
  });
  if (asJson) {
    printJson({ data_dir: dataDir, set_aside: aside });
    return;
  }
  print(`The store in ${dataDir} is that of the meta page that is whole.`);
  print(`The damaged store is in ${aside}; remove it when all is well.`);
}

/**
 * Replaces the store by a settled copy of `copyFile`; returns the former one's new path, if any.
 */
async function replaceStore(
  dataDir: string,
  copyFile: string,
  settleIt: (dir: string) => Promise<void>,
): Promise<string | null> {
  const lock = new DirectoryLock(dataDir);
  lock.take();
  try {
    const wallMs = (): number => systemClock.wallMs();
    const options = { dataDir, copyFile, layout: storeLayout, wallMs };
    return await restoreCopy(options, { settle: settleIt });
  } finally {
    lock.release();
  }
}

const aboutKeys: Record<RestoreResult["keys"], string> = {
  from_backup: "The keys are those of the backup.",
  kept: "The keys are those that were here.",
  made_anew:
    "The backup has no keys: the box makes new ones, so that sealed health inputs, cameras that were added through the API, secrets of webhooks and older signed addresses no longer open.",
};

function tell(dataDir: string, { manifest, aside, keys }: RestoreResult, asJson: boolean): void {
  if (asJson) {
    printJson({ data_dir: dataDir, made_at: manifest.made_at, set_aside: aside, keys });
    return;
  }
  print(`${dataDir} is restored: ${inWords(manifest)}`, aboutKeys[keys]);
  if (aside !== null) print(`What was there is in ${aside}; remove it when all is well.`);
}

/** `gatehouse restore FILE` and `gatehouse restore --copy`: only while the appliance is stopped. */
export function addRestoreCommand(program: Command): void {
  const command = program
    .command("restore")
    .description("replace the data directory by a backup; the box must be stopped")
    .argument("[file]", "backup file")
    .option("--replace", "move the content of the data directory aside")
    .option(
      "--passphrase-file <file>",
      "file whose first line is the passphrase of the keys in the backup",
    )
    .option("--copy", "restore only the store, from the checked copy that the box keeps")
    .option(
      "--older-meta",
      "return a store with a damaged meta page to the other page, which may lack the last change",
    )
    .option("--finish", "complete an interrupted restore")
    .option("--json", "print JSON");
  withSiteFlags(command).action(restore);
}
