import { createInterface } from "node:readline/promises";
import { readCatalogue } from "../../perception/models/catalogue.ts";
import { bundledFile } from "../../perception/models/install/bundled-model.ts";
import type { InstallParts } from "../../perception/models/install/install-model.ts";
import { knownModels } from "../../perception/models/model-folders.ts";
import { modelRows } from "../../perception/models/model-rows.ts";
import { print } from "../terminal/output.ts";

/** A server that does not answer within this many milliseconds makes the box count as offline. */
const probeMs = 5000;

/** The detector that the box would do better with, and what it takes to get it. */
export interface DetectorOffer {
  name: string;
  /** Cameras that this box can serve with it. */
  cameras: number;
  isInstalled: boolean;
}

/** What `current`, a name or `auto`, stands for on this box. */
export async function detectorInUse(parts: InstallParts, current: string): Promise<string> {
  if (current !== "auto") return current;
  return (await knownModels(parts.folders))[0]?.manifest.name ?? "motion";
}

/**
 * The recommended model of the catalogue, if it is another one than `inUse`: the box runs an installed net once and
 * estimates the others from its time. Undefined when no installed net tells the speed of the box.
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
  const nothing = { states: new Map(), streams: new Map(), cameras: 0 };
  const rows = await modelRows(
    parts.folders,
    { of: () => undefined },
    { default: inUse, loadedMs, ...nothing },
  );
  const best = rows.find(({ recommended, default: isUsed }) => recommended && !isUsed);
  if (!best) return undefined;
  const { name, cameras, state } = best;
  return { name, cameras: cameras ?? 0, isInstalled: state !== "available" };
}

/** True when the file of `name` is in this release, or the server of the catalogue answers. */
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

/** Asks on the terminal; anything but yes is no. */
export async function confirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Says which commands install and use the offered detector. */
export function printOffer({ name, cameras, isInstalled }: DetectorOffer): void {
  print(`Recommended for this hardware: ${name} (about ${cameras} cameras).`);
  const pull = isInstalled ? "" : `gatehouse models pull ${name} && `;
  print(`To watch with it: ${pull}gatehouse models use ${name}`);
}
