import { stat } from "node:fs/promises";
import type { ModelsWire } from "../../perception/wire/models.ts";
import { readCatalogue } from "../../perception/models/catalogue.ts";
import { checkModels } from "../../perception/models/check-models.ts";
import {
  type KnownModel,
  knownModels,
  type ModelFolders,
} from "../../perception/models/model-folders.ts";
import { table } from "../terminal/output.ts";

/** A row of `gatehouse models list`. */
export interface ListedModel {
  name: string;
  /** `available` is in the catalogue only; the others are results of a check of the file. */
  state: "available" | "verified" | "corrupt" | "missing" | "quarantined";
  shipped: boolean;
  /** True for the default of the box, and when a running stream uses it. */
  default: boolean;
  used: boolean;
  licence: string;
  /** Null without a file. */
  bytes: number | null;
  input: string;
  classes: number;
}

/**
 * Returns every model that is installed or in the catalogue. Checks the installed files, so the
 * states are current; sets damaged ones aside as `verify` does. `lines` is the same for people.
 */
export async function listModels(
  folders: ModelFolders,
  state: Pick<ModelsWire, "default" | "used" | "engines">,
): Promise<{ default: string; models: ListedModel[]; lines: string[] }> {
  const checks = await checkModels(folders);
  const models: ListedModel[] = [];
  for (const model of await knownModels(folders)) {
    const { name, licence, input, labels } = model.manifest;
    models.push({
      name,
      state: checks.find((check) => check.name === name)?.state ?? "missing",
      shipped: model.isShipped,
      default: state.default === name,
      used: state.used.includes(name),
      licence,
      bytes: await sizeOf(model),
      input: `${input.width}x${input.height} ${input.dtype}`,
      classes: labels.filter((label) => label !== "").length,
    });
  }
  const { entries } = await readCatalogue(folders.shipped);
  for (const { name, licence, input, labels } of entries) {
    if (models.some((model) => model.name === name)) continue;
    models.push({
      name,
      state: "available",
      shipped: false,
      default: false,
      used: false,
      licence,
      bytes: null,
      input: `${input.width}x${input.height}`,
      classes: labels.filter((label) => label !== "").length,
    });
  }
  const engines = state.engines.map(engineLine);
  return { default: state.default, models, lines: [...linesOf(state.default, models), ...engines] };
}

async function sizeOf({ filePath }: KnownModel): Promise<number | null> {
  return await stat(filePath).then(
    ({ size }) => size,
    () => null,
  );
}

function engineLine({ name, state, reason }: ModelsWire["engines"][number]): string {
  if (state === "failed") return `${name}: the GPU's engine could not be built: ${reason}`;
  return state === "ready"
    ? `${name}: the GPU's engine is ready`
    : `${name}: the GPU's engine is being built; another executor runs the model meanwhile`;
}

function linesOf(standard: string, models: readonly ListedModel[]): string[] {
  const head = ["MODEL", "STATE", "IN USE", "LICENCE", "MB", "INPUT", "CLASSES"];
  const rows = models.map((model) => [
    model.name,
    model.state,
    [model.default ? "default" : "", model.used ? "streams" : ""].filter(Boolean).join(", "),
    model.licence,
    model.bytes === null ? "" : (model.bytes / 1e6).toFixed(1),
    model.input,
    String(model.classes),
  ]);
  return [...table([head, ...rows]), `default: ${standard}`];
}
