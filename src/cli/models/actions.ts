import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ModelTrial } from "../../adapters/model-trial/model-trial.ts";
import { onnxEditor } from "../../adapters/inference/onnx-graph/onnx-editor.ts";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { fail } from "../../base/contract/fail.ts";
import type { ModelsWire } from "../../perception/wire/models.ts";
import { systemClock } from "../../base/core/clock.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";
import { checkModels, type ModelCheck } from "../../perception/models/check-models.ts";
import {
  type InstallResult,
  installModel,
  type InstallParts,
} from "../../perception/models/install/install-model.ts";
import { ModelChoice } from "../../perception/models/model-choice.ts";
import {
  type KnownModel,
  knownModels,
  modelFolders,
} from "../../perception/models/model-folders.ts";
import { askBox, becomeOwnerOf } from "../box/box-access.ts";
import { HttpDownload } from "../../adapters/model-download/http-download.ts";
import { readCandidates } from "../../perception/models/install/candidates.ts";
import type { HeadFlags } from "../../perception/models/install/described-model.ts";
import { progressLine } from "./download-progress.ts";
import { listModels } from "./list-models.ts";
import { canGet, confirmed, detectorInUse, printOffer, recommendedDetector } from "./offer.ts";
import { type PullFlags, pullModel } from "../../perception/models/install/pull-model.ts";
import { note, print, printJson, table } from "../terminal/output.ts";
import { loadSite, type SiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { json?: boolean };

function partsOf({ models, dataDir }: SiteConfig): InstallParts {
  const folders = modelFolders(models.dir, dataDir);
  const trials = new ModelTrial(systemClock, models.inferenceServers);
  return { folders, editor: onnxEditor, trials };
}

/** `gatehouse models pull`. Codes: those of `pullModel`. */
export async function pull(name: string, flags: Flags & PullFlags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const downloads = new HttpDownload(systemClock);
  const parts = { ...partsOf(site), downloads, onProgress: progressLine(name) };
  const installed = await pullModel(parts, name, flags);
  if (process.stderr.isTTY) note("");
  await tellInstalled(site, [installed], flags);
}

/**
 * `gatehouse models offer`: names the detector in use and recommends another; on a terminal it asks
 * and installs it. Offline it neither asks nor opens a connection. Codes: those of `pull` and
 * `use`.
 */
export async function offer(
  flags: Flags & Omit<PullFlags, "acceptSha256" | "url" | "replace"> & { offline?: boolean },
): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const parts = partsOf(site);
  const inUse = await detectorInUse(parts, (await choiceOf(site)).default);
  print(`The detector in use is ${inUse}.`);
  const best = await recommendedDetector(parts, inUse);
  if (!best) return;
  printOffer(best);
  if (flags.offline || !process.stdin.isTTY) return;
  if (!best.isInstalled && !(await canGet(parts, best.name))) return;
  if (!(await confirmed(`Install ${best.name} and watch with it? [y/N] `))) return;
  if (!best.isInstalled) await pull(best.name, flags);
  await use(best.name, flags);
}

/** `gatehouse models add`. Code: `model_refused`. */
export async function add(
  path: string,
  flags: Flags & HeadFlags & { replace?: boolean },
): Promise<void> {
  const site = await loadSite(flags);
  const parts = partsOf(site);
  // Only root may be able to read a USB stick, so it is read before root is given up.
  const candidates = await readCandidates(path, flags, parts.editor);
  await becomeOwnerOf(site.dataDir);
  const installed: InstallResult[] = [];
  for (const candidate of candidates) {
    installed.push(await installModel(parts, candidate, { replace: flags.replace ?? false }));
  }
  await tellInstalled(site, installed, flags);
}

/** Prints the installed model, after the running appliance has taken it. */
async function tellInstalled(
  site: SiteConfig,
  installed: readonly InstallResult[],
  flags: Flags,
): Promise<void> {
  await askAppliance(site.dataDir, { method: "models.reload", params: {} });
  const rows = installed.map(({ model, trial, isBaked }) => ({
    name: model.manifest.name,
    sha256: model.manifest.sha256,
    original_sha256: model.manifest.original_sha256 ?? null,
    preprocessing_in_net: isBaked,
    load_ms: Math.round(trial.loadMs),
    run_ms: Math.round(trial.runMs * 10) / 10,
  }));
  if (flags.json) {
    printJson(rows);
    return;
  }
  for (const { name, run_ms: runMs, preprocessing_in_net: isBaked } of rows) {
    const how = isBaked ? ", with the pre-processing put into the net" : "";
    print(`${name} is installed${how}; tried: ${runMs} ms a frame.`);
    note(`To watch with it: gatehouse models use ${name}`);
  }
}

