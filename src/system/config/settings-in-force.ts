import { RestoreFailure, type LiveSettings } from "../../base/settings/live-settings.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { SiteSettings } from "./effective.ts";
import { combined, loadConfig } from "./load.ts";
import { secretsOf } from "./secrets.ts";
import { byTime, differingSettings, withValuesOf } from "./settings.ts";
import type { SiteConfig } from "./site-config.ts";

/** Paths of the settings that a reading of the site file has changed. */
export interface Applied {
  /** In force since this reading. */
  inForce: string[];
  /** In force with the next start: those of this reading, and of earlier ones. */
  waiting: string[];
}

/** The parts of `SettingsInForce`. */
export interface SettingsInForceParts {
  settings: SiteSettings;
  live: LiveSettings<SiteConfig>;
  /** Receives the secrets of a new file before they are used. */
  keepSecret(secret: string): void;
}

/** Puts changed settings of the site file in force without a restart, all of them or none. */
export class SettingsInForce {
  readonly #parts: SettingsInForceParts;
  readonly #lane = new SerialLane();

  constructor(parts: SettingsInForceParts) {
    this.#parts = parts;
  }

  /**
   * Reads the site file again, with the files that it names, and puts its settings in force; those that need a
   * restart wait. So do all of them when the others do not fit the former values of these. Fails with
   * `config_invalid` for a file with problems, and with `conflict` when a part of the box refuses a setting; then
   * nothing has changed. Fails with `RestoreFailure` when the box needs a restart.
   */
  reload(): Promise<Applied> {
    return this.#lane.run(() => this.#reload());
  }

  async #reload(): Promise<Applied> {
    const { settings, live, keepSecret } = this.#parts;
    const sources = settings.sources();
    const read = await loadConfig(sources);
    const present = settings.whole();
    const next = read.settings.whole();
    const changed = differingSettings(present, next);
    const { live: inForce, restart: waiting } = byTime(changed);
    const whole = withValuesOf(present, next, waiting);
    const config = waiting.length === 0 ? read.config : await combined(whole, sources.environment);
    if (!config) {
      settings.adopt(read.settings, { whole: present, waiting: changed });
      return { inForce: [], waiting: changed };
    }
    for (const secret of secretsOf(config)) keepSecret(secret);
    try {
      await live.apply(config);
    } catch (error) {
      throw error instanceof RestoreFailure ? error : refused(error);
    }
    settings.adopt(read.settings, { whole, waiting });
    return { inForce, waiting };
  }
}

function refused(error: unknown): Error {
  const reason = GatehouseError.find(error)?.message ?? (error as Error).message;
  const message = `configuration: a setting cannot come into force: ${reason}. The former settings stay in force`;
  return fail("conflict", message, { cause: error });
}
