import type { KeyObject } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { unpackBundle, verifyBundle } from "./bundle.ts";
import { compareVersions, type ReleaseManifest } from "./release-manifest.ts";
import { type Slot, Slots, type UpgradeState } from "./slots.ts";

/** Restarts the appliance and asks for its version. */
export interface Supervisor {
  /**
   * Stops the appliance and starts the release of `current`; resolves without waiting for it to be
   * ready.
   */
  restart(): Promise<void>;
  /** Resolves with the version that is ready; null while none is. Never rejects. */
  readyVersion(): Promise<string | null>;
}

/** Points at which tests end the process. */
export type UpgradeStep =
  | "unpacking"
  | "unpacked"
  | "marked"
  | "switched"
  | "restarted"
  | "put_back";

/** The parts of an upgrade. */
export interface UpgradeParts {
  root: string;
  key: KeyObject;
  clock: Clock;
  supervisor: Supervisor;
  /** As `process.arch`. */
  arch: string;
  /** Oldest layout that can read the store; null when the store cannot be read. */
  storeReadableFrom: number | null;
  /** Returns the free bytes on the disk of `root`. */
  freeBytes(): Promise<number>;
  /** Time for the new release to become ready, in milliseconds; 60 s in production. */
  readyMs: number;
  onStep?(step: UpgradeStep): void;
}

/** Period of asking whether the release is ready, in milliseconds. */
const askMs = 500;

/**
 * Upgrades in two slots: it unpacks the new release beside the running one, switches `current` at
 * once, and switches back when the new one is not ready in time. After a power cut `resume`
 * completes the upgrade at the next start: forward only if the new release is ready.
 */
export class Upgrade {
  readonly #parts: UpgradeParts;
  readonly #slots: Slots;

