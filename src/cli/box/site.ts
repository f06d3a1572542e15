import { type Command, InvalidArgumentError } from "commander";
import { processEnvironment } from "../../system/config/environment.ts";
import { loadConfig } from "../../system/config/load.ts";
import type { Override } from "../../system/config/settings.ts";
import type { SiteSettings } from "../../system/config/effective.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";
import { note } from "../terminal/output.ts";

/** Flags of every command that needs the site's configuration. */
export interface SiteFlags {
  config?: string;
  dataDir?: string;
  port?: number;
}

/** Adds `--config` and `--data-dir`. */
export function withSiteFlags(command: Command): Command {
  return command
    .option("-c, --config <file>", "site configuration")
    .option("--data-dir <dir>", "data directory, instead of the configuration's");
}

/** Parses `--port` for commander. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("A port is a number from 0 to 65535.");
}

/** The settings that the flags override. */
export function overridesOf({ dataDir, port }: SiteFlags): Override[] {
  const overrides: Override[] = [];
  if (dataDir !== undefined) {
    overrides.push({ name: "--data-dir", path: ["data_dir"], text: dataDir });
  }
  if (port !== undefined) {
    overrides.push({ name: "--port", path: ["server", "port"], text: String(port) });
  }
  return overrides;
}

/** Reads the configuration of the flags and prints its warnings. Fails with `config_invalid`. */
export async function loadSite(flags: SiteFlags): Promise<SiteConfig> {
  return (await readSite(flags)).config;
}

/** As `loadSite`, with the sources of the configuration; `more` is for the demo. */
export async function readSite(
  flags: SiteFlags,
  more: { file?: string | null; overrides?: readonly Override[] } = {},
): Promise<{ config: SiteConfig; settings: SiteSettings }> {
  const { config, settings, warnings } = await loadConfig({
    file: more.file === undefined ? flags.config : more.file,
    environment: processEnvironment(),
    overrides: [...overridesOf(flags), ...(more.overrides ?? [])],
  });
  if (warnings.length > 0) note(...warnings.map((each) => `gatehouse: warning: ${each}`));
  return { config, settings };
}
