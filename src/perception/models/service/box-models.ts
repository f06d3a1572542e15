import type { SettingsResolver } from "../../settings/settings-resolver.ts";
import type { Clock } from "../../../base/core/clock.ts";
import { describeError } from "../../../base/core/errors.ts";
import type { Logger } from "../../../base/core/logger.ts";
import type { Part } from "../../../base/core/parts.ts";
import type { ModelCheck } from "../check-models.ts";
import type { ModelChoice } from "../model-choice.ts";
import type { ModelFolders } from "../model-folders.ts";
import type { ModelEngine } from "../model-rows.ts";
import { ModelWatch } from "../model-watch.ts";
import type { BoxIncidents } from "../../incidents/box-incidents.ts";
import type { VisionStatus } from "../../core/vision-port.ts";
import type { RunningStreams } from "../../streams/running-streams.ts";

/** The parts of a running appliance's models. */
export interface BoxModelsParts {
  folders: ModelFolders;
  choice: ModelChoice;
  incidents: BoxIncidents;
  running: RunningStreams;
  resolver: SettingsResolver;
  vision: {
    /** Loads a model; rejects with `model_unavailable` and the reason. */
    prepareModel(name: string): Promise<void>;
    /** Reads the manifests again; loaded models stay. */
    reloadModels(): Promise<void>;
    status(): Pick<VisionStatus, "models">;
  };
  clock: Clock;
  log: Logger;
}

/** The detectors of a running appliance. */
export interface BoxModelsState {
  /** The model of streams that name none: a name, `auto` or `motion`. */
  default: string;
  /** The choice of a person; null when the configuration decides. */
  chosen: string | null;
  /** Models that running streams use now. */
  used: readonly string[];
  /** Models whose files are damaged, as of the last check. */
  damaged: readonly ModelCheck[];
  /** Engines that a GPU's executor needs. */
  engines: readonly ({ name: string } & NonNullable<ModelEngine>)[];
  /** Unix milliseconds of the last check of the files; null before the first check ends. */
  checkedAtMs: number | null;
}

const type = "model_corrupt";

/** The models of a running appliance: the default, and the state of their files. */
export class BoxModels implements Part {
  readonly #parts: BoxModelsParts;
  readonly #watch: ModelWatch;

  constructor(parts: BoxModelsParts) {
    this.#parts = parts;
    const { folders, clock, log } = parts;
    this.#watch = new ModelWatch({
      folders,
      clock,
      log,
      onChecked: ({ damaged, whole }) => {
        for (const check of damaged) this.#onDamaged(check);
        for (const { name } of whole) parts.incidents.resolve({ type, key: name });
      },
    });
  }

  start(): void {
    this.#watch.start();
  }

  async stop(): Promise<void> {
    await this.#watch.stop();
    await this.#parts.incidents.flush();
  }

  state(): BoxModelsState {
    const { choice, running, vision } = this.#parts;
    const { checks, atMs } = this.#watch.last();
    const used = running.all().map((runner) => runner.vision.model.used);
    return {
      default: choice.current(),
      chosen: choice.chosen() ?? null,
      used: [...new Set(used.filter((name) => name !== null))],
      damaged: checks.filter(({ state }) => state === "corrupt" || state === "quarantined"),
      engines: vision.status().models.flatMap(({ name, engine }) => {
        return engine ? [{ name, ...engine }] : [];
      }),
      checkedAtMs: atMs === 0 ? null : atMs,
    };
  }

  /**
   * Makes `name` the model of streams that name none, running ones included; null leaves it to the
   * configuration. Rejects with `model_unavailable` when it cannot be used, and then changes nothing.
   */
  async use(name: string | null): Promise<BoxModelsState> {
    const { choice, vision } = this.#parts;
    if (name !== null && name !== "motion") await vision.prepareModel(name);
    await choice.choose(name);
    this.noteDefault();
    return this.state();
  }

  /** Moves streams that name no model to the present default. */
  noteDefault(): void {
    const { running, resolver } = this.#parts;
    resolver.forget();
    for (const runner of running.all()) {
      if (runner.settings.requested.model === null) runner.refresh();
    }
  }

  /** The result of the last check; empty before the first. */
  checks(): readonly ModelCheck[] {
    return this.#watch.last().checks;
  }

  /** Checks every file now. */
  async verify(): Promise<ModelCheck[]> {
    return await this.#watch.check();
  }

  /** After an installation: reloads the detector's manifests and checks the files. */
  async reload(): Promise<BoxModelsState> {
    await this.#parts.vision.reloadModels();
    this.#parts.resolver.forget();
    await this.#watch.check();
    return this.state();
  }

  /** Moves streams that began without models to theirs, now that the detector has loaded them. */
  noteUp(): void {
    this.#parts.resolver.forget();
    for (const runner of this.#parts.running.all()) runner.refresh();
  }

  /** Handles a change of a model: the detector refuses these now. */
  noteRefused(names: readonly string[]): void {
    this.#parts.resolver.forget();
    this.#watch.noteRefused(names);
  }

  #onDamaged({ name, state, file }: ModelCheck): void {
    const details = state === "quarantined" ? { set_aside_as: `${file}.corrupt` } : {};
    this.#parts.incidents.raise({ type, key: name, severity: "critical", details });
    this.#parts.log.error({ model: name, file, state }, "a model's file is damaged");
    this.#parts.vision.reloadModels().catch((error) => {
      this.#parts.log.warn({ error: describeError(error) }, "the detector did not hear of it");
    });
  }
}
