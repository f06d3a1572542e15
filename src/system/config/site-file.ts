import { constants } from "node:fs";
import { access, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { SiteSettings } from "./effective.ts";
import { refuseBoxPlaces, withHiddenSecrets, withSecretsOf } from "./hidden-secrets.ts";
import { checkConfig, problemLine } from "./load.ts";
import { confirmMs, etagOf, keepTrial, placeOnTrial, revertTrial, trialOf } from "./trial.ts";
import type { ConfigurationCheckWire } from "./wire/configuration.ts";
import type { SiteFileWire } from "./wire/site-file.ts";

/** Dependencies of `SiteFile`. */
export interface SiteFileParts {
  settings: Pick<SiteSettings, "sources" | "check">;
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

/**
 * The site file as the page edits it. A change is on trial until somebody confirms it: without a
 * confirmation within 60 s of the start the former file returns, and the box starts again.
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
    const { settings, clock } = this.#parts;
    const { file } = settings.sources();
    if (file === null || (await trialOf(file)).state !== "pending") return;
    this.#deadlineMs = clock.wallMs() + confirmMs;
    this.#deadline = clock.after(confirmMs, () => void this.#revert(file));
  }

  stop(): void {
    this.#deadline?.cancel();
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
    };
  }

  /** Returns the problems of `yaml` and the settings that it changes. Fails as `SiteSettings.check` does. */
  async check(yaml: string): Promise<ConfigurationCheckWire> {
    const { settings } = this.#parts;
    const { file } = settings.sources();
    const before = file === null ? "" : withHiddenSecrets(await readFile(file, "utf8"));
    return await settings.check(yaml, before);
  }

  /**
   * Puts `yaml` on trial and restarts the box. Fails with `conflict` when `etag` is not of the
   * present file, a trial runs or the box may not write it, and with `invalid_request_body` for a
   * file with problems; then nothing has changed.
   */
  async apply({ yaml, etag }: { yaml: string; etag: string }): Promise<SiteFileWire> {
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
    try {
      await this.#place(file, { yaml, etag });
    } catch (error) {
      this.#isBusy = false;
      throw error;
    }
    this.#parts.clock.after(answerMs, () => this.#parts.restart());
    return await this.read();
  }

  /** Keeps the file on trial. Fails with `conflict` when there is none. */
  async confirm(): Promise<SiteFileWire> {
    const { file } = this.#parts.settings.sources();
    if (file === null || !this.#deadline) {
      throw fail("conflict", "configuration: no change is on trial. Apply one first");
    }
    this.stop();
    this.#deadline = undefined;
    this.#deadlineMs = undefined;
    await keepTrial(file);
    return await this.read();
  }

  async #place(file: string, { yaml, etag }: { yaml: string; etag: string }): Promise<void> {
    const { settings, clock } = this.#parts;
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
    await this.#checkWithFiles(file, whole);
    await placeOnTrial(file, whole, clock.wallMs());
  }

  /** As the next start reads it, with the files that it names. */
  async #checkWithFiles(file: string, text: string): Promise<void> {
    const { environment, overrides } = this.#parts.settings.sources();
    const candidate = `${file}.candidate`;
    await writeFileAtomic(candidate, text);
    try {
      const { problems } = await checkConfig({ file: candidate, environment, overrides });
      if (problems.length > 0) refuse(problems.map(problemLine));
    } finally {
      await rm(candidate, { force: true });
    }
  }

  async #revert(file: string): Promise<void> {
    const { clock, log, audit, org, restart } = this.#parts;
    try {
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
    restart();
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
