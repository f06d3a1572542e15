import type {
  ConfigurationCheckWire,
  ConfigurationWire,
  SettingWire,
} from "./wire/configuration.ts";
import { secretMark as mask, withoutSecrets } from "../../base/secrets/address-secrets.ts";
import { checkAside } from "./check-aside.ts";
import type { ProcessEnvironment } from "./environment.ts";
import { type Override, type Setting, settings, valueAt } from "./settings.ts";
import type { SiteYaml } from "./schema.ts";
import type { YamlSource } from "./yaml-source.ts";

/** The configuration in force as written, without the secrets in separate files. */
export interface ReadSite {
  /** Null without a file. */
  file: string | null;
  yaml: YamlSource;
  overrides: readonly Override[];
  environment: ProcessEnvironment;
  /** With defaults and overrides. */
  whole: SiteYaml;
  /** Paths of settings that have another value in the file, which waits for the next start. */
  waiting: readonly string[];
}

/** Matches names of settings with a secret in them, not names of files and of credentials. */
export const secretField = /(^|_)(password|secret|token|api_key|authorization)$/;

/** Returns the settings in force and their sources, for `org`. */
export function effectiveSettings(site: ReadSite, org: string): ConfigurationWire {
  return { file: site.file, settings: settings.map((each) => settingWire(each, site, org)) };
}

function settingWire(setting: Setting, site: ReadSite, org: string): SettingWire {
  const { path, title, allowed, unit, variable } = setting;
  const value = valueAt(site.whole, path);
  return {
    path: path.join("."),
    title,
    value: masked(ownEntries(value, org), path.at(-1)!),
    default: setting.default,
    allowed,
    unit,
    variable,
    applies: setting.applies,
    waiting: site.waiting.includes(path.join(".")),
    origin: originOf(path, site),
  };
}

function originOf(path: readonly string[], site: ReadSite): SettingWire["origin"] {
  const override = site.overrides.findLast((each) => each.path.join(".") === path.join("."));
  if (override) {
    const kind = override.name.startsWith("GATEHOUSE_") ? "environment" : "flag";
    return { kind, at: override.name };
  }
  const written = valueAt(site.yaml.value, path);
  if (written === undefined || written === null || site.file === null) {
    return { kind: "default", at: null };
  }
  return { kind: "file", at: `${site.file}:${site.yaml.lineOf({ path, isKey: true })}` };
}

/** Returns lists without the entries of another organisation. */
function ownEntries(value: unknown, org: string): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((entry: unknown) => {
    const owner = (entry as { organisation?: unknown } | null)?.organisation;
    return owner === undefined || owner === org;
  });
}

function masked(value: unknown, name: string): unknown {
  if (typeof value === "string") return secretField.test(name) ? mask : withoutCredentials(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, name));
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([inner, each]) => [inner, masked(each, inner)]),
  );
}

/**
 * Returns an address without the user info of its authority and without credentials in path and
 * query.
 */
export function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return withoutSecrets(text.replace(/^([^:]+:\/\/)[^/?#]*@/, `$1${mask}@`));
}

/** The site's configuration for the API. */
export class SiteSettings {
  #site: ReadSite;

  constructor(site: ReadSite) {
    this.#site = site;
  }

  /** Returns the sources, for another reading. */
  sources(): Pick<ReadSite, "file" | "overrides" | "environment"> {
    const { file, overrides, environment } = this.#site;
    return { file, overrides, environment };
  }

  /** Returns the values in force, with defaults and overrides. */
  whole(): SiteYaml {
    return this.#site.whole;
  }

  /** Returns the paths of the settings whose values in the file wait for the next start. */
  waiting(): readonly string[] {
    return this.#site.waiting;
  }

  /** Notes that the values `whole` of a newer reading are in force; `waiting` are not. */
  adopt(
    newer: SiteSettings,
    { whole, waiting }: { whole: SiteYaml; waiting: readonly string[] },
  ): void {
    this.#site = { ...newer.#site, file: this.#site.file, whole, waiting };
  }

  /** See `effectiveSettings`. */
  describe(org: string): ConfigurationWire {
    return effectiveSettings(this.#site, org);
  }

  /**
   * Returns the problems of `yaml` as the file of this box under the same environment and flags.
   * Does not read files that the text names: the caller may not read the box's disk. With `before`,
   * a text to compare with, also returns the settings that differ. Fails with `overloaded` while
   * another check runs.
   */
  check(yaml: string, before: string | null = null): Promise<ConfigurationCheckWire> {
    return checkAside({ text: yaml, before, overrides: this.#site.overrides });
  }
}
