import { execFile } from "node:child_process";
import { readFile, statfs } from "node:fs/promises";
import { arch } from "node:process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Command } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { installDir } from "../../base/settings/install-dir.ts";
import { fail } from "../../base/contract/fail.ts";
import { systemClock } from "../../base/core/clock.ts";
import type { StoreFacts } from "../../system/doctor/store-facts.ts";
import { adviceOf, managerOf, refuseManaged } from "../../system/upgrade/managed-by.ts";
import { publisherKey } from "../../system/upgrade/release-manifest.ts";
import { Slots, type UpgradeState } from "../../system/upgrade/slots.ts";
import { carryOutRequest } from "../../system/upgrade/upgrade-request.ts";
import { type Supervisor, Upgrade } from "../../system/upgrade/upgrade.ts";
import { positive } from "./backup.ts";
import { print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface UpgradeFlags extends SiteFlags {
  root: string;
  publisherKey?: string;
  allowDowngrade?: boolean;
  restartCommand?: string;
  readySeconds: number;
  json?: boolean;
}

const usualRoot = "/opt/gatehouse";
const run = promisify(execFile);

async function upgradeOf(flags: UpgradeFlags): Promise<Upgrade> {
  refuseManaged(installDir);
  // The service's user must be able to read the files that root unpacks.
  process.umask(0o022);
  const { dataDir } = await loadSite(flags);
  const { root, publisherKey: keyFile = join(root, "publisher.pem") } = flags;
  const pem = await readFile(keyFile, "utf8").catch((cause) => {
    throw fail(
      "upgrade_refused",
      `${keyFile}: the publisher's public key cannot be read. Check the path and mode of the file`,
      {
        cause,
      },
    );
  });
  return new Upgrade({
    root,
    key: publisherKey(pem),
    clock: systemClock,
    supervisor: supervisorOf(dataDir, flags.restartCommand),
    arch,
    storeReadableFrom: await readableFrom(dataDir),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    readyMs: flags.readySeconds * 1000,
  });
}

/** systemd, or the operator's restart command where there is no systemd. */
function supervisorOf(dataDir: string, command: string | undefined): Supervisor {
  return {
    async restart() {
      if (command === undefined) await run("systemctl", ["--no-block", "restart", "gatehouse"]);
      else await run("/bin/sh", ["-c", command]);
    },
    async readyVersion() {
      try {
        const outcome = await askAppliance(dataDir, { method: "status", params: {} });
        if (!outcome.isRunning) return null;
        const { version, ready } = outcome.result as { version: string; ready: boolean };
        return ready ? version : null;
      } catch {
        return null;
      }
    },
  };
}

/**
 * Returns the oldest layout that can read the running appliance's store; null for a stopped one.
 */
async function readableFrom(dataDir: string): Promise<number | null> {
  try {
    const outcome = await askAppliance(dataDir, { method: "doctor.facts", params: {} });
    return outcome.isRunning ? (outcome.result as StoreFacts).readableFrom : null;
  } catch {
    return null;
  }
}

/** The timers of the wait do not keep a process alive, so this does. */
async function kept<R>(work: Promise<R>): Promise<R> {
  const timer = setInterval(() => undefined, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

function tell(state: UpgradeState, flags: UpgradeFlags): void {
  if (state.phase === "rolled_back") process.exitCode = 1;
  if (flags.json) printJson(wireOf(state));
  else print(inWords(state));
}

function wireOf({ phase, from, to, atMs, reason }: UpgradeState) {
  return { phase, from, to, at: Math.floor(atMs / 1000), reason: reason ?? null };
}

function inWords({ phase, from, to, reason }: UpgradeState): string {
  switch (phase) {
    case "confirmed":
      return `${to.version} runs, from slot ${to.slot}; ${from.version} stays in slot ${from.slot}.`;
    case "rolled_back":
      return `${from.version} runs again, from slot ${from.slot}: ${reason ?? "no reason"}.`;
    case "trial":
      return `${to.version} is on trial: "gatehouse upgrade resume" ends it.`;
    case "unpacking":
      return `${to.version} was being unpacked; nothing was changed. Upgrade again.`;
    case "idle":
      return "Nothing was upgraded yet.";
  }
}

async function status(flags: UpgradeFlags): Promise<void> {
  const manager = managerOf(installDir);
  if (manager !== undefined) {
    if (flags.json) printJson({ manager });
    else print(adviceOf(manager));
    return;
  }
  const slots = new Slots(flags.root);
  const current = await slots.current();
  const state = await slots.state();
  const versions = { a: await slots.versionIn("a"), b: await slots.versionIn("b") };
  if (flags.json) {
    printJson({ manager: "slots", current, slots: versions, last: state ? wireOf(state) : null });
    return;
  }
  print(`"gatehouse upgrade" manages this box, in two slots of ${flags.root}.`);
  print(`a: ${versions.a ?? "empty"}`, `b: ${versions.b ?? "empty"}`, `current: ${current}`);
  print(state ? inWords(state) : "Nothing was upgraded yet.");
}

function withFlags(command: Command): Command {
  return withSiteFlags(command)
    .option("--root <dir>", "folder of the two releases", usualRoot)
    .option("--publisher-key <file>", "the publisher's public key; publisher.pem of the root")
    .option("--restart-command <command>", "restarts the box, where systemd does not")
    .option("--ready-seconds <n>", "how long the new release may take", positive, 60)
    .option("--json", "print JSON");
}

/** `gatehouse upgrade BUNDLE`, `upgrade status|resume|rollback`. */
export function addUpgradeCommand(program: Command): void {
  const upgrade = program
    .command("upgrade")
    .description(`install a signed release beside this one (${installDir}) and switch to it`)
    .argument("<bundle>", "a file, also on a USB stick")
    .option("--allow-downgrade", "also an older release");
  withFlags(upgrade).action(async (bundle: string, flags: UpgradeFlags) => {
    const allowDowngrade = flags.allowDowngrade === true;
    tell(await kept((await upgradeOf(flags)).run(bundle, { allowDowngrade })), flags);
  });
  const sub = (name: string, description: string): Command =>
    withFlags(upgrade.command(name).description(description));
  sub("status", "what is installed, and how the last upgrade went").action(
    (_flags: unknown, command: Command) => status(command.optsWithGlobals<UpgradeFlags>()),
  );
  sub("resume", "end an upgrade that was cut off; the unit does this after a start").action(
    async (_flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<UpgradeFlags>();
      const state = await kept((await upgradeOf(flags)).resume());
      if (state) tell(state, flags);
      else print("No upgrade was cut off.");
    },
  );
  sub("requested", "carry out what the page asked for; the unit does this").action(
    async (_flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<UpgradeFlags>();
      const { dataDir } = await loadSite(flags);
      const places = { root: flags.root, dataDir };
      const state = await kept(carryOutRequest(places, () => upgradeOf(flags)));
      if (state) tell(state, flags);
      else print("Nothing was carried out.");
    },
  );
  sub("rollback", "go back to the release before the last upgrade").action(
    async (_flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<UpgradeFlags>();
      const state = await kept((await upgradeOf(flags)).rollBack());
      if (flags.json) printJson(wireOf(state));
      else print(inWords(state));
    },
  );
}
