import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import { checkModels, type ModelCheck } from "./check-models.ts";
import type { ModelFolders } from "./model-folders.ts";

/** The parts of the watch. */
export interface ModelWatchParts {
  folders: ModelFolders;
  clock: Clock;
  log: Logger;
  /** Called after each check with the damaged models and the intact ones. */
  onChecked(result: { damaged: readonly ModelCheck[]; whole: readonly ModelCheck[] }): void;
}

const hourMs = 3_600_000;

/** Reads every installed model's file at the start, each hour, and when a model was refused. */
export class ModelWatch implements Part {
  readonly #parts: ModelWatchParts;
  readonly #refused = new Set<string>();
  #timer: Timer | undefined;
  #running: Promise<ModelCheck[]> | undefined;
  #last: { checks: readonly ModelCheck[]; atMs: number } = { checks: [], atMs: 0 };

  constructor(parts: ModelWatchParts) {
    this.#parts = parts;
  }

  /** Starts the first check in the background: reading from a slow card must not delay the start. */
  start(): void {
    this.#timer = this.#parts.clock.every(hourMs, () => {
      this.#refused.clear();
      this.#checkSoon();
    });
    this.#checkSoon();
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#running?.catch(() => []);
  }

  /** The result of the last check, and its time (Unix milliseconds; 0 before the first ends). */
  last(): { checks: readonly ModelCheck[]; atMs: number } {
    return this.#last;
  }

  /** Checks now, or joins the check that runs. Rejects with the system's error. */
  check(): Promise<ModelCheck[]> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Checks the models that the detector refused, each at most once an hour: their files may be the cause. */
  noteRefused(names: readonly string[]): void {
    const fresh = names.filter((name) => !this.#refused.has(name));
    for (const name of fresh) this.#refused.add(name);
    if (fresh.length > 0) this.#checkSoon();
  }

  #checkSoon(): void {
    this.check().catch((error) => {
      this.#parts.log.error({ error: describeError(error) }, "the models could not be checked");
    });
  }

  async #check(): Promise<ModelCheck[]> {
    const { folders, clock, onChecked } = this.#parts;
    const checks = await checkModels(folders);
    this.#last = { checks, atMs: clock.wallMs() };
    onChecked({
      damaged: checks.filter(({ state }) => state === "corrupt" || state === "quarantined"),
      whole: checks.filter(({ state }) => state === "verified"),
    });
    return checks;
  }
}
