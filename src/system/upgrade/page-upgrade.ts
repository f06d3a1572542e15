import { readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Part } from "../../base/core/parts.ts";
import { type FilePart, PartUpload } from "../uploads/part-upload.ts";
import { verifyBundle } from "./bundle.ts";
import { adviceOf, type Manager } from "./managed-by.ts";
import { bundleMembers, publisherKey, type ReleaseManifest } from "./release-manifest.ts";
import { Slots } from "./slots.ts";
import { requestWire, slotsWire, type UpgradeBlock, type UpgradeFacts } from "./upgrade-wire.ts";
import {
  bundleFile,
  readRequest,
  readResult,
  upgradeFolder,
  type UpgradeRequest,
  writeRequest,
} from "./upgrade-request.ts";

/** The parts of `PageUpgrade`. */
export interface PageUpgradeParts {
  dataDir: string;
  /** Folder of the two releases; undefined in a developer's checkout and in the demo. */
  root: string | undefined;
  /** What replaces the release in place of the two slots; undefined where nothing does. */
  manager: Manager | undefined;
  /** True when root's helper is installed, which carries out requests. */
  hasHelper(): Promise<boolean>;
  /** Organisation of the site: a release runs for all, so only its keys may change it. */
  org: string;
  /** Version of the running release. */
  version: string;
  clock: Clock;
  /** Free bytes of the disk, less what recording keeps free; at least 0. */
  roomBytes(): Promise<number>;
}

/** Largest bundle that is received, in bytes: eight times the present size. */
const maxBundleBytes = 4e9;
const summaryFile = "offered.json";

/**
 * Upgrades for API callers. The service may not write its own program: it receives and checks a bundle, and leaves
 * a request that root's helper carries out, which checks the bundle again.
 */
export class PageUpgrade implements Part {
  readonly #parts: PageUpgradeParts;
  readonly #upload: PartUpload;
  #check: UpgradeFacts["check"] = null;
  #checking: Promise<void> | undefined;

