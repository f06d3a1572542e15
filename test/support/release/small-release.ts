import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { settleModes } from "../../../scripts/package/epoch.ts";
import { repoDir } from "../box/appliance.ts";
import { releaseTree } from "../box/release-root.ts";

/** A release 1.0.0 below `dir` that is small, with what packages are made of. */
export async function smallRelease(dir: string, epochSec: number): Promise<string> {
  const tree = await releaseTree(dir, "1.0.0");
  for (const folder of ["systemd", "config"]) {
    await cp(join(repoDir, folder), join(tree, folder), { recursive: true });
  }
  await mkdir(join(tree, "scripts"));
  await cp(join(repoDir, "scripts/gatehouse"), join(tree, "scripts/gatehouse"));
  for (const name of ["THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"]) {
    await writeFile(join(tree, name), "{}\n");
  }
  await settleModes(tree, epochSec);
  return tree;
}
