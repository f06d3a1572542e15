import type { CatalogueEntry } from "./model-manifest.ts";
import type { VisionStatus } from "../core/vision-port.ts";
import type { ModelCheck } from "./check-models.ts";
import { readCatalogue } from "./catalogue.ts";
import { knownModels, type ModelFolders } from "./model-folders.ts";
import { camerasAt, type ModelSpeeds } from "./model-speeds.ts";

/** A box with fewer cameras than this may get more: a recommended model must serve so many. */
const leastCameras = 4;

/** An engine that an executor builds beforehand; null for a model without one. */
export type ModelEngine = NonNullable<VisionStatus["models"][number]["engine"]> | null;

/** A model of the box or of its catalogue, with its cost on this box. */
export interface ModelRow {
  name: string;
  description: string | null;
  licence: string;
  /** `available`: only the catalogue has it; `unchecked` before the first check. */
  state: ModelCheck["state"] | "available" | "unchecked";
  engine: ModelEngine;
  /** True when it comes with the installation. */
  isShipped: boolean;
  /** True when streams that name none use it. */
  isDefault: boolean;
  /** True for the best model of the catalogue that this box can run. */
  isRecommended: boolean;
  /** The caller's streams that use it now. */
  streams: string[];
  /** Milliseconds per frame, to a tenth; null when unknown. */
  frameMs: number | null;
  /** True when `frameMs` follows from the time of another model. */
  isEstimated: boolean;
  /** Cameras at 5 frames per second that the box can serve with it; null when unknown. */
  cameras: number | null;
}

/** The state of the models on the running box. */
export interface ModelUse {
  default: string;
  /** Results of the last check, by name; absent before the first. */
  states: ReadonlyMap<string, ModelRow["state"]>;
  /** The caller's streams by the model that they use. */
  streams: ReadonlyMap<string, readonly string[]>;
  /** Milliseconds a frame as the detector measured them when it loaded a model. */
  loadedMs: ReadonlyMap<string, number>;
  /** Engines by the name of their model. */
  engines: ReadonlyMap<string, ModelEngine | undefined>;
  /** Streams that run on the box. */
  cameras: number;
}

/** Every model that is installed or can be pulled, with its cost on this box. */
export async function modelRows(
  folders: ModelFolders,
  speeds: Pick<ModelSpeeds, "of">,
  use: ModelUse,
): Promise<ModelRow[]> {
  const installed = await knownModels(folders);
  const { entries } = await readCatalogue(folders.shipped);
  let perGmac: number | undefined;
  const rows = installed.map(({ manifest, isShipped }): ModelRow => {
    const { name, licence, description = null, gmacs } = manifest;
    const ms = speeds.of(manifest) ?? use.loadedMs.get(name) ?? null;
    if (ms !== null && gmacs !== undefined) perGmac ??= ms / gmacs;
    const streams = [...(use.streams.get(name) ?? [])];
    const state = use.states.get(name) ?? "unchecked";
    const engine = use.engines.get(name) ?? null;
    const isDefault = use.default === name;
    const standing = { engine, state, isShipped, isDefault, streams };
    return { name, description, licence, isRecommended: false, ...standing, ...costOf(ms) };
  });
  for (const entry of entries) {
    if (rows.some(({ name }) => name === entry.name)) continue;
    rows.push(availableRow(entry, perGmac));
  }
  const best = recommended(entries, rows, Math.max(leastCameras, use.cameras));
  return rows.map((row) => ({ ...row, isRecommended: row.name === best }));
}

function availableRow(entry: CatalogueEntry, perGmac: number | undefined): ModelRow {
  const { name, licence, description = null, gmacs } = entry;
  const ms = perGmac === undefined || gmacs === undefined ? null : perGmac * gmacs;
  return {
    name,
    description,
    licence,
    state: "available",
    engine: null,
    isShipped: false,
    isDefault: false,
    isRecommended: false,
    streams: [],
    ...costOf(ms),
    isEstimated: ms !== null,
  };
}

function costOf(ms: number | null): Pick<ModelRow, "frameMs" | "isEstimated" | "cameras"> {
  if (ms === null) return { frameMs: null, isEstimated: false, cameras: null };
  return { frameMs: Math.round(ms * 10) / 10, isEstimated: false, cameras: camerasAt(ms) };
}

/**
 * The catalogue's model with the highest published accuracy among those fast enough for this number of
 * cameras.
 */
function recommended(
  entries: readonly CatalogueEntry[],
  rows: readonly ModelRow[],
  cameras: number,
): string | undefined {
  const fitting = entries.filter(({ name, accuracy }) => {
    const row = rows.find((one) => one.name === name);
    return accuracy !== undefined && (row?.cameras ?? 0) >= cameras;
  });
  return fitting.toSorted((a, b) => b.accuracy! - a.accuracy!)[0]?.name;
}
