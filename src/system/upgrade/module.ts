import { access } from "node:fs/promises";
import type { ApplianceContext } from "../../appliance-options.ts";
import { installDir } from "../../base/settings/install-dir.ts";
import { recordingOptions } from "../../cameras/site-parts.ts";
import type { Start } from "../../module.ts";
import { freeOnDisk } from "../selfcare/room-guard.ts";
import { managerOf } from "./managed-by.ts";
import { PageUpgrade } from "./page-upgrade.ts";

const helperUnit = "/etc/systemd/system/gatehouse-upgrade-request.path";

/** Starts the upgrades that the API offers. */
export async function addUpgrade(start: Start, needs: ApplianceContext): Promise<PageUpgrade> {
  const { config, clock, version, demo } = needs;
  const { dataDir, site } = config;
  const keptBytes = recordingOptions(config).retention.freeBytes;
  const root = demo === undefined ? rootOf(installDir) : undefined;
  const parts = {
    dataDir,
    root,
    manager: managerOf(installDir),
    hasHelper: () =>
      access(helperUnit).then(
        () => true,
        () => false,
      ),
    org: site.organisation,
    version,
    clock,
    roomBytes: async () => Math.max(0, (await freeOnDisk(dataDir)) - keptBytes),
  };
  return await start("upgrade", new PageUpgrade(parts));
}

/** The folder of the two releases of which `dir` is one; undefined for another place. */
function rootOf(dir: string): string | undefined {
  return /^(.+)\/releases\/[ab]$/.exec(dir)?.[1];
}
