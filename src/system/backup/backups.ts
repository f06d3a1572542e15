import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { syncFolder } from "../../base/core/atomic-file.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { Part } from "../../base/core/parts.ts";
import { type FilePart, PartUpload } from "../uploads/part-upload.ts";
import { type BackupFile, backupFiles, backupFolder } from "./backup-files.ts";
import { type BackupDetail, BackupEnds, type BackupsState } from "./backups-wire.ts";
import { BackupWork } from "./backup-work.ts";
import type { BackupPorts } from "./create.ts";
import { clearUnfinished, makeBackup, timeInName } from "./make-backup.ts";
import { type BackupClass, backupClasses, storeName, usualClasses } from "./manifest.ts";
import {
  clearUnpacked,
  formerFolders,
  isInsideUnfinished,
  prepareInside,
} from "./restore-inside.ts";
import type { RestorePorts } from "./restore.ts";
import { lastRestore, rememberRestore } from "./state-record.ts";
import { readBackup } from "./verify.ts";

/** The parts of `Backups`. */
export interface BackupsParts {
  dataDir: string;
  siteName: () => string;
  /** Organisation of the site: a backup has the data of all, so only its keys may use them. */
  org: string;
  /** Version of the appliance. */
  program: string;
  configFile: string | undefined;
  clock: Clock;
  log: Logger;
  ports: BackupPorts;
  settle: RestorePorts["settle"];
  /** Free bytes of the disk, less what recording keeps free; at least 0. */
  roomBytes(): Promise<number>;
  /** Number of the site's incidents since a time; null for too many to count. */
  incidentsSince(fromMs: number): number | null;
  /** Ends every part and starts the process again. */
  restart(): void;
}

/** Who asks for a backup. */
export type BackupCaller = Pick<Caller, "org" | "scopes">;

/** What a backup holds besides the usual. */
export interface NewBackup {
  with?: readonly BackupClass[] | undefined;
  without?: readonly BackupClass[] | undefined;
  passphrase?: string | undefined;
}

/** Most files in the box's own folder. */
const maxOwnFiles = 20;
/** Largest backup that is received, in bytes. */
const maxUploadBytes = 500e9;
/** Time between the end of the preparation and the restart, in which the page learns of it, in milliseconds. */
const restartMs = 1500;

/**
 * Backups for API callers: makes, receives, checks, hands out, removes and restores them. A restore is unpacked and
 * checked while the box runs; then the box starts again and takes the unpacked data.
 */
export class Backups implements Part {
  readonly #parts: BackupsParts;
  readonly #upload: PartUpload;
  readonly #work: BackupWork;
  readonly #ends = new BackupEnds();

