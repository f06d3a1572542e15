import { type Command, InvalidArgumentError, Option } from "commander";
import type * as Actions from "../models/actions.ts";
import { withSiteFlags } from "../box/site.ts";

/**
 * Loads the actions late: the other commands answer without reading the code that edits and runs
 * models.
 */
function late<N extends keyof typeof Actions>(
  name: N,
): (...args: Parameters<(typeof Actions)[N]>) => Promise<void> {
  return async (...args) => {
    const actions = await import("../models/actions.ts");
    const action = actions[name] as (...values: typeof args) => Promise<void>;
    await action(...args);
  };
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

function webAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new InvalidArgumentError("An address begins with https:// or http://.");
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
    .argument("<name>", "a name from `models list`")
    .option("--accept-sha256 <hex>", "the file's sha256, if the catalogue has none", sha256)
    .option("--url <url>", "mirror with the same file", webAddress)
    .option("--timeout <seconds>", "for the whole download", positive, 1800)
    .option("--max-megabytes <n>", "largest accepted file", positive, 500)
    .option("--replace", "replace an installed model of this name")
    .option("--json", "print JSON");
  withSiteFlags(command).action(late("pull"));
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
    .option("--replace", "replace an installed model of this name")
    .option("--json", "print JSON");
  withSiteFlags(command).action(late("add"));
}

function addOffer(models: Command): void {
  const command = models
    .command("offer")
    .description("show the detector in use; on a terminal, offer the recommended one")
    .option("--offline", "do not ask, and do not open a connection")
    .option("--timeout <seconds>", "for a download", positive, 1800)
    .option("--max-megabytes <n>", "largest accepted file", positive, 500);
  withSiteFlags(command).action(late("offer"));
}

function addLearning(models: Command): void {
  const org = ["--org <id>", "organisation; the site's own when absent"] as const;
  const learning = models
    .command("learn")
    .description("learn from marked incidents and misses, on the running box")
    .option("--undo", "put back what was in force before the last learning")
    .option(...org)
    .option("--json", "print JSON");
  withSiteFlags(learning).action(async (flags) => {
    await (await import("../models/learning.ts")).learn(flags);
  });
  const exporting = models
    .command("export-footage")
    .description("write the marked pictures and their boxes in COCO's format")
    .argument("<path>", "a new folder, or a new file that ends in .zip")
    .option(...org);
  withSiteFlags(exporting).action(async (path, flags) => {
    await (await import("../models/learning.ts")).exportFootage(path, flags);
  });
}

/** `gatehouse models …`: running or stopped; `learn` and `export-footage` need the running box. */
export function addModelsCommand(program: Command): void {
  const models = program.command("models").description("manage detection models");
  const json = (command: Command): Command => withSiteFlags(command.option("--json", "print JSON"));
  json(models.command("list").description("list installed and available models")).action(
    late("list"),
  );
  addPull(models);
  addOffer(models);
  addLearning(models);
  addAdd(models);
  json(
    models
      .command("verify")
      .description("read every file and compare it with its checksum; exit code 1 when one differs")
      .argument("[name]", "only this model"),
  ).action(late("verify"));
  json(
    models
      .command("bench")
      .description("measure how fast models run on this box")
      .argument("[name]", "only this model"),
  ).action(late("bench"));
  json(
    models
      .command("use")
      .description("use this model for streams that name none")
      .argument("[name]", "a model, auto or motion")
      .option("--configured", "use the model of the configuration again"),
  ).action(late("use"));
}
