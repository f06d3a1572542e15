import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../../base/contract/fail.ts";
import type { CatalogueEntry } from "../model-manifest.ts";
import { bundledFile } from "./bundled-model.ts";
import { readCatalogue } from "../catalogue.ts";
import { sha256OfFile } from "../checksum.ts";
import type { DownloadProgress, Downloads } from "./download-port.ts";
import { type InstallResult, installModel, type InstallParts } from "./install-model.ts";

/** The options of a download. */
export interface PullFlags {
  acceptSha256?: string;
  /** Another address of the same file, such as a mirror of the site. */
  url?: string;
  /** Seconds for the whole download. */
  timeout: number;
  maxMegabytes: number;
  replace?: boolean;
}

/** The parts of a download. */
interface PullParts extends InstallParts {
  downloads: Downloads;
  onProgress: (progress: DownloadProgress) => void;
}

/**
 * Downloads a model of the catalogue, or takes the file that the release carries, checks its sha256, and installs it.
 * Without `flags.url` a carried file is never downloaded. Rejects with `not_found`,
 * `download_failed`, `model_not_accepted` (the sha256 is unknown: a person must give it) or
 * `model_refused`.
 */
export async function pullModel(
  parts: PullParts,
  name: string,
  flags: PullFlags,
): Promise<InstallResult> {
  const entry = await entryOf(parts.folders.shipped, name);
  const { download, ...card } = entry;
  const url = flags.url ?? download.url;
  const expected = flags.acceptSha256 ?? download.sha256;
  refuseUnsafe(url, expected);
  await mkdir(parts.folders.own, { recursive: true, mode: 0o750 });
  const path = join(parts.folders.own, `.download-${name}`);
  const bundled =
    flags.url === undefined ? await bundledFile(parts.folders.shipped, name) : undefined;
  if (bundled === undefined) {
    await parts.downloads.fetch({
      url,
      path,
      deadlineMs: flags.timeout * 1000,
      maxBytes: flags.maxMegabytes * 1e6,
      onProgress: parts.onProgress,
    });
  } else await copyFile(bundled, path);
  const model = `model ${name}`;
  const found = await sha256OfFile(path);
  if (expected === undefined) {
    const message = `${model}: the catalogue has no sha256 for it; the downloaded file has ${found}. Compare it with the one that its makers publish, then run: gatehouse models pull ${name} --accept-sha256 ${found}`;
    throw fail("model_not_accepted", message, {
      details: [{ path: "sha256", rule: "accept_sha256", message: found }],
    });
  }
  if (found !== expected) {
    await parts.downloads.forget(path);
    const message = `${model}: the downloaded file has the sha256 ${found}, not ${expected}. Try again, or ask the site that serves it`;
    throw fail("model_refused", message);
  }
  const candidate = { manifest: { ...card, sha256: found }, net: await readFile(path) };
  const installed = await installModel(parts, candidate, { replace: flags.replace ?? false });
  await parts.downloads.forget(path);
  return installed;
}

async function entryOf(dir: string, name: string): Promise<CatalogueEntry> {
  const { entries } = await readCatalogue(dir);
  const entry = entries.find((one) => one.name === name);
  if (entry) return entry;
  const names = entries.map((one) => one.name).join(", ") || "none";
  throw fail("not_found", `${name}: the catalogue has no such model. Name one of: ${names}`);
}

/** Without TLS and without a known sha256 nothing proves the origin of the file. */
function refuseUnsafe(url: string, sha256: string | undefined): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || sha256 !== undefined) return;
  if (["127.0.0.1", "[::1]", "localhost"].includes(hostname)) return;
  const message =
    "url: is a download without TLS. Give --accept-sha256 with the sha256 of the file";
  throw fail("model_not_accepted", message);
}
