import type { Command } from "commander";
import { secretMark, withoutSecrets } from "../../base/secrets/address-secrets.ts";
import { fail } from "../../base/contract/fail.ts";
import { processEnvironment } from "../../system/config/environment.ts";
import type { BoxAddress } from "../box/api.ts";
import { type BoxFlags, boxOfFlags, textOf } from "../box/box-flags.ts";
import { withSiteFlags } from "../box/site.ts";
import type { PlannedCamera } from "../frigate/camera.ts";
import type { ImportFinding } from "../frigate/findings.ts";
import { hasStream, makeStream, type StreamOutcome } from "../frigate/make-streams.ts";
import { type ImportPlan, planOf } from "../frigate/plan.ts";
import { readEnvFile } from "../frigate/variables.ts";
import { note, print, printJson, table } from "../terminal/output.ts";

interface Flags extends BoxFlags {
  dryRun?: boolean;
  envFile?: string;
  json?: boolean;
}

/** Largest configuration that is read. */
const maxCharacters = 1_000_000;

/** Returns the box of the flags; undefined for a dry run without a key. */
async function boxOf({ dryRun, ...flags }: Flags): Promise<BoxAddress | undefined> {
  if (flags.keyFile === undefined && dryRun) return undefined;
  return await boxOfFlags(flags, "operator");
}

function findingLine(file: string, { line, path, message }: ImportFinding): string {
  return `${file}:${line}: ${path === "" ? "" : `${path}: `}${message}`;
}

async function importFrigate(file: string, flags: Flags): Promise<void> {
  const text = await textOf(file);
  if (text.length > maxCharacters) {
    throw fail("config_invalid", `${file}: is longer than 1 MB. Name Frigate's config.yml`);
  }
  const more = flags.envFile === undefined ? {} : await readEnvFile(flags.envFile);
  const plan = planOf(text, { ...processEnvironment(), ...more });
  if (plan.problems.length > 0) {
    const lines = plan.problems.map((each) => `  ${findingLine(file, each)}`);
    const message = `${file}: cannot be imported. Correct these:\n${lines.join("\n")}`;
    throw fail("config_invalid", message);
  }
  const box = await boxOf(flags);
  const outcomes = await outcomesOf(plan, box, flags.dryRun ?? false);
  if (outcomes.some(({ state }) => state === "refused")) process.exitCode = 1;
  if (flags.json) printJson(documentOf(plan, outcomes));
  else printPlan(file, plan, outcomes);
}

async function outcomesOf(
  { cameras }: ImportPlan,
  box: BoxAddress | undefined,
  isDryRun: boolean,
): Promise<StreamOutcome[]> {
  const outcomes: StreamOutcome[] = [];
  for (const camera of cameras) {
    const { name } = camera;
    if (!box) outcomes.push({ stream_id: name, state: "planned", remarks: [] });
    else if (isDryRun) {
      const state = (await hasStream(box, name)) ? "exists" : "new";
      outcomes.push({ stream_id: name, state, remarks: [] });
    } else outcomes.push(await makeStream(box, camera));
  }
  return outcomes;
}

/** Returns the request without its secrets. */
function shown({ request }: PlannedCamera): PlannedCamera["request"] {
  const { url, sub_url: subUrl, password } = request.source;
  const hidden = (address: string): string =>
    withoutSecrets(address).replace(/\/\/[^/@]*@/, `//${secretMark}@`);
  return {
    ...request,
    source: {
      ...request.source,
      url: hidden(url),
      ...(subUrl === undefined ? {} : { sub_url: hidden(subUrl) }),
      ...(password === undefined ? {} : { password: secretMark }),
    },
  };
}

/** What `--json` prints. */
interface ImportDocument extends Pick<ImportPlan, "skipped" | "differences"> {
  streams: (Partial<StreamOutcome> & { request: ReturnType<typeof shown> })[];
  site_yaml: ImportPlan["siteYaml"];
}

function documentOf(plan: ImportPlan, outcomes: readonly StreamOutcome[]): ImportDocument {
  return {
    streams: plan.cameras.map((camera, at) => ({ ...outcomes[at], request: shown(camera) })),
    skipped: plan.skipped,
    differences: plan.differences,
    site_yaml: plan.siteYaml,
  };
}

function printPlan(file: string, plan: ImportPlan, outcomes: readonly StreamOutcome[]): void {
  const rows = plan.cameras.map((camera, at) => {
    const { source, context, behaviors, recording } = shown(camera);
    const sub = source.sub_url === undefined ? "" : " + sub-stream";
    return [
      camera.name,
      outcomes[at]!.state,
      `${source.url}${sub}`,
      String(Object.keys(context?.zones ?? {}).length),
      String(behaviors?.length ?? 0),
      recording?.mode ?? "off",
    ];
  });
  const head = ["STREAM", "STATE", "SOURCE", "ZONES", "BEHAVIORS", "RECORDING"];
  const skipped = plan.skipped.map((name) => [name, "not imported", "", "", "", ""]);
  print(...table([head, ...rows, ...skipped]));
  for (const { stream_id: id, remarks } of outcomes) {
    for (const remark of remarks) note(`${id}: ${remark}`);
  }
  if (plan.differences.length > 0) {
    print("", "What changes, or has no counterpart:");
    print(...plan.differences.map((each) => findingLine(file, each)));
  }
  if (plan.siteYaml !== "") {
    print(
      "",
      "Lines for the site file (add them to sections that are there already):",
      plan.siteYaml.trimEnd(),
    );
  }
}

/** `gatehouse import frigate FILE`: creates streams over the API of a running box. */
export function addImportCommand(program: Command): void {
  const command = program
    .command("import")
    .description("take over the cameras of another recorder")
    .command("frigate")
    .description("create streams from a configuration of Frigate (docs/cameras/frigate.md)")
    .argument("<file>", "Frigate's config.yml")
    .option("--dry-run", "only show what the import would do")
    .option("--key-file <file>", "file with an API key in its first line (preset operator)")
    .option("--url <url>", "address of the box (default: the box of this machine)")
    .option("--ca-file <file>", "certificate authority (PEM) of the box")
    .option("--env-file <file>", "variables of Frigate, NAME=value in each line")
    .option("--json", "print JSON");
  withSiteFlags(command).action(importFrigate);
}
