import { type FileHandle, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { openSnapshot } from "../../adapters/lmdb/snapshot.ts";
import { processEnvironment } from "../../system/config/environment.ts";
import { defaultConfigFiles } from "../../system/config/paths.ts";
import { fail } from "../../base/contract/fail.ts";
import { systemClock } from "../../base/core/clock.ts";
import { createBackup } from "../../system/backup/create.ts";
import { removeStaging, timeInName } from "../../system/backup/make-backup.ts";
import { minPassphrase } from "../../system/backup/key-seal.ts";
import {
  type BackupClass,
  backupClasses,
  type BackupManifest,
  usualClasses,
} from "../../system/backup/manifest.ts";
import { readBackup } from "../../system/backup/verify.ts";
import { rememberBackup } from "../../system/backup/state-record.ts";
import { askBox, withOwnerRights } from "../box/box-access.ts";
import { print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { openPartial } from "../terminal/new-file.ts";

interface BackupFlags extends SiteFlags {
  with?: string[];
  without?: string[];
  withKeys?: boolean;
  passphraseFile?: string;
  keep?: number;
  json?: boolean;
}

/** Reads the first line of a file as a passphrase. Fails with `config_invalid`. */
export async function readPassphrase(file: string | undefined): Promise<string> {
  if (file === undefined) {
    throw fail(
      "config_invalid",
      "--passphrase-file: is missing, and keys are only written encrypted. Name the file",
    );
  }
  const text = await readFile(file, "utf8").catch((cause) => {
    throw fail("config_invalid", `${file}: cannot be read. Check its path and mode`, { cause });
  });
  const passphrase = text.split(/\r?\n/, 1)[0] ?? "";
  if (passphrase.length >= minPassphrase) return passphrase;
  throw fail("config_invalid", `passphrase: is too short. Use ${minPassphrase} characters or more`);
}

/** Writes and checks a backup; returns its path. */
export async function backUp(
  target: string,
  flags: BackupFlags,
): Promise<{ file: string; bytes: number; manifest: BackupManifest }> {
  const { dataDir } = await loadSite(flags);
  const keys = flags.withKeys
    ? { passphrase: await readPassphrase(flags.passphraseFile), configFile: configFileOf(flags) }
    : undefined;
  const file = await fileFor(resolve(target));
  const partial = `${file}.partial`;
  const out = await openPartial(partial);
  try {
    await giveToOwner(out, dirname(file), dataDir);
    const folder = `.backup-${process.pid}`;
    await withOwnerRights(dataDir, async () => {
      await removeStaging(dataDir);
      const request = {
        dataDir,
        staging: join(dataDir, folder),
        classes: classesOf(flags),
        program: packageJson.version,
        wallMs: () => systemClock.wallMs(),
        ...(keys ? { keys } : {}),
      };
      const copyStore = async (dir: string): Promise<void> => {
        const params = { folder: `${folder}/store` };
        await askBox(dataDir, { method: "backup.copy", params }, (store) => store.copyTo(dir));
      };
      await createBackup(out, request, { copyStore, openCopy: openSnapshot });
    });
    const { size } = await out.stat();
    await out.close();
    const manifest = await readBackup(partial);
    await rename(partial, file);
    await withOwnerRights(dataDir, () =>
      rememberBackup(dataDir, { file, bytes: size, atMs: systemClock.wallMs() }),
    );
    return { file, bytes: size, manifest };
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

function configFileOf({ config }: SiteFlags): string | undefined {
  return config ?? processEnvironment()["GATEHOUSE_CONFIG"] ?? defaultConfigFiles[0];
}

function classesOf({ with: more = [], without = [] }: BackupFlags): BackupClass[] {
  const chosen = new Set<string>([...usualClasses, ...more]);
  for (const name of without) chosen.delete(name);
  return backupClasses.filter((name) => chosen.has(name));
}

/** Returns the path of a new file in a folder, or the named one, which must not exist. */
async function fileFor(target: string): Promise<string> {
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) {
    return join(target, `gatehouse-${timeInName(systemClock.wallMs())}.tar`);
  }
  if (found) throw fail("store_failed", `${target}: exists already. Name another file`);
  return target;
}

/**
 * Gives root's file in a folder of the service's user, such as that of the nightly backups, to that
 * user: the service verifies it and removes it in time.
 */
async function giveToOwner(out: FileHandle, folder: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const [target, owner] = await Promise.all([stat(folder), stat(dataDir).catch(() => undefined)]);
  if (owner && target.uid === owner.uid) await out.chown(owner.uid, owner.gid);
}

/**
 * Removes the oldest backups beside `newest` beyond `keep`; never `newest`, whatever the clock said
 * when it got its name.
 */
async function thinOut(newest: string, keep: number): Promise<number> {
  const folder = dirname(newest);
  const others = (await readdir(folder)).filter(
    (name) => /^gatehouse-\d{8}T\d{6}Z\.tar$/.test(name) && name !== basename(newest),
  );
  const old = others.toSorted().slice(0, Math.max(0, others.length - keep + 1));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

async function backupAction(target: string, flags: BackupFlags): Promise<void> {
  const { file, bytes, manifest } = await backUp(target, flags);
  const removed = flags.keep === undefined ? 0 : await thinOut(file, flags.keep);
  if (flags.json) {
    printJson({ file, size_bytes: bytes, removed, ...shown(manifest) });
    return;
  }
  print(`${file}: ${(bytes / 1e6).toFixed(1)} MB, checked; ${inWords(manifest)}`);
  if (removed > 0) print(`${removed} older backup(s) removed`);
}

function shown({ files, ...rest }: BackupManifest) {
  return { ...rest, files: files.length };
}

/** Describes the contents of a backup for people. */
export function inWords({
  files,
  store,
  made_at: madeAt,
  missing,
  has_keys: hasKeys,
}: BackupManifest): string {
  const at = new Date(madeAt * 1000).toISOString().slice(0, 16).replace("T", " ");
  const gone = missing === 0 ? "" : `, ${missing} file(s) that it names were gone already`;
  return `${store.entries} entries and ${files.length} files of ${at} UTC, ${hasKeys ? "with" : "without"} keys${gone}`;
}

async function verifyAction(file: string, flags: { json?: boolean }): Promise<void> {
  const manifest = await readBackup(file);
  if (flags.json) printJson({ valid: true, ...shown(manifest) });
  else print(`${file}: whole; ${inWords(manifest)}`);
}

/** Parses a number from 1 to 9999 for commander. */
export function positive(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Give a number from 1 to 9999.");
}

/**
 * `gatehouse backup FILE|DIR` and `gatehouse backup verify FILE`: with the appliance running or
 * stopped.
 */
export function addBackupCommand(program: Command): void {
  const backup = program
    .command("backup")
    .description("write store, pictures and evidence into a file and check it; the box may run")
    .argument("<file>", "new file, or folder for a file named by its time")
    .addOption(new Option("--with <classes...>", "besides the usual").choices(backupClasses))
    .addOption(new Option("--without <classes...>", "leave out").choices(backupClasses))
    .option("--with-keys", "include the keys and the configuration, encrypted with a passphrase")
    .option("--passphrase-file <file>", "its first line is the passphrase")
    .option("--keep <n>", "in a folder: remove older backups beyond this many", positive)
    .option("--json", "print JSON");
  withSiteFlags(backup).action(backupAction);
  backup
    .command("verify")
    .description("read a backup from end to end and compare everything with its checksums")
    .argument("<file>", "backup file")
    .option("--json", "print JSON")
    .action(verifyAction);
}