/** `gatehouse models verify`: exit code 1 when a file is damaged. Code: `not_found`. */
export async function verify(name: string | undefined, flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const outcome = await askAppliance(site.dataDir, { method: "models.verify", params: {} });
  const all = outcome.isRunning
    ? (outcome.result as ModelCheck[])
    : await checkModels(partsOf(site).folders);
  const checks = all.filter((check) => name === undefined || check.name === name);
  if (name !== undefined && checks.length === 0) throw unknownModel(name, all);
  if (checks.some(({ state }) => state !== "verified")) process.exitCode = 1;
  if (flags.json) printJson(checks);
  else if (checks.length === 0) print("no model is installed");
  else print(...table(checks.map((check) => [check.name, check.state, check.file])));
}

function unknownModel(name: string, known: readonly { name: string }[]): Error {
  const names = known.map((one) => one.name).join(", ") || "none";
  return fail("not_found", `model: ${name} is not installed. Choose from ${names}`);
}

async function find(parts: InstallParts, name: string): Promise<KnownModel> {
  const models = await knownModels(parts.folders);
  const model = models.find((one) => one.manifest.name === name);
  if (model) return model;
  throw unknownModel(
    name,
    models.map(({ manifest }) => manifest),
  );
}

/** `gatehouse models use`. Codes: `model_unavailable`, `model_refused`, `not_found`. */
export async function use(
  name: string | undefined,
  flags: Flags & { configured?: boolean },
): Promise<void> {
  if ((name === undefined) === (flags.configured === undefined)) {
    throw fail(
      "invalid_request_body",
      "model: is missing or stands beside --configured. Name a model or give --configured",
    );
  }
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const request = { method: "models.use", params: { name: name ?? null } };
  const state = (await askBox(site.dataDir, request, async (store) => {
    const choice = new ModelChoice({ store, configured: () => site.models.default });
    const parts = partsOf(site);
    if (name !== undefined && name !== "auto" && name !== "motion") {
      await parts.trials.tryModel(await find(parts, name));
    }
    await choice.choose(name ?? null);
    return { default: choice.current(), chosen: choice.chosen() ?? null };
  })) as Pick<ModelsWire, "default" | "chosen">;
  if (flags.json) printJson(state);
  else print(`Streams that name no model are watched with: ${state.default}`);
}

/** `gatehouse models bench`. Codes: `model_refused`, `not_found`. */
export async function bench(name: string | undefined, flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const parts = partsOf(site);
  const models = name === undefined ? await knownModels(parts.folders) : [await find(parts, name)];
  const rows: Record<string, unknown>[] = [];
  for (const model of models) {
    for (const row of await parts.trials.bench(model)) {
      rows.push({
        name: model.manifest.name,
        executor: row.executor,
        threads: row.threads,
        runs: row.runs,
        median_ms: Math.round(row.medianMs * 100) / 100,
        p90_ms: Math.round(row.p90Ms * 100) / 100,
        frames_per_second: Math.round(10_000 / row.medianMs) / 10,
      });
    }
  }
  if (flags.json) printJson(rows);
  else if (rows.length === 0) print("no model is installed");
  else {
    const head = ["MODEL", "EXECUTOR", "THREADS", "RUNS", "MS", "MS P90", "FRAMES/S"];
    print(...table([head, ...rows.map((row) => Object.values(row).map(String))]));
    if (await isRunning(site.dataDir)) note("Measured beside the running appliance.");
  }
}

async function isRunning(dataDir: string): Promise<boolean> {
  return (await askAppliance(dataDir, { method: "models.state", params: {} })).isRunning;
}

/** `gatehouse models list`. */
export async function list(flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const { folders } = partsOf(site);
  const { lines, ...listing } = await listModels(folders, await choiceOf(site));
  if (flags.json) printJson(listing);
  else print(...lines);
}

/**
 * Returns the chosen models, from the running appliance or the store; empty for a box that never
 * ran.
 */
async function choiceOf(
  site: SiteConfig,
): Promise<Pick<ModelsWire, "default" | "used" | "engines">> {
  const nothing = { default: site.models.default, used: [], engines: [] };
  const hasStore = await stat(join(site.dataDir, "store")).then(
    () => true,
    () => false,
  );
  const request = { method: "models.state", params: {} };
  if (!hasStore) {
    const outcome = await askAppliance(site.dataDir, request);
    return outcome.isRunning ? (outcome.result as ModelsWire) : nothing;
  }
  return (await askBox(site.dataDir, request, async (store) => {
    const choice = new ModelChoice({ store, configured: () => site.models.default });
    return { ...nothing, default: choice.current() };
  })) as ModelsWire;
}
