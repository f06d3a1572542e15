import { type Command, Option } from "commander";
import { rm, stat } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { startVisionChild } from "../../adapters/vision/start-vision-child.ts";
import { readCameraAddress } from "../../cameras/source-address.ts";
import { processEnvironment } from "../../system/config/environment.ts";
import { fileOf } from "../../system/config/load.ts";
import { settleTrial } from "../../system/config/trial.ts";
import { note } from "../terminal/output.ts";
import type { Override } from "../../system/config/settings.ts";
import { installDir } from "../../base/settings/install-dir.ts";
import { fail } from "../../base/contract/fail.ts";
import type { runAppliance as Run } from "../../main.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { DirectoryLock } from "../../adapters/lmdb/directory-lock.ts";
import { finishInside, isInsideUnfinished } from "../../system/backup/restore-inside.ts";
import { rescueCodeFile } from "../../system/backup/state-record.ts";
import { restoreMark } from "../../system/backup/restore.ts";
import { mockCloudSite } from "../box/mock-cloud.ts";
import { readSite, parsePort, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface ServeFlags extends SiteFlags {
  readyFile?: string;
}

interface DemoFlags extends ServeFlags {
  rtsp?: string;
  mockCloud?: string;
  health?: boolean;
}

/** Loads the appliance late: the other commands answer without reading its code. */
async function runAppliance(options: Parameters<typeof Run>[0]): Promise<void> {
  // Stripped and compiled code is cached beside the data, so that the next start is quicker.
  enableCompileCache(join(options.config.dataDir, "compile-cache"));
  // Both load their code slowly, each on a core of its own.
  const visionChild = startVisionChild();
  const main = await import("../../main.ts");
  await main.runAppliance({ ...options, visionChild });
}

/** A restore from the page or the rescue page began without a command line, so the start completes it. */
async function finishPageRestore(dataDir: string): Promise<void> {
  if (!(await isInsideUnfinished(dataDir))) return;
  const lock = new DirectoryLock(dataDir);
  lock.take();
  try {
    await finishInside(dataDir);
  } finally {
    lock.release();
  }
}

/**
 * Between the renames of a restore the data directory is missing or empty: the appliance must not
 * start on it.
 */
async function refuseUnfinished(dataDir: string): Promise<void> {
  const mark = await stat(restoreMark(dataDir)).catch(() => undefined);
  if (!mark) return;
  throw fail(
    "restore_unfinished",
    `${dataDir}: a restore into it was cut off. Run "gatehouse restore --finish"`,
  );
}

/**
 * Reads the site; a file on trial that does not load gives way to the former one, as it does after
 * a start that failed or was killed.
 */
async function readTriedSite(flags: ServeFlags): Promise<Awaited<ReturnType<typeof readSite>>> {
  const file = fileOf({ file: flags.config, environment: processEnvironment() });
  const settle = async () => (file === null ? "none" : await settleTrial(file, Date.now()));
  const settled = await settle().catch(() => "none" as const);
  if (settled === "reverted")
    note(`gatehouse: ${file}: nobody confirmed it; the former file is back`);
  try {
    return await readSite(flags);
  } catch (error) {
    if (settled !== "trying") throw error;
    await settle();
    return await readSite(flags);
  }
}

async function serve(flags: ServeFlags): Promise<void> {
  const site = await readTriedSite(flags);
  await refuseUnfinished(site.config.dataDir);
  await finishPageRestore(site.config.dataDir);
  // Left by a killed process; a start that needs a code makes its own.
  await rm(join(site.config.dataDir, rescueCodeFile), { force: true });
  await runAppliance({ ...site, ...(flags.readyFile ? { readyFile: flags.readyFile } : {}) });
}

async function demo(flags: DemoFlags): Promise<void> {
  // The address may contain a password, and every user of the machine can read command lines.
  if (flags.rtsp !== undefined) {
    process.title = "gatehouse demo";
    readCameraAddress(flags.rtsp, /^rtsps:/i.test(flags.rtsp) ? "rtsps" : "rtsp", "--rtsp");
  }
  const overrides: Override[] = [
    { name: "gatehouse demo", path: ["site", "name"], text: "Gatehouse demo" },
    { name: "gatehouse demo", path: ["allow_loopback_cameras"], text: "true" },
  ];
  const withHealth = flags.health ?? false;
  if (withHealth) {
    overrides.push({ name: "gatehouse demo --health", path: ["health", "triage"], text: "true" });
  }
  // A visitor's own site file says how long the box keeps recordings; two cameras fill 5 GB a day.
  if (flags.config === undefined) {
    const path = ["retention", "recordings_days"];
    overrides.push({ name: "gatehouse demo", path, text: "1" });
  }
  const dataDir = resolve(flags.dataDir ?? join(installDir, "data/demo"));
  const { file, receiverUrl } =
    flags.mockCloud === undefined
      ? { file: flags.config ?? null }
      : await mockCloudSite(flags.mockCloud, { dataDir, withHealth });
  const site = await readSite({ ...flags, dataDir }, { file, overrides });
  await finishPageRestore(dataDir);
  await runAppliance({
    ...site,
    demo: { ...omitUndefined({ rtsp: flags.rtsp, receiverUrl }), withHealth },
    logFile: join(dataDir, "gatehouse.log"),
    ...(flags.readyFile ? { readyFile: flags.readyFile } : {}),
  });
}

/** `gatehouse serve`: runs the appliance until a signal stops it. */
export function addServeCommand(program: Command): void {
  const command = program
    .command("serve")
    .description("run the appliance")
    .option("--port <n>", "TCP port, instead of the configuration's", parsePort)
    .option("--ready-file <file>", "write {url, page} there once the API answers");
  withSiteFlags(command).action(serve);
}

/** `gatehouse demo`: the appliance on a built-in site, with a key. */
export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("run the appliance on a synthetic demo site, or on your own camera")
    .option("--rtsp <url>", "your own camera instead of the synthetic one")
    .option(
      "--mock-cloud <file>",
      "ready file of `npm run mock-cloud`, the stand-in for pictures and texts",
    )
    .addOption(
      new Option(
        "-c, --config <file>",
        "a site configuration to start from, e.g. with model endpoints of yours",
      ).conflicts("mockCloud"),
    )
    .option("--health", "switch triage on, and try it with a drawn picture and a computed EEG")
    .option("--port <n>", "TCP port (default 8480; 0 takes a free one)", parsePort)
    .option("--data-dir <dir>", "data directory (default data/demo of the installation)")
    .option("--ready-file <file>", "write {url, key, page} there once the API answers")
    .action(demo);
}
