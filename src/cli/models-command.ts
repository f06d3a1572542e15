import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { ModelTrial } from "../adapters/model-trial/model-trial.ts";
import { onnxEditor } from "../adapters/onnx-graph/net-editor.ts";
import { askAppliance } from "../admin/admin-client.ts";
import { fail } from "../contract/fail.ts";
import type { ModelsWire } from "../contract/models.ts";
import { systemClock } from "../core/clock.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { checkModels, type ModelCheck } from "../models/check-models.ts";
import { type Installed, installModel, type InstallParts } from "../models/install-model.ts";
import { ModelChoice } from "../models/model-choice.ts";
import { type KnownModel, knownModels, modelFolders } from "../models/model-folders.ts";
import { askBox, becomeOwnerOf } from "./box-access.ts";
import type { HeadFlags } from "./described-model.ts";
import { readCandidates } from "./model-candidates.ts";
import { listModels } from "./model-list.ts";
import { type PullFlags, pullModel } from "./model-pull.ts";
import { note, print, printJson, table } from "./output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "./site.ts";

type Flags = SiteFlags & { json?: boolean };

function partsOf({ models, dataDir }: SiteConfig): InstallParts {
  const folders = modelFolders(models.dir, dataDir);
  const trials = new ModelTrial(systemClock, models.inferenceServers);
  return { folders, editor: onnxEditor, trials };
}

async function pull(name: string, flags: Flags & PullFlags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const installed = await pullModel(partsOf(site), name, flags);
  await tellInstalled(site, [installed], flags);
}

async function add(path: string, flags: Flags & HeadFlags & { replace?: boolean }): Promise<void> {
  const site = await loadSite(flags);
  const parts = partsOf(site);
  // A stick may be readable for root only, so it is read before root is given up.
  const candidates = await readCandidates(path, flags, parts.editor);
  await becomeOwnerOf(site.dataDir);
  const installed: Installed[] = [];
  for (const candidate of candidates) {
    installed.push(await installModel(parts, candidate, { replace: flags.replace ?? false }));
  }
  await tellInstalled(site, installed, flags);
}

/** Says what was installed; a running appliance hears of it first. */
async function tellInstalled(
  site: SiteConfig,
  installed: readonly Installed[],
  flags: Flags,
): Promise<void> {
  await askAppliance(site.dataDir, { method: "models.reload", params: {} });
  const shown = installed.map(({ model, trial, isBaked }) => ({
    name: model.manifest.name,
    sha256: model.manifest.sha256,
    original_sha256: model.manifest.original_sha256 ?? null,
    preprocessing_in_net: isBaked,
    load_ms: Math.round(trial.loadMs),
    run_ms: Math.round(trial.runMs * 10) / 10,
  }));
  if (flags.json) {
    printJson(shown);
    return;
  }
  for (const { name, run_ms: runMs, preprocessing_in_net: isBaked } of shown) {
    const how = isBaked ? ", with the pre-processing put into the net" : "";
    print(`${name} is installed${how}; tried: ${runMs} ms a frame.`);
    note(`To watch with it: gatehouse models use ${name}`);
  }
}

async function verify(name: string | undefined, flags: Flags): Promise<void> {
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
  return fail("not_found", `No model ${name} is installed; there are: ${names}`);
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

async function use(
  name: string | undefined,
  flags: Flags & { configured?: boolean },
): Promise<void> {
  if ((name === undefined) === (flags.configured === undefined)) {
    throw fail("invalid_request_body", "name a model, or give --configured");
  }
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const request = { method: "models.use", params: { name: name ?? null } };
  const state = (await askBox(site.dataDir, request, async (store) => {
    const choice = new ModelChoice({ store, configured: site.models.default });
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

async function bench(name: string | undefined, flags: Flags): Promise<void> {
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

async function list(flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  await becomeOwnerOf(site.dataDir);
  const { folders } = partsOf(site);
  const { lines, ...listing } = await listModels(folders, await choiceOf(site));
  if (flags.json) printJson(listing);
  else print(...lines);
}

/** What is chosen, by the running appliance or by the store; a box that never ran chose nothing. */
async function choiceOf(site: SiteConfig): Promise<Pick<ModelsWire, "default" | "used">> {
  const nothing = { default: site.models.default, used: [] };
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
    const choice = new ModelChoice({ store, configured: site.models.default });
    return { ...nothing, default: choice.current() };
  })) as ModelsWire;
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("Give a number above zero.");
}

function sha256(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("A sha256 is 64 hexadecimal digits.");
}

function threeNumbers(text: string): number[] {
  const values = text.split(",").map(Number);
  if (values.length === 3 && values.every(Number.isFinite)) return values;
  throw new InvalidArgumentError("Give three numbers with commas between them.");
}

function addPull(models: Command): void {
  const command = models
    .command("pull")
    .description("download a model of the catalogue, check it, and install it")
    .argument("<name>", "as `models list` shows it")
    .option(
      "--accept-sha256 <hex>",
      "the file's sha256, where the catalogue does not know it",
      sha256,
    )
    .option("--url <url>", "another address of the same file")
    .option("--timeout <seconds>", "for the whole download", positive, 1800)
    .option("--max-megabytes <n>", "largest file that is taken", positive, 500)
    .option("--replace", "in place of another file of this name")
    .option("--json", "print JSON");
  withSiteFlags(command).action(pull);
}

function addAdd(models: Command): void {
  const command = models
    .command("add")
    .description("install a model from a file or folder, such as a USB stick")
    .argument("<path>", "a folder with manifests, a manifest, or an ONNX file")
    .addOption(
      new Option("--head <type>", "how the net's outputs are read").choices([
        "yolox",
        "nanodet",
        "picodet",
        "detr",
      ]),
    )
    .option("--labels <a,b,c>", "class names in order", (text) => text.split(","))
    .option("--name <name>", "name of the model (default: the file's)")
    .option("--licence <text>", "its licence")
    .option("--source <text>", "where it comes from")
    .addOption(new Option("--colour <order>", "channel order").choices(["rgb", "bgr"]))
    .addOption(
      new Option("--fit <how>", "how a picture is placed").choices([
        "letterbox-topleft",
        "letterbox-centre",
        "stretch",
      ]),
    )
    .option("--mean <r,g,b>", "subtracted from each channel", threeNumbers)
    .option("--std <r,g,b>", "divides each channel", threeNumbers)
    .option("--scale <n>", "multiplies each value first", positive)
    .option("--boxes <output>", "detr: output with boxes")
    .option("--logits <output>", "detr: output with class logits")
    .addOption(new Option("--activation <name>", "detr").choices(["sigmoid", "softmax"]))
    .option("--replace", "in place of another file of this name")
    .option("--json", "print JSON");
  withSiteFlags(command).action(add);
}

/** `gatehouse models list|pull|add|verify|bench|use`: running or stopped. */
export function addModelsCommand(program: Command): void {
  const models = program.command("models").description("detection models of the box");
  const json = (command: Command): Command => withSiteFlags(command.option("--json", "print JSON"));
  json(models.command("list").description("what is installed and what can be pulled")).action(list);
  addPull(models);
  addAdd(models);
  json(
    models
      .command("verify")
      .description("read every file and compare it with its checksum; exit code 1 when one differs")
      .argument("[name]", "only this model"),
  ).action(verify);
  json(
    models
      .command("bench")
      .description("how fast models run on this box")
      .argument("[name]", "only this model"),
  ).action(bench);
  json(
    models
      .command("use")
      .description("watch with this model from now on, where a stream names none")
      .argument("[name]", "a model, auto or motion")
      .option("--configured", "leave it to the configuration again"),
  ).action(use);
}
