import { link, lstat, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unfinishedPrefix } from "../../base/core/atomic-file.ts";
import type { StoreKey, StoreReader } from "../../base/core/store.ts";
import { defaultOrg } from "../../base/keys/organisations.ts";
import { segmentPath } from "../../cameras/recording/segment-file.ts";
import type { SegmentRecord } from "../../cameras/recording/segment-record.ts";
import type { BackupClass } from "./manifest.ts";

/** Folders of the data directory, by class. Backups leave out all other folders. */
const folders: Readonly<Record<BackupClass, readonly string[]>> = {
  blobs: ["blobs", "uplink"],
  assets: ["assets"],
  evidence: ["recordings"],
  recordings: ["recordings"],
  tracks: ["tracks"],
  models: ["models"],
};

/** Small state files beside the store. */
const stateFiles = ["robot-stops.journal"];

/**
 * Keys in the data directory, which a backup holds only encrypted. A name that ends in `/` is a
 * folder.
 */
const keyPaths = [
  "webhook-key",
  "health-key",
  "fleet-identity-key",
  "assets/signing-key",
  "tls/",
] as const;

/** True when a path of the data directory is that of a key. */
function isKey(path: string): boolean {
  return keyPaths.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each));
}

/** Returns the paths of the existing keys, below `dataDir`. */
export async function keyFilesOf(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of keyPaths) {
    if (path.endsWith("/")) found.push(...(await filesBelow(dataDir, path.slice(0, -1))));
    else if (await isFile(join(dataDir, path))) found.push(path);
  }
  return found;
}

async function isFile(path: string): Promise<boolean> {
  return await lstat(path).then(
    (stat) => stat.isFile(),
    () => false,
  );
}

/** Returns paths of the files below a folder of `root`, without links and sockets. */
async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(root, path)));
    else if (entry.isFile() && !entry.name.startsWith(unfinishedPrefix)) found.push(path);
  }
  return found;
}

/**
 * Keeps the files of the classes available during the backup: each gets a second name in `staging`,
 * so that retention may remove the first. Files on another disk get none. May be called again for
 * new files.
 */
export class HeldFiles {
  readonly #dataDir: string;
  readonly #staging: string;
  /** Readable path by path in the data directory. */
  readonly #held = new Map<string, string>();

  constructor(dataDir: string, staging: string) {
    this.#dataDir = dataDir;
    this.#staging = staging;
  }

  async hold(classes: readonly BackupClass[]): Promise<void> {
    const included = new Set(classes.flatMap((name) => folders[name]));
    for (const folder of included) {
      for (const path of await filesBelow(this.#dataDir, folder)) {
        if (!isKey(path)) await this.#holdOne(path);
      }
    }
    for (const path of stateFiles) await this.#holdOne(path);
  }

  async #holdOne(path: string): Promise<void> {
    if (this.#held.has(path)) return;
    const source = join(this.#dataDir, path);
    const second = join(this.#staging, path);
    try {
      await mkdir(dirname(second), { recursive: true, mode: 0o700 });
      await link(source, second);
      this.#held.set(path, second);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === "EXDEV" || code === "EPERM" || code === "EMLINK") this.#held.set(path, source);
      else if (code !== "ENOENT") throw error;
    }
  }

  /**
   * Returns the readable path of each file that belongs to the copied store, by its path in the
   * data directory.
   */
  belongingTo(snapshot: StoreReader, classes: readonly BackupClass[]): Map<string, string> {
    const segments = segmentPaths(snapshot, classes.includes("recordings"));
    const isWanted = (path: string): boolean =>
      !path.startsWith("recordings/") || segments.has(path);
    return new Map([...this.#held].filter(([path]) => isWanted(path)));
  }
}

/** Returns the files of the recorded segments; with `isAll` also those that no incident needs. */
function segmentPaths(snapshot: StoreReader, isAll: boolean): Set<string> {
  const paths = new Set<string>();
  const orgs = [...entries(snapshot, ["box", "org"])].map(({ key }) => String(key.at(-1)));
  for (const org of new Set([defaultOrg, ...orgs])) {
    for (const { value } of entries<SegmentRecord>(snapshot, [org, "recording"])) {
      if (isAll || value.class !== "continuous") paths.add(segmentPath("recordings", value));
    }
  }
  return paths;
}

/** Yields the entries below `prefix`, in pages: a store may exceed the memory. */
export function* entries<T>(
  reader: StoreReader,
  prefix: StoreKey,
): Generator<{ key: StoreKey; value: T }> {
  let after: StoreKey | undefined;
  for (;;) {
    const page = reader.range<T>({ prefix, limit: 500, ...(after ? { after } : {}) });
    yield* page;
    after = page.at(-1)?.key;
    if (!after) return;
  }
}

/** Returns the files that the copied store names and that `paths` lacks. */
export function missingFiles(
  snapshot: StoreReader,
  classes: readonly BackupClass[],
  paths: ReadonlySet<string>,
): string[] {
  const named: string[] = [];
  if (classes.includes("blobs")) {
    for (const { key } of entries(snapshot, ["box", "job-blob"])) {
      named.push(`blobs/${String(key.at(-1))}`);
    }
  }
  if (classes.includes("assets")) {
    for (const { key, value } of entries<{ ext: string }>(snapshot, ["box", "asset"])) {
      const id = String(key.at(-1));
      named.push(`assets/${id.slice(-2)}/${id}.${value.ext}`);
    }
  }
  if (classes.includes("evidence") || classes.includes("recordings")) {
    named.push(...segmentPaths(snapshot, classes.includes("recordings")));
  }
  return named.filter((path) => !paths.has(path));
}