  constructor(parts: BackupsParts) {
    this.#parts = parts;
    this.#work = new BackupWork(parts.clock);
    this.#upload = new PartUpload({
      dir: join(parts.dataDir, backupFolder),
      firstMember: storeName,
      what: "a backup of Gatehouse",
      maxBytes: maxUploadBytes,
      roomBytes: () => parts.roomBytes(),
    });
  }

  /** Removes what a killed process left; an upload stays, so that it can go on. */
  async start(): Promise<void> {
    const { dataDir } = this.#parts;
    await clearUnfinished(dataDir, this.#folder);
    await clearUnpacked(dataDir);
  }

  /** Waits for running work. */
  async stop(): Promise<void> {
    await this.#work.ended();
  }

  /** Every backup that the box finds, and the work on them. Fails with `insufficient_scope` for another organisation. */
  async list(org: string): Promise<BackupsState> {
    this.#refuseOthers(org);
    const { dataDir, roomBytes } = this.#parts;
    const siteName = this.#parts.siteName();
    const isUnfinished = await isInsideUnfinished(dataDir);
    return {
      siteName,
      backups: await this.#ends.wiresOf(await backupFiles(dataDir)),
      roomBytes: await roomBytes(),
      work: this.#work.last(),
      upload: await this.#upload.state(),
      restored: isUnfinished ? undefined : await lastRestore(dataDir),
      former: await formerFolders(dataDir),
    };
  }

  /** A backup and what its restore would lose. Fails with `not_found`. */
  async describe(org: string, name: string): Promise<BackupDetail> {
    const file = await this.#find(org, name);
    const backup = await this.#ends.wireOf(file);
    return {
      backup,
      newerIncidents: this.#parts.incidentsSince(backup.made_at * 1000),
      lostClasses: backupClasses.filter((each) => !backup.classes.includes(each)),
    };
  }

  /** Makes a backup in the background. Fails with `conflict` for a full folder or other work, and `storage_full`. */
  async make(org: string, request: NewBackup): Promise<void> {
    this.#refuseOthers(org);
    this.#work.refuseSecond();
    const { dataDir, program, configFile, clock, ports, roomBytes } = this.#parts;
    const own = (await backupFiles(dataDir)).filter(({ isOwn }) => isOwn);
    if (own.length >= maxOwnFiles) {
      throw fail("conflict", `backups: there are ${own.length} on the box. Remove one first`);
    }
    const maxBytes = await roomBytes();
    if (maxBytes === 0)
      throw fail("storage_full", "disk: has no room for a backup. Free space on it");
    const { passphrase } = request;
    const name = `gatehouse-${timeInName(clock.wallMs())}.tar`;
    this.#work.begin({ kind: "make", name, total: null }, async (onProgress) => {
      const options = {
        dataDir,
        staging: join(dataDir, `.backup-${process.pid}`),
        classes: classesOf(request),
        program,
        wallMs: () => clock.wallMs(),
        maxBytes,
        onBytes: (bytes: number) => onProgress({ bytes }),
        ...(passphrase === undefined ? {} : { keys: { passphrase, configFile } }),
      };
      await makeBackup({ folder: this.#folder, name, request: options }, ports);
      return "done";
    });
  }

  /** Reads a backup from end to end in the background. Fails with `not_found` and `conflict`. */
  async verify(org: string, name: string): Promise<void> {
    const { path, sizeBytes: total } = await this.#find(org, name);
    this.#work.begin({ kind: "verify", name, total }, async (onProgress) => {
      await readBackup(path, counted(onProgress));
      return "done";
    });
  }

  /**
   * Receives a part of a backup; the last one begins the check, after which the backup is in the list. Fails as
   * `PartUpload.take` does.
   */
  async receive(org: string, body: Readable, part: FilePart): Promise<void> {
    this.#refuseOthers(org);
    this.#work.refuseSecond();
    const path = await this.#upload.take(body, part);
    if (path === undefined) return;
    const { name, sizeBytes: total } = part;
    this.#work.begin({ kind: "receive", name, total }, async (onProgress) => {
      try {
        const { made_at: madeAt } = await readBackup(path, counted(onProgress));
        const named = `gatehouse-${timeInName(madeAt * 1000)}-uploaded.tar`;
        await rename(path, join(this.#folder, named));
        await syncFolder(this.#folder);
      } finally {
        await rm(path, { force: true });
      }
      return "done";
    });
  }

  /** The bytes of a backup. Fails with `not_found`, and `insufficient_scope` without `keys:admin`. */
  async read(caller: BackupCaller, name: string): Promise<{ bytes: Readable; sizeBytes: number }> {
    const { path, sizeBytes } = await this.#find(caller.org, name);
    refuseFewerRights(caller);
    return { bytes: createReadStream(path, { end: Math.max(0, sizeBytes - 1) }), sizeBytes };
  }

  /** Removes a backup of the box's own folder. Fails with `not_found`, and with `conflict` for another one. */
  async remove(org: string, name: string): Promise<void> {
    const { path, isOwn } = await this.#find(org, name);
    this.#work.refuseSecond();
    if (!isOwn) {
      const folder = dirname(path);
      throw fail("conflict", `name: lies in ${folder}. Remove it on the box`, { param: "name" });
    }
    await rm(path);
  }

  /** Removes data that a restore has set aside. Fails with `not_found`. */
  async removeFormer(org: string, name: string): Promise<void> {
    this.#refuseOthers(org);
    const { dataDir } = this.#parts;
    if (!(await formerFolders(dataDir)).includes(name)) {
      throw fail("not_found", "name: there is no such folder. Choose a listed one");
    }
    await rm(join(dataDir, name), { recursive: true, force: true });
  }

  /**
   * Unpacks and checks a backup in the background, then starts the box again with it. Fails with `not_found`,
   * `insufficient_scope`, `conflict`, `storage_full`, and `invalid_request_body` when `siteName` is not the site's.
   */
  async restore(
    caller: BackupCaller,
    name: string,
    { siteName, passphrase }: { siteName: string; passphrase?: string | undefined },
  ): Promise<void> {
    const { dataDir, clock, log, settle, restart, roomBytes } = this.#parts;
    const file = await this.#find(caller.org, name);
    refuseFewerRights(caller);
    if (siteName.trim() !== this.#parts.siteName()) {
      throw invalidField("site_name", "is not the name of this site. Type its name to confirm");
    }
    const { problem } = await this.#ends.wireOf(file);
    if (problem !== null) throw fail("conflict", problem, { param: "name" });
    if ((await roomBytes()) < file.sizeBytes) {
      throw fail("storage_full", "disk: has no room for the unpacked backup. Free space on it");
    }
    const what = { kind: "restore", name, total: file.sizeBytes } as const;
    this.#work.begin(what, async (onProgress) => {
      const wallMs = (): number => clock.wallMs();
      const request = {
        file: file.path,
        dataDir,
        wallMs,
        ...omitUndefined({ passphrase }),
      };
      const { manifest, keys, aside } = await prepareInside(request, { settle, onProgress });
      const at = Math.floor(clock.wallMs() / 1000);
      const record = { name, made_at: manifest.made_at, at, keys, aside: basename(aside ?? "") };
      await rememberRestore(dataDir, record);
      log.warn({ name }, "the box starts again with the data of a backup");
      clock.after(restartMs, restart);
      return "restarting";
    });
  }

  get #folder(): string {
    return join(this.#parts.dataDir, backupFolder);
  }

  #refuseOthers(org: string): void {
    if (org === this.#parts.org) return;
    throw fail(
      "insufficient_scope",
      "backups: hold the data of all organisations. Use a key of the site's organisation",
    );
  }

  async #find(org: string, name: string): Promise<BackupFile> {
    this.#refuseOthers(org);
    const found = (await backupFiles(this.#parts.dataDir)).find((file) => file.name === name);
    if (found) return found;
    throw fail("not_found", "name: there is no such backup. Choose a listed one");
  }
}

/** A backup holds keys and accounts with every right: who may not manage them may not take or replace them. */
function refuseFewerRights({ scopes }: BackupCaller): void {
  if (scopes.includes("keys:admin")) return;
  throw fail("insufficient_scope", "scope: the key lacks keys:admin. Use a key with this scope");
}

function classesOf({ with: more = [], without = [] }: NewBackup): BackupClass[] {
  const chosen = new Set<BackupClass>([...usualClasses, ...more]);
  for (const name of without) chosen.delete(name);
  return backupClasses.filter((name) => chosen.has(name));
}

/** Reads bodies to their end and tells how much was read. */
function counted(onProgress: (progress: { bytes: number }) => void) {
  let bytes = 0;
  return async (_path: string, body: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of body) {
      bytes += chunk.length;
      onProgress({ bytes });
    }
  };
}
