import { createHash } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";

/** The classes of files that a backup may hold besides the store. */
export const backupClasses = [
  "blobs",
  "assets",
  "evidence",
  "recordings",
  "tracks",
  "models",
] as const;

/** One class of files. */
export type BackupClass = (typeof backupClasses)[number];

/** Without continuous recordings, which are large and expire within days. */
export const usualClasses: readonly BackupClass[] = backupClasses.filter(
  (name) => name !== "recordings",
);

/** One file of a backup. */
export interface ManifestFile {
  path: string;
  size_bytes: number;
  sha256: string;
}

/** The manifest: the last member but one of a backup. */
export interface BackupManifest {
  format: "gatehouse-backup";
  v: 1;
  /** Unix seconds at which the store was copied. */
  made_at: number;
  program: string;
  store: {
    version: number;
    readable_from: number;
    entries: number;
    event_epoch: string;
    last_event: number;
  };
  classes: readonly BackupClass[];
  has_keys: boolean;
  /** Files that the store names and that were gone when the backup read them. */
  missing: number;
  files: readonly ManifestFile[];
}

/** Name of the manifest in the archive. */
export const manifestName = "manifest.json";
/**
 * Name of the last member: the sum of the manifest, as `sha256sum -c` reads it. A backup without it
 * is not complete.
 */
export const manifestSumName = "manifest.json.sha256";
/** Name of the store in the archive. */
export const storeName = "store/data.mdb";
/** Name of the encrypted keys in the archive. */
export const keysName = "keys.sealed";

/** Text of the last member. */
export function manifestSum(text: string): string {
  return `${createHash("sha256").update(text).digest("hex")}  ${manifestName}\n`;
}

/** Reads a manifest. Fails with `backup_invalid`. */
export function parseBackupManifest(text: string): BackupManifest {
  const value = parsed(text);
  const { format, v, files, store } = (value ?? {}) as Partial<BackupManifest>;
  if (format !== "gatehouse-backup")
    throw fail("backup_invalid", "backup: is not a backup of Gatehouse. Choose another file");
  if (v !== 1)
    throw fail("backup_invalid", "backup: a newer release made it. Restore it with that release");
  if (!Array.isArray(files) || typeof store?.version !== "number") {
    throw fail("backup_invalid", "backup: its manifest is damaged. Use another backup");
  }
  return value as BackupManifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
