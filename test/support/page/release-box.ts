import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { makeBundle } from "../../../scripts/release/make-bundle.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { PageUpgrade } from "../../../src/system/upgrade/page-upgrade.ts";
import { Upgrade } from "../../../src/system/upgrade/upgrade.ts";
import { carryOutRequest } from "../../../src/system/upgrade/upgrade-request.ts";
import { repoDir } from "../box/appliance.ts";
import { releaseRoot, releaseTree, upgradeParts } from "../box/release-root.ts";
import { tempDir } from "../box/temp-dir.ts";
import { Rig } from "../http/rig.ts";
import { upgradeWire } from "../../../src/system/upgrade/upgrade-wire.ts";

/** A server with page, keys and upgrades over an installation of 1.0.0 in a folder. */
export interface ReleaseBox {
  readonly url: string;
  readonly key: string;
  /** Path of a bundle of the publisher with this list of changes. */
  bundle(version: string, changes: string): Promise<string>;
  /** Path of a bundle that somebody else signed. */
  foreignBundle(): Promise<string>;
  /** What the helper's unit does with the page's request, and the restart as the other release. */
  carryOut(): Promise<void>;
}

/** Starts it; stopped and removed after the test. */
export async function startReleaseBox(t: TestContext): Promise<ReleaseBox> {
  const dir = await tempDir(t);
  const dataDir = join(dir, "data");
  const { root, keys } = await releaseRoot(dir);
  const running = (version: string) =>
    new PageUpgrade({
      dataDir,
      root,
      manager: undefined,
      hasHelper: async () => true,
      org: "default",
      version,
      clock: systemClock,
      roomBytes: async () => 1e9,
    });
  let current = running("1.0.0");
  const upgrade: Pick<PageUpgrade, "describe" | "receive" | "install" | "rollBack" | "discard"> = {
    describe: (org) => current.describe(org),
    receive: (...args) => current.receive(...args),
    install: (...args) => current.install(...args),
    rollBack: (org) => current.rollBack(org),
    discard: (org) => current.discard(org),
  };
  const rig = await new Rig({ upgrade, pageDir: join(repoDir, "console/dist") }).start();
  t.after(() => rig.stop());
  return {
    url: rig.server.url(),
    key: rig.key,
    async bundle(version, changes) {
      const tree = await releaseTree(dir, version);
      await writeFile(join(tree, "CHANGELOG.md"), `# Changelog\n\n## [${version}]\n\n${changes}\n`);
      const out = join(dir, `${version}.bundle`);
      const how = { arch: process.arch, key: keys.privateKey, madeAtMs: Date.now() };
      await makeBundle({ tree, out, ...how });
      return out;
    },
    async foreignBundle() {
      return await (await releaseRoot(join(dir, "other"))).bundle("1.1.0");
    },
    async carryOut() {
      const install = async () => new Upgrade(upgradeParts(root, keys.publicKey));
      await carryOutRequest({ root, dataDir }, install);
      const { current: slot } = await upgradeWire(await current.describe("default"));
      current = running(slot!.version);
      await current.start();
    },
  };
}
