import { tarOf, type TarMember } from "../../base/archive/tar-writer.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { StoreReader } from "../../base/core/store.ts";
import { type ZipEntry, zipOf } from "../../cameras/recording/zip.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { addPicture, newFootageSet } from "./footage-wire.ts";
import { jpegSize } from "./jpeg-size.ts";
import { markedPictures, type StoredPicture } from "./marked-pictures.ts";

/** The parts that the export uses. */
export interface FootageParts {
  store: StoreReader;
  clock: Clock;
  evidence: Pick<Evidence, "read">;
  /** Name of the site. */
  site: string;
}

/** The format of the set: `tar` for a reader that unpacks it while it arrives. */
export type FootageForm = "zip" | "tar";

/**
 * An archive of the marked pictures with their boxes: `annotations.json` in COCO's format and `images/`. The privacy
 * masks of a picture's time are painted in. Made while it is read. Rejects with `not_found` where nothing is marked.
 */
export async function exportFootage(
  parts: FootageParts,
  org: string,
  form: FootageForm = "zip",
): Promise<AsyncGenerator<Buffer>> {
  const sources = await markedPictures(parts.store, org);
  if (sources.length === 0) {
    throw fail("not_found", "incidents: none with a picture is marked. Mark incidents or misses");
  }
  const entries = entriesOf(parts, org, sources);
  return form === "zip" ? zipOf(entries) : tarOf(membersOf(entries));
}

interface FootageFile extends ZipEntry {
  body: [Uint8Array];
}

async function* membersOf(files: AsyncIterable<FootageFile>): AsyncGenerator<TarMember> {
  for await (const { name, atMs, body } of files) {
    yield { path: name, atMs, body, sizeBytes: body[0].length };
  }
}

async function* entriesOf(
  { clock, evidence, site }: FootageParts,
  org: string,
  sources: readonly StoredPicture[],
): AsyncGenerator<FootageFile> {
  const atMs = clock.wallMs();
  const set = newFootageSet(site, atMs);
  for (const source of sources) {
    const jpeg = await evidence.read(org, source.assetId);
    const size = jpeg && jpegSize(jpeg);
    if (!size) continue;
    const fileName = `${source.id}.jpg`;
    addPicture(set, { ...source, jpeg }, { fileName, ...size });
    yield { name: `images/${fileName}`, atMs: source.atMs, body: [jpeg] };
  }
  const text = `${JSON.stringify(set, null, 1)}\n`;
  yield { name: "annotations.json", atMs, body: [Buffer.from(text)] };
}
