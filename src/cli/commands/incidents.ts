import { open, rm } from "node:fs/promises";
import type { Command } from "commander";
import { streamFromAppliance } from "../../system/admin/admin-client.ts";
import { fail } from "../../base/contract/fail.ts";
import { note } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { org?: string; output?: string };

async function exportEvidence(ids: string[], flags: Flags): Promise<void> {
  const { dataDir, site } = await loadSite(flags);
  const params = { org: flags.org ?? site.organisation, ids };
  const chunks = await streamFromAppliance(dataDir, { method: "incidents.export", params });
  const path = flags.output ?? `evidence-${new Date().toISOString().slice(0, 10)}.zip`;
  const bytes = await writeNew(path, chunks);
  const check = `unzip ${path} -d evidence && (cd evidence && sha256sum -c SHA256SUMS)`;
  note(
    `${path}: ${(bytes / 1e6).toFixed(1)} MB of ${ids.length} incident(s). To check it: ${check}`,
  );
}

/** Never overwrites a file: a typing mistake must not lose evidence. */
async function writeNew(path: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, "wx", 0o600).catch((cause: { code?: string }) => {
    const why = cause.code === "EEXIST" ? "exists already" : "cannot be written";
    throw fail("store_failed", `${path}: ${why}. Name another file with --output`, { cause });
  });
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
    return bytes;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** `gatehouse incidents export`: evidence for people without access to the box. */
export function addIncidentsCommand(program: Command): void {
  const incidents = program
    .command("incidents")
    .description("export incidents with their evidence");
  const exporting = incidents
    .command("export")
    .description("write video, pictures, history and SHA-256 sums of incidents into a zip file")
    .argument("<ids...>", "ids of incidents")
    .option("-o, --output <file>", "zip file (default: evidence-DATE.zip)")
    .option("--org <id>", "organisation (default: the site's)");
  withSiteFlags(exporting).action(exportEvidence);
}
