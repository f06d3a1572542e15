import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { camelCased } from "../../base/settings/camel-case.ts";
import { readSignInSecrets } from "../../base/people/site-settings.ts";
import { readFleetSecrets } from "../../fleet/site-settings.ts";
import { readAlarmSecrets } from "../../notifications/alarms/site-settings.ts";
import { readBrokers } from "../../notifications/mqtt/site-parts.ts";
import { readCameras } from "../../perception/site-settings.ts";
import { readProblem } from "../../base/settings/secret-files.ts";
import { crossChecks } from "./checks.ts";
import { cutProblem } from "./cut-file.ts";
import type { ConfigurationCheckWire } from "./wire/configuration.ts";
import { withDefaults } from "./defaults.ts";
import { SiteSettings } from "./effective.ts";
import { configVariable, type ProcessEnvironment, environmentOverrides } from "./environment.ts";
import { type ConfigPath, explain, type Fault } from "../../base/contract/explain.ts";
import { defaultConfigFiles, pathSettings, withAbsolutePaths } from "./paths.ts";
import { readUplink } from "../../uplink/site-parts.ts";
import { type SiteYaml, siteSchema } from "./schema.ts";
import { byTime, differingSettings, type Override, overrideValue } from "./settings.ts";
import type { SiteConfig } from "./site-config.ts";
import { withVoiceEndpoints } from "../../voice/site-checks.ts";
import { readVoiceSecrets } from "../../voice/site-settings.ts";
import { readYaml, type YamlSource } from "./yaml-source.ts";

/** Sources of a configuration: defaults < file < environment < overrides. */
export interface ConfigSources {
  /**
   * The file; must exist. Without it `GATEHOUSE_CONFIG`, then the default paths. Null reads no
   * file.
   */
  file?: string | null | undefined;
  environment?: ProcessEnvironment;
  /** Command line flags. Relative paths in them and in the environment are relative to the cwd. */
  overrides?: readonly Override[];
}

/** One problem to correct. Printed as `where: path: message`. */
export interface ConfigProblem {
  /** `file:line`, or the name of the variable or flag. */
  where: string;
  /** Such as `cameras[2].source.url`; empty for the whole file. */
  path: string;
  message: string;
}

/** The result of a check: a configuration exactly when there are no problems. */
export interface CheckedConfig {
  config: SiteConfig | null;
  /** The settings in force with their sources; null exactly when `config` is. */
  settings: SiteSettings | null;
  /** The file that was read; null when only the defaults apply. */
  file: string | null;
  problems: ConfigProblem[];
  /** Faults with which the appliance can start. */
  warnings: string[];
}

/** A problem as one line. */
export function problemLine({ where, path, message }: ConfigProblem): string {
  return path === "" ? `${where}: ${message}` : `${where}: ${path}: ${message}`;
}

/** Reads and checks everything, and finds all problems at once. Never throws for a bad file. */
export async function checkConfig(sources: ConfigSources): Promise<CheckedConfig> {
  const file = fileOf(sources);
  const read = file === null ? { yaml: readYaml("") } : await readSource(file);
  if ("problem" in read) {
    return { config: null, settings: null, file, problems: [read.problem], warnings: [] };
  }
  const environment = environmentOverrides(sources.environment ?? {});
  const overrides = [...environment.overrides, ...(sources.overrides ?? [])];
  const places = { file: file ?? "defaults", yaml: read.yaml, overrides };
  const checked = await checkValue(read.yaml, overrides, sources.environment ?? {});
  const problems = problemsOf(places, environment.unknown, checked.faults);
  const config = problems.length === 0 ? checked.config : null;
  if (!config || !checked.whole)
    return { config: null, settings: null, file, problems, warnings: [] };
  const site = {
    ...places,
    file,
    environment: sources.environment ?? {},
    whole: checked.whole,
    waiting: [],
  };
  const warnings = file === null ? [] : await secrecyWarnings(file, read.yaml.value);
  return { config, settings: new SiteSettings(site), file, problems, warnings };
}

interface Places {
  file: string;
  yaml: YamlSource;
  overrides: readonly Override[];
}

function problemsOf(
  places: Places,
  unknown: readonly { name: string; message: string }[],
  faults: readonly Fault[],
): ConfigProblem[] {
  return [
    ...places.yaml.problems.map(({ line, message }) => ({
      where: `${places.file}:${line}`,
      path: "",
      message,
    })),
    ...unknown.map(({ name, message }) => ({ where: name, path: "", message })),
    ...faults
      .toSorted((a, b) => places.yaml.lineOf(a) - places.yaml.lineOf(b))
      .map((fault) => problemOf(fault, places)),
  ];
}

/**
 * Returns every problem of `text` as the site's file under `overrides`, without reading files that
 * it names, and the settings whose values differ from those of the text `before`.
 */