  constructor(parts: PageUpgradeParts) {
    this.#parts = parts;
    this.#upload = new PartUpload({
      dir: join(parts.dataDir, upgradeFolder),
      firstMember: bundleMembers[0],
      what: "a release of Gatehouse",
      maxBytes: maxBundleBytes,
      roomBytes: () => parts.roomBytes(),
    });
  }

  /** Removes the bundle of the release that runs now. */
  async start(): Promise<void> {
    const offered = await this.#offered();
    if (offered?.manifest.version === this.#parts.version) await this.#clear();
  }

  /** Waits for a running check. */
  async stop(): Promise<void> {
    await this.#checking;
  }

  /** The releases, the received bundle and the last upgrade. Fails with `insufficient_scope` for another organisation. */
  async describe(org: string): Promise<UpgradeFacts> {
    this.#refuseOthers(org);
    const { root, version, dataDir, clock } = this.#parts;
    const request = root === undefined ? undefined : await readRequest(dataDir);
    return {
      version,
      blocked: await this.#block(),
      slots: root === undefined ? undefined : new Slots(root),
      offered: await this.#offered(),
      upload: await this.#upload.state(),
      check: this.#check,
      request: request && { request, result: await readResult(root!, request.id) },
      nowMs: clock.wallMs(),
    };
  }

  /**
   * Receives a part of a bundle; the last one begins the check of its signature and sum. Fails as `PartUpload.take`
   * does, and with `conflict` where the box takes no bundle.
   */
  async receive(org: string, body: Readable, part: FilePart): Promise<void> {
    this.#refuseOthers(org);
    await this.#refuseBlocked();
    await this.#refusePending();
    const path = await this.#upload.take(body, part);
    if (path === undefined) return;
    this.#check = { state: "running", problem: null };
    this.#checking = this.#accept(path).then(
      () => {
        this.#check = null;
      },
      (error: unknown) => {
        const problem =
          GatehouseError.find(error)?.message ?? "bundle: cannot be read. Send it again";
        this.#check = { state: "failed", problem };
      },
    );
  }

  /** Asks the helper to install the received bundle. Fails with `conflict`, and `invalid_request_body` for another version. */
  async install(
    org: string,
    { version, allowDowngrade }: { version: string; allowDowngrade: boolean },
  ): Promise<void> {
    this.#refuseOthers(org);
    await this.#refuseBlocked();
    const offered = await this.#offered();
    if (!offered) throw fail("conflict", "upgrade: no bundle has arrived. Send one first");
    if (offered.manifest.version !== version) {
      throw invalidField("version", `is not that of the bundle. Send ${offered.manifest.version}`);
    }
    await this.#ask({ kind: "install", allowDowngrade });
  }

  /** Asks the helper to return to the previous release. Fails with `conflict` when there is none. */
  async rollBack(org: string): Promise<void> {
    this.#refuseOthers(org);
    await this.#refuseBlocked();
    const { can_roll_back: canRollBack } = await slotsWire(new Slots(this.#parts.root!));
    if (!canRollBack) {
      throw fail("conflict", "upgrade: none can be rolled back. Install an older release instead");
    }
    await this.#ask({ kind: "rollback", allowDowngrade: false });
  }

  /** Removes the received bundle and what has arrived of another. Fails with `conflict` during an upgrade. */
  async discard(org: string): Promise<void> {
    this.#refuseOthers(org);
    await this.#refusePending();
    await this.#upload.clear();
    await this.#clear();
  }

  async #ask(wish: Pick<UpgradeRequest, "kind" | "allowDowngrade">): Promise<void> {
    await this.#refusePending();
    const { dataDir, clock } = this.#parts;
    const atMs = clock.wallMs();
    await writeRequest(dataDir, { id: uuidv7(atMs), atMs, ...wish });
  }

  async #accept(path: string): Promise<void> {
    const { dataDir, root } = this.#parts;
    const folder = join(dataDir, upgradeFolder);
    try {
      const key = publisherKey(await readFile(join(root!, "publisher.pem"), "utf8"));
      const manifest = await verifyBundle(path, key);
      if (manifest.arch !== process.arch) {
        const { arch } = manifest;
        const own = process.arch;
        throw fail(
          "upgrade_refused",
          `bundle: is for ${arch}, but this box is ${own}. Use the bundle for ${own}`,
        );
      }
      await rename(path, join(folder, bundleFile));
      await writeFileAtomic(join(folder, summaryFile), JSON.stringify(manifest));
    } finally {
      await rm(path, { force: true });
    }
  }

  async #offered(): Promise<{ manifest: ReleaseManifest; sizeBytes: number } | undefined> {
    const folder = join(this.#parts.dataDir, upgradeFolder);
    try {
      const { size: sizeBytes } = await stat(join(folder, bundleFile));
      const text = await readFile(join(folder, summaryFile), "utf8");
      return { manifest: JSON.parse(text) as ReleaseManifest, sizeBytes };
    } catch {
      return undefined;
    }
  }

  async #clear(): Promise<void> {
    const folder = join(this.#parts.dataDir, upgradeFolder);
    for (const name of [bundleFile, summaryFile]) await rm(join(folder, name), { force: true });
    this.#check = null;
  }

  async #block(): Promise<UpgradeBlock | null> {
    const { root, manager, hasHelper } = this.#parts;
    if (manager !== undefined) return manager;
    if (root === undefined) return "not_installed";
    if (!(await hasHelper())) return "no_helper";
    const pem = await readFile(join(root, "publisher.pem"), "utf8").catch(() => undefined);
    return pem === undefined ? "no_publisher_key" : null;
  }

  async #refuseBlocked(): Promise<void> {
    const block = await this.#block();
    if (block !== null) throw fail("conflict", blockMessages[block]);
  }

  async #refusePending(): Promise<void> {
    const { root, dataDir, clock } = this.#parts;
    const request = root === undefined ? undefined : await readRequest(dataDir);
    if (!request) return;
    const { state } = requestWire(request, await readResult(root!, request.id), clock.wallMs());
    if (state === "waiting" || state === "running") {
      throw fail("conflict", `upgrade: ${request.kind} is running. Wait until it has ended`);
    }
  }

  #refuseOthers(org: string): void {
    if (org === this.#parts.org) return;
    throw fail(
      "insufficient_scope",
      "upgrade: changes the box of all organisations. Use a key of the site's organisation",
    );
  }
}

const blockMessages: Readonly<Record<UpgradeBlock, string>> = {
  dpkg: adviceOf("dpkg"),
  container: adviceOf("container"),
  not_installed: "upgrade: scripts/install.sh did not install this box. Upgrade its files instead",
  no_helper:
    "upgrade: gatehouse-upgrade-request.path is not installed. Run scripts/install.sh again",
  no_publisher_key:
    "upgrade: publisher.pem is missing or not readable. Install the publisher's key",
};
