import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { forgetDownload, HttpDownload } from "../../adapters/model-download/http-download.ts";
import { fail } from "../../base/contract/fail.ts";
import type { CatalogueEntry } from "../../perception/wire/model-manifest.ts";
import { systemClock } from "../../base/core/clock.ts";
import { readCatalogue } from "../../perception/models/catalogue.ts";
import { sha256OfFile } from "../../perception/models/checksum.ts";
import type { DownloadProgress } from "../../perception/models/download-port.ts";
import {
  type Installed,
  installModel,
  type InstallParts,
} from "../../perception/models/install-model.ts";
import { note } from "../terminal/output.ts";

/** How a model is pulled. */
export interface PullFlags {
  acceptSha256?: string;
  /** Another address of the same file, such as a mirror of the site. */
  url?: string;
  /** Seconds for the whole download. */
  timeout: number;
  maxMegabytes: number;
  replace?: boolean;
}

/** At least this long between two lines of progress, in milliseconds. */
const progressMs = 500;

/**
 * Downloads a model of the catalogue, checks its sha256, and installs it. Rejects with `not_found`,
 * `download_failed`, `model_not_accepted` (the sha256 is unknown: a person must give it) or
 * `model_refused`.
 */
export async function pullModel(
  parts: InstallParts,
  name: string,
  flags: PullFlags,
): Promise<Installed> {
  const entry = await entryOf(parts.folders.shipped, name);
  const { download, ...card } = entry;
  const url = flags.url ?? download.url;
  const expected = flags.acceptSha256 ?? download.sha256;
  refuseUnsafe(url, expected);
  await mkdir(parts.folders.own, { recursive: true, mode: 0o750 });
  const path = join(parts.folders.own, `.download-${name}`);
  await new HttpDownload(systemClock).fetch({
    url,
    path,
    deadlineMs: flags.timeout * 1000,
    maxBytes: flags.maxMegabytes * 1e6,
    onProgress: progressLine(name),
  });
  if (process.stderr.isTTY) note("");
  const found = await sha256OfFile(path);
  if (expected === undefined) {
    const message = `The sha256 of ${name} is not known here. What arrived has ${found}. Compare it with what its makers publish; to accept it: gatehouse models pull ${name} --accept-sha256 ${found}`;
    throw fail("model_not_accepted", message, {
      details: [{ path: "sha256", rule: "accept_sha256", message: found }],
    });
  }
  if (found !== expected) {
    await forgetDownload(path);
    const message = `model ${name} is refused: what arrived has the sha256 ${found}, not ${expected}; try again, or ask the site that serves it`;
    throw fail("model_refused", message);
  }
  const candidate = { manifest: { ...card, sha256: found }, net: await readFile(path) };
  const installed = await installModel(parts, candidate, { replace: flags.replace ?? false });
  await forgetDownload(path);
  return installed;
}

async function entryOf(dir: string, name: string): Promise<CatalogueEntry> {
  const { entries } = await readCatalogue(dir);
  const entry = entries.find((one) => one.name === name);
  if (entry) return entry;
  const names = entries.map((one) => one.name).join(", ") || "none";
  throw fail("not_found", `The catalogue has no model ${name}; it has: ${names}`);
}

/** Without TLS and without a known sha256 nothing says whose file it is. */
function refuseUnsafe(url: string, sha256: string | undefined): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || sha256 !== undefined) return;
  if (["127.0.0.1", "[::1]", "localhost"].includes(hostname)) return;
  const message = "a download without TLS needs --accept-sha256 with the sha256 of the file";
  throw fail("model_not_accepted", message);
}

/** One line that changes on a terminal, else a JSON line now and then. */
function progressLine(name: string): (progress: DownloadProgress) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return ({ bytes, totalBytes }) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < progressMs && bytes !== totalBytes) return;
    lastMs = nowMs;
    const total = totalBytes ?? null;
    if (!process.stderr.isTTY) {
      note(JSON.stringify({ progress: { model: name, bytes, total_bytes: total } }));
      return;
    }
    const megabytes = (value: number): string => (value / 1e6).toFixed(1);
    const arrived = total === null ? "" : ` of ${megabytes(total)}`;
    const share = total === null ? "" : ` (${Math.floor((bytes / total) * 100)} %)`;
    process.stderr.write(`\r${name}: ${megabytes(bytes)}${arrived} MB${share} `);
  };
}