  constructor(parts: UpgradeParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.root);
  }

  /**
   * Upgrades to the bundle. Resolves when the new release is ready (`confirmed`) or the old one was
   * restored (`rolled_back`). Fails with `upgrade_refused` without any change.
   */
  async run(file: string, options: { allowDowngrade: boolean }): Promise<UpgradeState> {
    const slot = await this.#slots.current();
    const last = await this.#slots.state();
    if (last?.phase === "trial") {
      throw fail("upgrade_refused", 'upgrade: one is not complete. Run "gatehouse upgrade resume"');
    }
    const manifest = await verifyBundle(file, this.#parts.key);
    const version = (await this.#slots.versionIn(slot)) ?? "0.0.0";
    await this.#refuse(manifest, version, options.allowDowngrade);
    const other: Slot = slot === "a" ? "b" : "a";
    const change = { from: { slot, version }, to: { slot: other, version: manifest.version } };
    await this.#remember({ ...change, phase: "unpacking" });
    this.#parts.onStep?.("unpacking");
    await this.#fill(file, other);
    this.#parts.onStep?.("unpacked");
    await this.#slots.point("previous", slot);
    await this.#remember({ ...change, phase: "trial" });
    this.#parts.onStep?.("marked");
    await this.#slots.point("current", other);
    this.#parts.onStep?.("switched");
    await this.#restart();
    this.#parts.onStep?.("restarted");
    return await this.#conclude({ ...change, phase: "trial" });
  }

  /**
   * Completes an interrupted upgrade. Undefined without one, and for one that was only unpacking,
   * which changes nothing.
   */
  async resume(): Promise<UpgradeState | undefined> {
    const state = await this.#slots.state();
    if (state?.phase !== "trial") return undefined;
    if ((await this.#slots.current()) === state.from.slot) {
      const running = await this.#parts.supervisor.readyVersion();
      if (running !== null && running !== state.from.version) await this.#restart();
      return await this.#settle(state, "rolled_back", "it was cut off before it was confirmed");
    }
    return await this.#conclude(state);
  }

  /**
   * Returns to the former release, if the last upgrade was confirmed. Fails with `upgrade_refused`.
   */
  async rollBack(): Promise<UpgradeState> {
    const state = await this.#slots.state();
    if (state?.phase !== "confirmed" || (await this.#slots.current()) !== state.to.slot) {
      throw fail(
        "upgrade_refused",
        "upgrade: none can be rolled back. Install an older release instead",
      );
    }
    return await this.#putBack(state, "somebody asked for it");
  }

  async #refuse(
    { version: target, arch, store_version: layout, payload }: ReleaseManifest,
    version: string,
    allowDowngrade: boolean,
  ): Promise<void> {
    const { arch: own, storeReadableFrom, freeBytes } = this.#parts;
    if (arch !== own) {
      throw fail(
        "upgrade_refused",
        `bundle: is for ${arch}, but this box is ${own}. Use the bundle for ${own}`,
      );
    }
    const order = compareVersions(target, version);
    if (order === 0)
      throw fail("upgrade_refused", `bundle: ${target} is running already. Use another release`);
    if (order < 0 && !allowDowngrade) {
      throw fail(
        "upgrade_refused",
        `bundle: ${target} is older than ${version}, which is running. See --allow-downgrade`,
      );
    }
    if (storeReadableFrom !== null && layout < storeReadableFrom) {
      throw fail(
        "upgrade_refused",
        `bundle: ${target} cannot read the store of this box. Restore a backup of its time`,
      );
    }
    // A tenth more than the files: folders and partly filled blocks.
    if ((await freeBytes()) < 1.1 * payload.unpacked_bytes) {
      throw fail("upgrade_refused", "disk: has no room for the release. Free space on it");
    }
  }

  async #fill(file: string, slot: Slot): Promise<void> {
    const dir = this.#slots.dirOf(slot);
    const fresh = `${dir}.new`;
    await rm(fresh, { recursive: true, force: true });
    try {
      await unpackBundle(file, this.#parts.key, fresh);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
    await rm(dir, { recursive: true, force: true });
    await rename(fresh, dir);
    await this.#slots.sync();
  }

  /** Waits for the release on trial; restores the old one when it is not ready in time. */
  async #conclude(state: Omit<UpgradeState, "v" | "atMs">): Promise<UpgradeState> {
    if (await this.#isReady(state.to.version)) return await this.#settle(state, "confirmed");
    const seconds = Math.round(this.#parts.readyMs / 1000);
    return await this.#putBack(state, `${state.to.version} was not ready in ${seconds} s`);
  }

  async #putBack(state: Omit<UpgradeState, "v" | "atMs">, reason: string): Promise<UpgradeState> {
    await this.#slots.point("current", state.from.slot);
    this.#parts.onStep?.("put_back");
    await this.#restart();
    return await this.#settle(state, "rolled_back", reason);
  }

  async #settle(
    state: Omit<UpgradeState, "v" | "atMs">,
    phase: UpgradeState["phase"],
    reason?: string,
  ): Promise<UpgradeState> {
    const { from, to } = state;
    return await this.#remember({ from, to, phase, ...(reason === undefined ? {} : { reason }) });
  }

  async #remember(state: Omit<UpgradeState, "v" | "atMs">): Promise<UpgradeState> {
    const whole: UpgradeState = { v: 1, ...state, atMs: this.#parts.clock.wallMs() };
    await this.#slots.remember(whole);
    return whole;
  }

  /** A failed restart counts as a release that does not become ready. */
  async #restart(): Promise<void> {
    try {
      await this.#parts.supervisor.restart();
    } catch (error) {
      process.stderr.write(`gatehouse: the restart failed: ${describeError(error)}\n`);
    }
  }

  async #isReady(version: string): Promise<boolean> {
    const { clock, readyMs, supervisor } = this.#parts;
    const untilMs = clock.monoMs() + readyMs;
    for (;;) {
      if ((await supervisor.readyVersion()) === version) return true;
      if (clock.monoMs() >= untilMs) return false;
      await sleep(clock, askMs);
    }
  }
}
