import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBundle } from "../../../scripts/release/make-bundle.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { Supervisor, UpgradeParts } from "../../../src/system/upgrade/upgrade.ts";

/** A small release: what the tests look at, and a file and link as real ones have. */
export async function releaseTree(dir: string, version: string, isBroken = false): Promise<string> {
  const tree = join(dir, `tree-${version}`);
  await mkdir(join(tree, "src/deep"), { recursive: true });
  await mkdir(join(tree, "node_modules/.bin"), { recursive: true });
  await writeFile(join(tree, "package.json"), JSON.stringify({ version }));
  await writeFile(join(tree, "src/deep/main.ts"), `export const version = "${version}";\n`);
  await writeFile(join(tree, "src/run"), "#!/bin/sh\n", { mode: 0o755 });
  await symlink("../../src/run", join(tree, "node_modules/.bin/run"));
  if (isBroken) await writeFile(join(tree, "broken"), "");
  return tree;
}

/** An installation with 1.0.0 in slot a, the publisher's keys, and bundles of other releases. */
export interface ReleaseRoot {
  root: string;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
  bundle(
    version: string,
    more?: { isBroken?: boolean; arch?: string; key?: KeyObject },
  ): Promise<string>;
}

/** Makes the installation below `dir`. */
export async function releaseRoot(dir: string): Promise<ReleaseRoot> {
  const root = join(dir, "gatehouse.d");
  const keys = generateKeyPairSync("ed25519");
  await mkdir(join(root, "releases/a"), { recursive: true });
  await writeFile(join(root, "releases/a/package.json"), JSON.stringify({ version: "1.0.0" }));
  await symlink("releases/a", join(root, "current"));
  const pem = keys.publicKey.export({ type: "spki", format: "pem" });
  await writeFile(join(root, "publisher.pem"), pem);
  await boxIn(root).restart();
  return {
    root,
    keys,
    async bundle(version, { isBroken = false, arch = process.arch, key = keys.privateKey } = {}) {
      const tree = await releaseTree(dir, version, isBroken);
      const out = join(dir, `${version}-${arch}.bundle`);
      await makeBundle({ tree, out, arch, key, madeAtMs: Date.now() });
      return out;
    },
  };
}

/** A box that is what `current` leads to since its last restart; a release with `broken` is never ready. */
export function boxIn(root: string): Supervisor {
  const running = join(root, "running");
  return {
    async restart() {
      const isBroken = await stat(join(root, "current/broken")).catch(() => undefined);
      const text = await readFile(join(root, "current/package.json"), "utf8");
      const { version } = JSON.parse(text) as { version: string };
      await writeFile(running, isBroken ? "" : version);
    },
    async readyVersion() {
      return (await readFile(running, "utf8").catch(() => "")) || null;
    },
  };
}

/** Parts of an upgrade in that installation. */
export function upgradeParts(root: string, key: KeyObject): UpgradeParts {
  return {
    root,
    key,
    clock: systemClock,
    supervisor: boxIn(root),
    arch: process.arch,
    storeReadableFrom: 1,
    freeBytes: async () => 1e12,
    readyMs: 700,
  };
}
