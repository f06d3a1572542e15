import { lstat, open, readFile, readlink, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";

/** The two slots of releases: one runs, the other takes the next. */
export type Slot = "a" | "b";

/**
 * State of an upgrade. `unpacking`: the appliance unpacks into the other slot. `trial`: the new
 * release runs, but was not ready yet.
 */
export interface UpgradeState {
  v: 1;
  phase: "idle" | "unpacking" | "trial" | "confirmed" | "rolled_back";
  /** The release that ran before, and the new one. */
  from: { slot: Slot; version: string };
  to: { slot: Slot; version: string };
  /** Unix milliseconds of the last change. */
  atMs: number;
  /** The reason for the rollback. */
  reason?: string;
}

/** The folder of releases: `releases/a`, `releases/b`, and the links `current` and `previous`. */
export class Slots {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  dirOf(slot: Slot): string {
    return join(this.#root, "releases", slot);
  }

  /**
   * Returns the slot that runs. Fails with `upgrade_refused` when the installation has no slots.
   */
  async current(): Promise<Slot> {
    const target = await readlink(join(this.#root, "current")).catch(() => "");
    const slot = /^releases\/([ab])$/.exec(target)?.[1];
    if (slot === "a" || slot === "b") return slot;
    throw fail(
      "upgrade_refused",
      `${this.#root}: is not an installation with two releases. See docs/operations/upgrade.md`,
    );
  }

  /** Points `link` to `slot` atomically: a reader sees the old slot or the new one. */
  async point(link: "current" | "previous", slot: Slot): Promise<void> {
    const fresh = join(this.#root, `.${link}.new`);
    await rm(fresh, { force: true });
    await symlink(join("releases", slot), fresh);
    await rename(fresh, join(this.#root, link));
    await this.sync();
  }

  /** Makes renames durable. */
  async sync(): Promise<void> {
    for (const dir of [this.#root, join(this.#root, "releases")]) {
      const folder = await open(dir, "r");
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    }
  }

  /** Returns the version of the release in a slot; null when there is none. */
  async versionIn(slot: Slot): Promise<string | null> {
    try {
      const text = await readFile(join(this.dirOf(slot), "package.json"), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      return null;
    }
  }

  /** Returns the state; undefined before the first upgrade. */
  async state(): Promise<UpgradeState | undefined> {
    const text = await readFile(join(this.#root, "upgrade.json"), "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as UpgradeState);
  }

  async remember(state: UpgradeState): Promise<void> {
    await writeFileAtomic(join(this.#root, "upgrade.json"), JSON.stringify(state), 0o644);
  }

  /** True when the folder of releases has an entry `name`. */
  async has(name: string): Promise<boolean> {
    return await lstat(join(this.#root, "releases", name)).then(
      () => true,
      () => false,
    );
  }
}