export function checkText(
  text: string,
  overrides: readonly Override[],
  before: string | null = null,
): ConfigurationCheckWire {
  // Text from a page needs no line break at its end.
  const yaml = wholeYaml(`${text}\n`);
  const checked = yaml.problems.length > 0 ? { faults: [] } : faultsOf(yaml, overrides);
  const found = problemsOf({ file: "line", yaml, overrides }, [], checked.faults);
  const problems = found.map(({ where, path, message }) => {
    const line = /^line:(\d+)$/.exec(where)?.[1];
    return line === undefined
      ? { line: null, where, path, message }
      : { line: Number(line), where: `line ${line}`, path, message };
  });
  if (problems.length > 0 || before === null) {
    return { valid: problems.length === 0, problems, changed: [], restart: [] };
  }
  const wholes = [wholeYaml(`${before}\n`), yaml].map((each) => faultsOf(each, overrides).whole);
  const changed = differingSettings(wholes[0], wholes[1]);
  return { valid: true, problems, changed, restart: byTime(changed).restart };
}

/** Like `checkConfig`; fails with `config_invalid`, one line of the message per problem. */
export async function loadConfig(sources: ConfigSources): Promise<{
  config: SiteConfig;
  settings: SiteSettings;
  file: string | null;
  warnings: string[];
}> {
  const { config, settings, file, problems, warnings } = await checkConfig(sources);
  if (config && settings) return { config, settings, file, warnings };
  const lines = problems.map((each) => `  ${problemLine(each)}`);
  throw fail(
    "config_invalid",
    `site configuration: is not valid. Correct these:\n${lines.join("\n")}`,
    {
      details: problems.map((each) => ({
        path: each.path,
        rule: each.where,
        message: each.message,
      })),
    },
  );
}

/** Returns the path of the site file that a start with these sources reads; null for none. */
export function fileOf({ file, environment }: ConfigSources): string | null {
  if (file === null) return null;
  const named = file ?? environment?.[configVariable];
  if (named !== undefined && named !== "") return resolve(named);
  return defaultConfigFiles.find((each) => existsSync(each)) ?? null;
}

/** Reads a file as YAML; adds the problem of an incomplete one. */
function wholeYaml(text: string): YamlSource {
  const yaml = readYaml(text);
  const cut = cutProblem(text, yaml.value);
  // The parser's messages about a damaged file add nothing to the damage.
  const isFirst = yaml.problems.length === 0 || text.includes("\0");
  return cut && isFirst ? { ...yaml, value: null, problems: [cut] } : yaml;
}

async function readSource(
  file: string,
): Promise<{ yaml: YamlSource } | { problem: ConfigProblem }> {
  try {
    return { yaml: wholeYaml(await readFile(file, "utf8")) };
  } catch (error) {
    const message = `cannot be read (${readProblem(error)})`;
    return { problem: { where: file, path: "", message } };
  }
}

/** Returns the faults of the merged value, and the configuration when there are none. */
async function checkValue(
  yaml: YamlSource,
  overrides: readonly Override[],
  environment: ProcessEnvironment,
): Promise<{ config: SiteConfig | null; whole: SiteYaml | null; faults: Fault[] }> {
  if (yaml.problems.length > 0) return { config: null, whole: null, faults: [] };
  const { whole, faults, broken } = faultsOf(yaml, overrides);
  const { config, faults: further } = await configOf(whole, environment);
  const all = [...faults, ...further.filter((each) => !isWithin(each, broken))];
  return { config, whole, faults: all };
}

/** Reads the files that the settings name; returns the configuration, and the faults of those files. */
async function configOf(
  whole: SiteYaml,
  environment: ProcessEnvironment,
): Promise<{ config: SiteConfig; faults: Fault[] }> {
  const cameras = await readCameras(whole.cameras);
  const { brokers: mqttBrokers, faults: brokerFaults } = await readBrokers(whole.mqtt_brokers);
  const { uplink: routed, faults: uplinkFaults } = await readUplink(whole.uplink, environment);
  const uplink = await withVoiceEndpoints(routed, whole.voice, whole.webhooks.ca_file);
  const { secrets: voiceSecrets, faults: voiceFaults } = await readVoiceSecrets(whole.voice);
  const { secrets: alarmSecrets, faults: alarmFaults } = await readAlarmSecrets(whole.alarms);
  const { secrets: signInSecrets, faults: signInFaults } = await readSignInSecrets(whole.sign_in);
  const { secrets: fleetSecrets, faults: fleetFaults } = await readFleetSecrets(whole.fleet);
  const {
    cameras: _cameras,
    mqtt_brokers: _brokers,
    robots: written,
    rules: rulesWritten,
    uplink: _uplink,
    version: _version,
    ...sections
  } = whole;
  const robots = written.map(({ id, organisation, ...request }) => ({ organisation, id, request }));
  const rules = rulesWritten.map(({ id, organisation, ...request }) => ({
    organisation,
    id,
    request,
  }));
  const config = deepFrozen({
    ...camelCased(sections),
    cameras: cameras.cameras,
    mqttBrokers,
    voiceSecrets,
    alarmSecrets,
    signInSecrets,
    fleetSecrets,
    robots,
    rules,
    uplink,
  });
  const faults = [
    ...cameras.faults,
    ...brokerFaults,
    ...uplinkFaults,
    ...voiceFaults,
    ...alarmFaults,
    ...signInFaults,
    ...fleetFaults,
  ];
  return { config, faults };
}

