import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { HttpDownload } from "../../src/adapters/model-download/http-download.ts";
import { fail } from "../../src/base/contract/fail.ts";
import { systemClock } from "../../src/base/core/clock.ts";
import { bundledPath } from "../../src/perception/models/install/bundled-model.ts";
import { readCatalogue } from "../../src/perception/models/catalogue.ts";
import { sha256OfFile } from "../../src/perception/models/checksum.ts";
import type { CarriedFile } from "./make-bundle.ts";

/** For the whole download, in milliseconds, and the largest file in bytes: those of `gatehouse models pull`. */
const bounds = { deadlineMs: 1_800_000, maxBytes: 500_000_000 };

/**
 * Puts the file of a catalogue model of `tree` at `path`, from `source` or from the catalogue's address. The caller
 * removes it. Rejects with `not_found`, `download_failed` and `model_refused` (another sha256 than the catalogue's).
 */
export async function fetchModel(
  tree: string,
  name: string,
  to: { path: string; source: string | undefined },
): Promise<CarriedFile> {
  const { path, source } = to;
  const { entries } = await readCatalogue(join(tree, "models"));
  const entry = entries.find((one) => one.name === name);
  if (!entry) {
    const names = entries.map((one) => one.name).join(", ") || "none";
    const message = `--with-model: the catalogue has no model ${name}. Name one of: ${names}`;
    throw fail("not_found", message);
  }
  const { url, sha256 } = entry.download;
  if (source === undefined) {
    const onProgress = () => undefined;
    await new HttpDownload(systemClock).fetch({ url, path, ...bounds, onProgress });
  } else await copyFile(source, path);
  const found = await sha256OfFile(path);
  if (found !== sha256) {
    await rm(path, { force: true });
    const message = `--with-model: the file of ${name} has the sha256 ${found}, the catalogue ${sha256 ?? "none"}. Get the file that the catalogue names`;
    throw fail("model_refused", message);
  }
  return { path: join("models", bundledPath(name)), source: path };
}
