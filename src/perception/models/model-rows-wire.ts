import type { CatalogueEntry } from "./model-manifest.ts";
import type { ModelWire } from "../wire/models-answers.ts";
import { readCatalogue } from "./catalogue.ts";
import { knownModels, type ModelFolders } from "./model-folders.ts";
import { camerasAt, type ModelSpeeds } from "./model-speeds.ts";

/** A box with fewer cameras than this may get more: a recommended model must serve so many. */
const leastCameras = 4;

/** The state of the models on the running box. */
export interface ModelUse {
  default: string;
  /** Results of the last check, by name; absent before the first. */
  states: ReadonlyMap<string, ModelWire["state"]>;
  /** The caller's streams by the model that they use. */
  streams: ReadonlyMap<string, readonly string[]>;
  /** Milliseconds a frame as the detector measured them when it loaded a model. */
  loadedMs: ReadonlyMap<string, number>;
  /** Engines by the name of their model. */
  engines: ReadonlyMap<string, ModelWire["engine"]>;
  /** Streams that run on the box. */
  cameras: number;
}

/** Every model that is installed or can be pulled, with its cost on this box. */
export async function modelRows(
  folders: ModelFolders,
  speeds: Pick<ModelSpeeds, "of">,
  use: ModelUse,
): Promise<ModelWire[]> {
  const installed = await knownModels(folders);
  const { entries } = await readCatalogue(folders.shipped);
  let perGmac: number | undefined;
  const rows = installed.map(({ manifest, isShipped }): ModelWire => {
    const { name, licence, description = null, gmacs } = manifest;
    const ms = speeds.of(manifest) ?? use.loadedMs.get(name) ?? null;
    if (ms !== null && gmacs !== undefined) perGmac ??= ms / gmacs;
    const streams = [...(use.streams.get(name) ?? [])];
    const state = use.states.get(name) ?? "unchecked";
    const engine = use.engines.get(name) ?? null;
    const standing = { engine, state, shipped: isShipped, default: use.default === name, streams };
    return { name, description, licence, recommended: false, ...standing, ...costOf(ms) };
  });
  for (const entry of entries) {
    if (rows.some(({ name }) => name === entry.name)) continue;
    rows.push(availableRow(entry, perGmac));
  }
  const best = recommended(entries, rows, Math.max(leastCameras, use.cameras));
  return rows.map((row) => ({ ...row, recommended: row.name === best }));
}

function availableRow(entry: CatalogueEntry, perGmac: number | undefined): ModelWire {
  const { name, licence, description = null, gmacs } = entry;
  const ms = perGmac === undefined || gmacs === undefined ? null : perGmac * gmacs;
  return {
    name,
    description,
    licence,
    state: "available",
    engine: null,
    shipped: false,
    default: false,
    recommended: false,
    streams: [],
    ...costOf(ms),
    estimated: ms !== null,
  };
}

function costOf(ms: number | null): Pick<ModelWire, "ms" | "estimated" | "cameras"> {
  if (ms === null) return { ms: null, estimated: false, cameras: null };
  return { ms: Math.round(ms * 10) / 10, estimated: false, cameras: camerasAt(ms) };
}

/**
 * The catalogue's model with the highest published accuracy among those fast enough for this number of
 * cameras.
 */
function recommended(
  entries: readonly CatalogueEntry[],
  rows: readonly ModelWire[],
  cameras: number,
): string | undefined {
  const fitting = entries.filter(({ name, accuracy }) => {
    const row = rows.find((one) => one.name === name);
    return accuracy !== undefined && (row?.cameras ?? 0) >= cameras;
  });
  return fitting.toSorted((a, b) => b.accuracy! - a.accuracy!)[0]?.name;
}
