import { constants } from "node:fs";
import { access, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import { RestoreFailure } from "../../base/settings/live-settings.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { SiteSettings } from "./effective.ts";
import { refuseBoxPlaces, withHiddenSecrets, withSecretsOf } from "./hidden-secrets.ts";
import { checkConfig, problemLine } from "./load.ts";
import type { SiteYaml } from "./schema.ts";
import { byTime, differingSettings } from "./settings.ts";
import type { SettingsInForce } from "./settings-in-force.ts";
import {
  confirmMs,
  etagOf,
  keepTrial,
  placeOnTrial,
  revertTrial,
  trialOf,
  undoTrial,
} from "./trial.ts";
import type { ConfigurationCheckWire } from "./wire/configuration.ts";
import type { AppliedWire, SiteFileAppliedWire, SiteFileWire } from "./wire/site-file.ts";

/** Dependencies of `SiteFile`. */
export interface SiteFileParts {
  settings: Pick<SiteSettings, "sources" | "check" | "whole" | "waiting">;
  inForce: Pick<SettingsInForce, "reload">;
  audit: Pick<AuditLog, "add">;
  clock: Clock;
  log: Logger;
  /** Organisation of the site, whose audit log has what the box does by itself. */
  org: string;
  /** Ends every part and starts the process again. */
  restart(): void;
}

/** Time between the answer to a change and the restart, in milliseconds. */
const answerMs = 500;

/** Returns `yaml` with the secrets of `former`, whose form is checked too; undefined if it moves or changes a stand-in. */
function withOwnSecrets(former: string, yaml: string): string | undefined {
  try {
    return withSecretsOf(former, yaml);
  } catch (error) {
    if (GatehouseError.find(error)) return undefined;
    throw error;
  }
}

/**
 * The site file as the page edits it. A change comes into force at once where all its settings can, else by a restart.
 * It is on trial until somebody confirms it: without a confirmation within 60 s the former file returns in the same
 * way.
 */
export class SiteFile implements Part {
  readonly #parts: SiteFileParts;
  #deadline: Timer | undefined;
  #deadlineMs: number | undefined;
  /** One change at a time. */
  #isBusy = false;

  constructor(parts: SiteFileParts) {
    this.#parts = parts;
  }

  /** Begins the 60 s of a file on trial. */
  async start(): Promise<void> {
    const { file } = this.#parts.settings.sources();
    if (file === null || (await trialOf(file)).state !== "pending") return;
    this.#begin(file);
  }

  stop(): void {
    this.#deadline?.cancel();
  }

  #begin(file: string): void {
    const { clock } = this.#parts;
    this.#deadlineMs = clock.wallMs() + confirmMs;
    this.#deadline = clock.after(confirmMs, () => void this.#revert(file));
  }

  #end(): void {
    this.stop();
    this.#deadline = undefined;
    this.#deadlineMs = undefined;
  }

  /** Returns the file with hidden secrets and the state of its last change. */
  async read(): Promise<SiteFileWire> {
    const { file } = this.#parts.settings.sources();
    const trial = file === null ? { state: "none" as const, atMs: null } : await trialOf(file);
    const bytes = file === null ? "" : await readFile(file, "utf8");
    return {
      file,
      yaml: withHiddenSecrets(bytes),
      etag: etagOf(bytes),
      writable: file !== null && (await isWritable(file)),
      trial: {
        state: trial.state,
        at: trial.atMs === null ? null : Math.floor(trial.atMs / 1000),
        revert_at: this.#deadlineMs === undefined ? null : Math.floor(this.#deadlineMs / 1000),
      },
      waiting: [...this.#parts.settings.waiting()],
    };
  }

  /** Returns the problems of `yaml` and the settings that it changes. Fails as `SiteSettings.check` does. */
  async check(yaml: string): Promise<ConfigurationCheckWire> {
    const { settings } = this.#parts;
    const { file } = settings.sources();
    const former = file === null ? "" : await readFile(file, "utf8");
    const whole = withOwnSecrets(former, yaml);
    const found = await (whole === undefined
      ? settings.check(yaml, withHiddenSecrets(former))
      : settings.check(whole, former));
    if (!found.valid) return found;
    // What an earlier reading left waiting comes with the restart, too.
    return { ...found, restart: [...new Set([...found.restart, ...settings.waiting()])] };
  }

  /**
   * Puts `yaml` on trial, at once or, where a setting needs it, by a restart of the box; `waiting` of the answer is
   * empty or has all changed settings. Fails with `conflict` when `etag` is not of the present file, a trial runs, the
   * box may not write it or a part refuses a setting, and with `invalid_request_body` for a file with problems; then
   * nothing has changed.
   */
  async apply({ yaml, etag }: { yaml: string; etag: string }): Promise<SiteFileAppliedWire> {
    const { file } = this.#parts.settings.sources();
    if (file === null)
      throw fail(
        "conflict",
        "configuration: the box runs without a site file. Start it with --config",
      );
    if (this.#isBusy || this.#deadline) {
      throw fail("conflict", "configuration: a change is on trial. Confirm it or wait");
    }
    this.#isBusy = true;
    let isRestarting = false;
    try {
      const { text, changed } = await this.#checked(file, { yaml, etag });
      isRestarting = byTime(changed).restart.length > 0;
      const state = isRestarting ? "applied" : "started";
      await placeOnTrial(file, text, { atMs: this.#parts.clock.wallMs(), state });
      const applied = isRestarting
        ? { in_force: [], waiting: changed }
        : await this.#putInForce(file);
      return { ...(await this.read()), applied };
    } finally {
      this.#isBusy = isRestarting;
      if (isRestarting) this.#parts.clock.after(answerMs, () => this.#parts.restart());
    }
  }

  async #putInForce(file: string): Promise<AppliedWire> {
    const { inForce, restart } = this.#parts;
    try {
      const { inForce: paths, waiting } = await inForce.reload();
      this.#begin(file);
      return { in_force: paths, waiting };
    } catch (error) {
      await undoTrial(file);
      if (error instanceof RestoreFailure) restart();
      throw error;
    }
  }

  /** Keeps the file on trial. Fails with `conflict` when there is none. */
  async confirm(): Promise<SiteFileWire> {
    const { file } = this.#parts.settings.sources();
    if (file === null || !this.#deadline) {
      throw fail("conflict", "configuration: no change is on trial. Apply one first");
    }
    this.#end();
    await keepTrial(file);
    return await this.read();
  }

  /** Returns the text with its secrets, and the settings that differ from those in force. */
  async #checked(
    file: string,
    { yaml, etag }: { yaml: string; etag: string },
  ): Promise<{ text: string; changed: string[] }> {
    const { settings } = this.#parts;
    const former = await readFile(file, "utf8");
    if (etagOf(former) !== etag) {
      throw fail("conflict", "etag: the file has changed since. Load it and edit it once more");
    }
    if (!(await isWritable(file))) {
      throw fail(
        "conflict",
        `${file}: the box may not write it. Allow its user to, and its folder`,
      );
    }
    const whole = withSecretsOf(former, yaml.endsWith("\n") ? yaml : `${yaml}\n`);
    const { valid, problems } = await settings.check(whole);
    if (!valid) refuse(problems.map(({ where, path, message }) => `${where}: ${path} ${message}`));
    refuseBoxPlaces(former, whole);
    const next = await this.#checkWithFiles(file, whole);
    return { text: whole, changed: differingSettings(settings.whole(), next) };
  }

  /** As the next start reads it, with the files that it names. */
  async #checkWithFiles(file: string, text: string): Promise<SiteYaml> {
    const { environment, overrides } = this.#parts.settings.sources();
    const candidate = `${file}.candidate`;
    await writeFileAtomic(candidate, text);
    try {
      const read = await checkConfig({ file: candidate, environment, overrides });
      if (!read.settings) refuse(read.problems.map(problemLine));
      return read.settings.whole();
    } finally {
      await rm(candidate, { force: true });
    }
  }

  async #revert(file: string): Promise<void> {
    const { clock, log, audit, org } = this.#parts;
    this.#end();
    try {
      // Somebody edited it on the box, which ends the trial.
      if ((await trialOf(file)).state !== "pending") return await keepTrial(file);
      await revertTrial(file, clock.wallMs());
    } catch (error) {
      log.error({ file, error: describeError(error) }, "the former site file was not put back");
      return;
    }
    log.warn({ file }, "nobody confirmed the new site file: the former one is back");
    await audit.add({
      org,
      actor: { kind: "box", key_id: null },
      address: null,
      action: "revert configuration",
      outcome: { status: 200, code: null },
      requestId: null,
    });
    await this.#returnTo(file);
  }

  /** Puts the former file in force, by a restart where a setting of it needs one. */
  async #returnTo(file: string): Promise<void> {
    const { inForce, log, restart } = this.#parts;
    try {
      const { waiting } = await inForce.reload();
      if (waiting.length > 0) restart();
    } catch (error) {
      log.warn({ file, error: describeError(error) }, "the former site file needs a restart");
      restart();
    }
  }
}

function refuse(problems: readonly string[]): never {
  const first = problems.slice(0, 5).join("; ");
  throw invalidField("yaml", `has ${problems.length} problems: ${first}. Correct them`);
}

/** True when the file can be replaced: its folder takes another file. */
async function isWritable(file: string): Promise<boolean> {
  try {
    await access(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
