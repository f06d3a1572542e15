import type { Command } from "commander";
import { streamFromAppliance } from "../../system/admin/admin-client.ts";
import { note } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { writeNewFile } from "../terminal/new-file.ts";

type Flags = SiteFlags & { org?: string; output?: string };

async function exportEvidence(ids: string[], flags: Flags): Promise<void> {
  const { dataDir, site } = await loadSite(flags);
  const params = { org: flags.org ?? site.organisation, ids };
  const chunks = await streamFromAppliance(dataDir, { method: "incidents.export", params });
  const path = flags.output ?? `evidence-${new Date().toISOString().slice(0, 10)}.zip`;
  const bytes = await writeNewFile(path, chunks, {
    advice: "Name another file with --output",
    isSynced: true,
  });
  const check = `unzip ${path} -d evidence && (cd evidence && sha256sum -c SHA256SUMS)`;
  note(
    `${path}: ${(bytes / 1e6).toFixed(1)} MB of ${ids.length} incident(s). To check it: ${check}`,
  );
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
