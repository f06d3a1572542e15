import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";

/** What replaces a release in place of `gatehouse upgrade`: the Debian package, or a container image. */
export type Manager = "dpkg" | "container";

const advice: Readonly<Record<Manager, string>> = {
  dpkg: "upgrade: apt and dpkg manage this box. Install the new package: apt install ./gatehouse_VERSION_ARCH.deb",
  container: "upgrade: this box is a container. Start it from the new image",
};

/** The manager of the release at `dir`; undefined for two slots and for a developer's checkout. */
export function managerOf(dir: string): Manager | undefined {
  try {
    const text = readFileSync(join(dir, ".managed-by"), "utf8").trim();
    return text === "dpkg" || text === "container" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** What to do in place of an upgrade in two slots, by manager. */
export function adviceOf(manager: Manager): string {
  return advice[manager];
}

/** Fails with `upgrade_refused` where somebody else replaces the release at `dir`. */
export function refuseManaged(dir: string): void {
  const manager = managerOf(dir);
  if (manager !== undefined) throw fail("upgrade_refused", adviceOf(manager));
}