/**
 * Returns the configuration of settings that are each valid by themselves; undefined when they do not fit together.
 */
export async function combined(
  whole: SiteYaml,
  environment: ProcessEnvironment,
): Promise<SiteConfig | undefined> {
  if (crossChecks(whole).length > 0) return undefined;
  const { config, faults } = await configOf(whole, environment);
  return faults.length === 0 ? config : undefined;
}

/** Returns all faults, the value with defaults and overrides, and the faults that break the schema. */
function faultsOf(
  yaml: YamlSource,
  overrides: readonly Override[],
): { whole: SiteYaml; faults: Fault[]; broken: Fault[] } {
  const value = overridden(yaml.value, overrides);
  const broken = explain(siteSchema, value);
  const filled = withDefaults(siteSchema, soundPart(value, broken));
  const whole = withAbsolutePaths(filled as SiteYaml);
  const further = crossChecks(whole).filter((each) => !isWithin(each, broken));
  return { whole, faults: [...broken, ...further], broken };
}

/**
 * Returns `value` without the sections that have faults, so that the checks across fields can run
 * on the rest. List entries stay, because their indexes must not change.
 */
function soundPart(value: unknown, faults: readonly Fault[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const broken = new Set(faults.map(({ path }) => (isListed(path[0]) ? path[1] : path[0])));
  return Object.fromEntries(
    Object.entries(value).filter(([name, section]) =>
      isListed(name) ? Array.isArray(section) : !broken.has(name),
    ),
  );
}

/** True when a section is a list of independent entries. */
function isListed(name: unknown): boolean {
  return ["cameras", "robots", "rules", "mqtt_brokers"].includes(String(name));
}

/** True when `fault` is about a camera or robot that already has faults. */
function isWithin(fault: Fault, known: readonly Fault[]): boolean {
  return known.some(
    ({ path }) => isListed(path[0]) && fault.path[0] === path[0] && path[1] === fault.path[1],
  );
}

/** Returns a copy of `value` with the overrides applied; creates missing sections. */
function overridden(value: unknown, overrides: readonly Override[]): unknown {
  const root = structuredClone(value ?? {});
  if (typeof root !== "object" || Array.isArray(root)) return root;
  for (const override of overrides) {
    const section = sectionFor(root as Record<string, unknown>, override.path);
    if (section) section[override.path.at(-1)!] = absoluteIfPath(override);
  }
  return root;
}

/**
 * Returns the section that holds `path`; undefined where the file has another kind of value, which
 * is a fault of its own.
 */
function sectionFor(
  root: Record<string, unknown>,
  path: ConfigPath,
): Record<string, unknown> | undefined {
  let at = root;
  for (const step of path.slice(0, -1)) {
    const inner = at[step] ?? {};
    if (typeof inner !== "object" || Array.isArray(inner)) return undefined;
    at[step] = inner;
    at = inner as Record<string, unknown>;
  }
  return at;
}

function absoluteIfPath(override: Override): unknown {
  const value = overrideValue(override);
  if (!pathSettings.includes(override.path.join("."))) return value;
  if (Array.isArray(value)) return value.map((each) => resolve(String(each)));
  return value === "" ? value : resolve(String(value));
}

function problemOf(fault: Fault, places: Places): ConfigProblem {
  const override = places.overrides.findLast((each) =>
    each.path.every((step, at) => fault.path[at] === step),
  );
  const where = override?.name ?? `${places.file}:${places.yaml.lineOf(fault)}`;
  return { where, path: pathText(fault.path), message: fault.message };
}

/** `cameras[2].source.url`. */
function pathText(path: ConfigPath): string {
  return path
    .map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join("");
}

/** Warns about a file with a password that other users of the machine can read. */
async function secrecyWarnings(file: string, value: unknown): Promise<string[]> {
  const cameras = (value as { cameras?: { source?: { password?: unknown } }[] } | null)?.cameras;
  const holdsSecret = cameras?.some((each) => each.source?.password !== undefined) ?? false;
  if (!holdsSecret) return [];
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return [];
  return [`${file} holds a password and is readable by others: chmod 600, or use password_file`];
}

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFrozen(inner);
  }
  return value;
}
