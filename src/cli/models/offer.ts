import { createInterface } from "node:readline/promises";
import { readCatalogue } from "../../perception/models/catalogue.ts";
import { bundledFile } from "../../perception/models/install/bundled-model.ts";
import type { InstallParts } from "../../perception/models/install/install-model.ts";
import { knownModels } from "../../perception/models/model-folders.ts";
import { modelRows } from "../../perception/models/model-rows.ts";
import { print } from "../terminal/output.ts";

/** Longest wait for the server's answer before the box counts as offline, in milliseconds. */
const probeMs = 5000;

/** A better detector for the box, and the steps to get it. */
export interface DetectorOffer {
  name: string;
  /** Number of cameras that this box can serve with it. */
  cameras: number;
  isInstalled: boolean;
}

/** Returns the detector that `current`, a name or `auto`, selects on this box. */
export async function detectorInUse(parts: InstallParts, current: string): Promise<string> {
  if (current !== "auto") return current;
  return (await knownModels(parts.folders))[0]?.manifest.name ?? "motion";
}

/**
 * Returns the recommended model of the catalogue, unless it is `inUse`: runs an installed model
 * once and estimates the others from its time. Undefined when no installed model shows the speed of
 * the box.
 */
export async function recommendedDetector(
  parts: InstallParts,
  inUse: string,
): Promise<DetectorOffer | undefined> {
  const loadedMs = new Map<string, number>();
  for (const model of await knownModels(parts.folders)) {
    const trial = await parts.trials.tryModel(model).catch(() => undefined);
    if (trial) loadedMs.set(model.manifest.name, trial.runMs);
  }
  const nothing = { states: new Map(), streams: new Map(), engines: new Map(), cameras: 0 };
  const rows = await modelRows(
    parts.folders,
    { of: () => undefined },
    { default: inUse, loadedMs, ...nothing },
  );
  const best = rows.find(({ isRecommended, isDefault }) => isRecommended && !isDefault);
  if (!best) return undefined;
  const { name, cameras, state } = best;
  return { name, cameras: cameras ?? 0, isInstalled: state !== "available" };
}

/** True when this release has the file of `name`, or the server of the catalogue answers. */
export async function canGet({ folders }: InstallParts, name: string): Promise<boolean> {
  if ((await bundledFile(folders.shipped, name)) !== undefined) return true;
  const { entries } = await readCatalogue(folders.shipped);
  const url = entries.find((entry) => entry.name === name)?.download.url;
  if (url === undefined) return false;
  const request = { method: "HEAD", signal: AbortSignal.timeout(probeMs) };
  return await fetch(url, request).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Asks on the terminal; any answer but yes is no. */
export async function confirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Prints the commands that install and use the offered detector. */
export function printOffer({ name, cameras, isInstalled }: DetectorOffer): void {
  print(`Recommended for this hardware: ${name} (about ${cameras} cameras).`);
  const pull = isInstalled ? "" : `gatehouse models pull ${name} && `;
  print(`To watch with it: ${pull}gatehouse models use ${name}`);
}
