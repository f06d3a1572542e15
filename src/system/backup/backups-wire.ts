import { dirname } from "node:path";
import { GatehouseError } from "../../base/core/errors.ts";
import { storeVersion } from "../store/store-version.ts";
import type { UploadState } from "../uploads/part-upload.ts";
import { uploadWire } from "../uploads/upload-wire.ts";
import type { BackupFile } from "./backup-files.ts";
import type { BackupManifest } from "./manifest.ts";
import { peekManifest } from "./peek.ts";
import type { RestoreRecord } from "./state-record.ts";
import type { BackupWorkState } from "./backup-work.ts";
import type { BackupDetailWire, BackupsWire, BackupWire } from "./wire/backups.ts";

/** The state of backups for a caller. */
export interface BackupsState {
  siteName: string;
  backups: BackupWire[];
  roomBytes: number;
  work: BackupWorkState | null;
  upload: UploadState | null;
  restored: RestoreRecord | undefined;
  /** Names of folders with the data of before a restore; they end in its time in milliseconds. */
  former: readonly string[];
}

/** A backup, and what its restore loses. */
export interface BackupDetail {
  backup: BackupWire;
  /** Incidents since the backup; null above 100 000. */
  newerIncidents: number | null;
  /** Classes that are not in the backup. */
  lostClasses: readonly string[];
}

/** A backup and what its restore loses, on the wire. */
export function backupDetailWire({
  backup,
  newerIncidents,
  lostClasses,
}: BackupDetail): BackupDetailWire {
  return {
    backup,
    loses: {
      since: backup.made_at,
      incidents: newerIncidents,
      classes: [...lostClasses],
      keys: !backup.has_keys,
    },
  };
}

/** Backups on the wire. */
export function backupsWire(state: BackupsState): BackupsWire {
  const { upload, former } = state;
  return {
    object: "system.backups",
    site_name: state.siteName,
    backups: state.backups,
    room_bytes: state.roomBytes,
    work: state.work,
    upload: uploadWire(upload),
    restored: state.restored ?? null,
    former: former.map((name) => {
      return { name, at: Math.floor(Number(name.split("-").at(-1)) / 1000) };
    }),
  };
}

/** What the ends of backups say; read again only when a file has changed. Holds those of the last list. */
export class BackupEnds {
  #peeks = new Map<string, Peek>();

  async wiresOf(files: readonly BackupFile[]): Promise<BackupWire[]> {
    const keys = new Set(files.map(keyOf));
    this.#peeks = new Map([...this.#peeks].filter(([key]) => keys.has(key)));
    return await Promise.all(files.map((file) => this.wireOf(file)));
  }

  async wireOf(file: BackupFile): Promise<BackupWire> {
    const key = keyOf(file);
    const peek = this.#peeks.get(key) ?? (await peekOf(file.path));
    this.#peeks.set(key, peek);
    const { manifest, problem } = peek;
    return {
      name: file.name,
      folder: dirname(file.path),
      size_bytes: file.sizeBytes,
      made_at: manifest?.made_at ?? Math.floor(file.mtimeMs / 1000),
      program: manifest?.program ?? null,
      classes: [...(manifest?.classes ?? [])],
      has_keys: manifest?.has_keys ?? false,
      files: manifest?.files ?? 0,
      removable: file.isOwn,
      problem,
    };
  }
}

interface Peek {
  manifest:
    | (Pick<BackupManifest, "made_at" | "program" | "classes" | "has_keys"> & { files: number })
    | null;
  problem: string | null;
}

async function peekOf(path: string): Promise<Peek> {
  try {
    const { store, files, ...manifest } = await peekManifest(path);
    const isNewer = store.readable_from > storeVersion;
    const problem = isNewer
      ? "backup: a newer release made it. Upgrade the box before the restore"
      : null;
    return { manifest: { ...manifest, files: files.length }, problem };
  } catch (error) {
    const message = GatehouseError.find(error)?.message;
    return { manifest: null, problem: message ?? "backup: cannot be read. Use another backup" };
  }
}

function keyOf({ path, sizeBytes, mtimeMs }: BackupFile): string {
  return `${path} ${sizeBytes} ${mtimeMs}`;
}
