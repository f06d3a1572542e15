import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { tarOf, type TarMember } from "../../base/archive/tar-writer.ts";
import type { ClosableReader, StoreReader } from "../../base/core/store.ts";
import { readMark } from "../store/store-version.ts";
import { sealWithPassphrase } from "./key-seal.ts";
import {
  type BackupClass,
  type BackupManifest,
  keysName,
  type ManifestFile,
  manifestName,
  manifestSum,
  manifestSumName,
  storeName,
} from "./manifest.ts";
import { entries, HeldFiles, keyFilesOf, missingFiles } from "./sources.ts";

/** The options of a backup. */
export interface BackupRequest {
  dataDir: string;
  /** A folder for this backup alone in the data directory, which is removed at the end. */
  staging: string;
  classes: readonly BackupClass[];
  /** Adds the keys, encrypted, and the site's configuration file to the backup. */
  keys?: { passphrase: string; configFile: string | undefined };
  /** Version of the appliance. */
  program: string;
  wallMs: () => number;
  /** Largest size of the backup; without it the disk is the limit. */
  maxBytes?: number;
  /** Receives the bytes written so far. */
  onBytes?(bytes: number): void;
}

/** The parts of the box that a backup reads. */
export interface BackupPorts {
  /** Copies the store to a folder while the appliance writes to it. */
  copyStore(dir: string): Promise<void>;
  openCopy(dir: string): ClosableReader;
}

/** Contents of the sealed keys: files in base64 by path, and the configuration's text. */
export interface SealedContents {
  files: Record<string, string>;
  config?: string;
}

/**
 * Writes a backup into `out`: the store at one moment, and the files that belong to it. It first
 * reads the copy of the store from end to end. Rejects with `store_failed`, `storage_full` or the
 * system's error; `out` is then worthless.
 */
export async function createBackup(
  out: FileHandle,
  request: BackupRequest,
  ports: BackupPorts,
): Promise<BackupManifest> {
  const { dataDir, staging, classes, wallMs } = request;
  try {
    const held = new HeldFiles(dataDir, join(staging, "files"));
    await held.hold(classes);
    const madeAt = Math.floor(wallMs() / 1000);
    const storeDir = join(staging, "store");
    await ports.copyStore(storeDir);
    await held.hold(classes);
    const snapshot = ports.openCopy(storeDir);
    try {
      const files = held.belongingTo(snapshot, classes);
      const details = { ...aboutStore(snapshot), madeAt, missing: 0 };
      details.missing = missingFiles(snapshot, classes, new Set(files.keys())).length;
      return await writeArchive(out, request, { files, storeDir, details });
    } finally {
      await snapshot.close();
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Reads the whole store, so that an undecodable entry fails the backup and not the restore. */
function aboutStore(snapshot: StoreReader): { store: BackupManifest["store"] } {
  let count = 0;
  for (const _entry of entries(snapshot, [])) count += 1;
  const { version, readableFrom } = readMark(snapshot);
  const events = snapshot.get<{ epoch: string; lastSeq: number }>(["box", "events"]);
  return {
    store: {
      version,
      readable_from: readableFrom,
      entries: count,
      event_epoch: events?.epoch ?? "",
      last_event: events?.lastSeq ?? 0,
    },
  };
}

interface BackupContents {
  files: ReadonlyMap<string, string>;
  storeDir: string;
  details: { store: BackupManifest["store"]; madeAt: number; missing: number };
}

async function writeArchive(
  out: FileHandle,
  request: BackupRequest,
  { files, storeDir, details }: BackupContents,
): Promise<BackupManifest> {
  const { classes, keys, program } = request;
  const written: ManifestFile[] = [];
  let manifest: BackupManifest | undefined;
  const members = async function* (): AsyncGenerator<TarMember> {
    yield* fileMember(storeName, join(storeDir, "data.mdb"), written);
    for (const [path, source] of files) yield* fileMember(path, source, written);
    if (keys) yield textMember(keysName, await sealedKeys(request, keys), written);
    manifest = {
      format: "gatehouse-backup",
      v: 1,
      made_at: details.madeAt,
      program,
      store: details.store,
      classes,
      has_keys: keys !== undefined,
      missing: details.missing,
      files: written,
    };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    yield textMember(manifestName, text, []);
    yield textMember(manifestSumName, manifestSum(text), []);
  };
  let bytes = 0;
  for await (const chunk of tarOf(members())) {
    bytes += chunk.length;
    if (bytes > (request.maxBytes ?? Infinity))
      throw fail("storage_full", "disk: has no room for the backup. Free space on it");
    await out.writeFile(chunk);
    request.onBytes?.(bytes);
  }
  await out.sync();
  return manifest!;
}

/** Yields a file as a member and adds its sum to `written`; yields nothing if the file is gone. */
async function* fileMember(
  path: string,
  source: string,
  written: ManifestFile[],
): AsyncGenerator<TarMember> {
  const file = await open(source, "r").catch(() => undefined);
  if (!file) return;
  const { size, mtimeMs } = await file.stat();
  const hash = createHash("sha256");
  // A segment that is still being recorded grows: the backup takes its present bytes.
  const chunks = size === 0 ? [] : createReadStream("", { fd: file, end: size - 1 });
  yield { path, sizeBytes: size, atMs: mtimeMs, body: hashed(chunks, hash) };
  await file.close().catch(() => undefined);
  written.push({ path, size_bytes: size, sha256: hash.digest("hex") });
}

async function* hashed(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function textMember(path: string, text: string, written: ManifestFile[]): TarMember {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  written.push({ path, size_bytes: bytes.length, sha256 });
  return { path, sizeBytes: bytes.length, body: [bytes] };
}

async function sealedKeys(
  { dataDir }: BackupRequest,
  { passphrase, configFile }: NonNullable<BackupRequest["keys"]>,
): Promise<string> {
  const contents: SealedContents = { files: {} };
  for (const path of await keyFilesOf(dataDir)) {
    contents.files[path] = (await readFile(join(dataDir, path))).toString("base64");
  }
  const hasConfig = configFile !== undefined && (await stat(configFile).catch(() => undefined));
  if (hasConfig) contents.config = await readFile(configFile!, "utf8");
  return await sealWithPassphrase(passphrase, JSON.stringify(contents));
}
