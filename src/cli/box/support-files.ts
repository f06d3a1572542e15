import { readFile, stat } from "node:fs/promises";
import { arch, release } from "node:os";
import packageJson from "../../../package.json" with { type: "json" };
import { askAppliance } from "../../system/admin/admin-client.ts";
import { processEnvironment } from "../../system/config/environment.ts";
import { checkConfig } from "../../system/config/load.ts";
import { lastBackup } from "../../system/backup/state-record.ts";
import type { DoctorSite } from "../../system/doctor/check.ts";
import { diagnose } from "../../system/doctor/doctor.ts";
import { diagnosisWire } from "../../system/doctor/diagnosis-wire.ts";
import type { SupportFile } from "../../system/support/support-bundle.ts";
import { withOwnerRights } from "./box-access.ts";
import { overridesOf, type SiteFlags } from "./site.ts";

/** Lines of the log in a bundle. */
const logLines = 5000;
/** Bytes of a log file to read, from its end. */
const maxLogBytes = 4_000_000;

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Returns the files of a support bundle. They contain no picture, sound or speech of the site. */
export function supportFiles(site: DoctorSite, flags: SiteFlags & { log?: string }): SupportFile[] {
  const { config, host } = site;
  const ask = async (method: string): Promise<unknown> => {
    const request = { method, params: {} };
    const outcome = await withOwnerRights(config.dataDir, () =>
      askAppliance(config.dataDir, request),
    );
    return outcome.isRunning ? outcome.result : "the box does not run";
  };
  const tool = async (command: string, ...args: string[]): Promise<string> =>
    (await host.run(command, args))?.stdout ?? `${command} is not installed\n`;
  return [
    { name: "versions.json", read: () => versions(site) },
    { name: "doctor.json", read: async () => json(diagnosisWire(await diagnose(site))) },
    { name: "configuration.json", read: () => configuration(flags, config.site.organisation) },
    { name: "system.json", read: async () => json(await ask("status")) },
    { name: "store.json", read: () => json(site.store) },
    { name: "metrics.txt", read: async () => String(await ask("support.metrics")) },
    {
      name: "log.txt",
      read: () =>
        flags.log === undefined
          ? tool("journalctl", "-u", "gatehouse", "-n", String(logLines), "--no-pager", "-o", "cat")
          : endOf(flags.log),
      keep: "end",
    },
    {
      name: "kernel.txt",
      read: () => tool("journalctl", "-k", "-n", "500", "--no-pager"),
      keep: "end",
    },
    {
      name: "ffmpeg.txt",
      read: async () =>
        [
          await tool("ffmpeg", "-hide_banner", "-version"),
          await tool("ffmpeg", "-hide_banner", "-hwaccels"),
          await tool("ffmpeg", "-hide_banner", "-decoders"),
        ].join("\n"),
    },
    { name: "disks.txt", read: () => tool("df", "-hT") },
    {
      name: "service.txt",
      read: () => tool("systemctl", "status", "gatehouse", "--no-pager", "-n", "0"),
    },
  ];
}

async function versions({ host, config, machine }: DoctorSite): Promise<string> {
  return json({
    gatehouse: packageJson.version,
    node: process.version,
    kernel: release(),
    arch: arch(),
    os: /^PRETTY_NAME="?([^"\n]*)/m.exec((await host.text("/etc/os-release")) ?? "")?.[1] ?? null,
    board: (await host.text("/proc/device-tree/model"))?.replaceAll("\0", "") ?? null,
    machine,
    last_backup: (await lastBackup(config.dataDir)) ?? null,
  });
}

/** The configuration as the API shows it: every setting with its origin, secrets masked. */
async function configuration(flags: SiteFlags, org: string): Promise<string> {
  const environment = processEnvironment();
  const overrides = overridesOf(flags);
  const { settings, problems } = await checkConfig({ file: flags.config, environment, overrides });
  return json(settings ? settings.describe(org) : { problems });
}

async function endOf(file: string): Promise<string> {
  const { size } = await stat(file);
  const text = (await readFile(file)).subarray(Math.max(0, size - maxLogBytes)).toString("utf8");
  return text.split("\n").slice(-logLines).join("\n");
}
