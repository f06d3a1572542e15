import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { fail } from "../../base/contract/fail.ts";
import { severities } from "../../base/contract/event-types.ts";
import type { BehaviorSettings } from "../settings/stream-document.ts";
import { describeError } from "../../base/core/errors.ts";
import { behaviors } from "../behaviors/registry.ts";
import type { Zones } from "../core/zones.ts";

/** A named set of defaults for a kind of place; a file in `config/profiles/`. */
export interface Profile {
  name: string;
  description: string;
  /** Classes to look for. */
  detect: readonly string[];
  /** Behaviors without a place: each applies to every zone of its kind. */
  behaviors: readonly BehaviorSettings[];
}

/** Profiles by name. */
export type Profiles = ReadonlyMap<string, Profile>;

const profileKeys = new Set(["description", "detect", "behaviors"]);

/** Reads every `<name>.yaml` of `dir`. Throws `config_invalid`, naming the file, when one is not a profile. */
export async function loadProfiles(dir: string): Promise<Profiles> {
  const profiles = new Map<string, Profile>();
  try {
    const files = (await readdir(dir)).filter((file) => file.endsWith(".yaml")).toSorted();
    for (const file of files) {
      const name = file.slice(0, -".yaml".length);
      profiles.set(name, readProfile(name, parse(await readFile(join(dir, file), "utf8"))));
    }
  } catch (error) {
    throw fail(
      "config_invalid",
      `profiles: ${dir} cannot be read (${describeError(error)}). Correct its files`,
      { cause: error },
    );
  }
  return profiles;
}

function readProfile(name: string, value: unknown): Profile {
  const wrong = (what: string) => fail("config_invalid", `profiles.${name}: ${what}`);
  if (!isRecord(value)) throw wrong("is not a mapping. Write one");
  for (const key of Object.keys(value)) {
    if (!profileKeys.has(key)) throw wrong(`has the unknown key ${key}. Remove it`);
  }
  const { description, detect, behaviors: list } = value;
  if (typeof description !== "string") throw wrong("has no description. Add one");
  if (!isTextList(detect)) throw wrong("has no valid detect. List class names");
  if (!Array.isArray(list) || !list.every(isPlacelessBehavior)) {
    throw wrong("has no valid behaviors. List available behaviors without zone or line");
  }
  return { name, description, detect, behaviors: list };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isPlacelessBehavior(value: unknown): value is BehaviorSettings {
  if (!isRecord(value)) return false;
  const behavior = behaviors.get(String(value["type"]));
  if (!behavior || behavior.needsMetres) return false;
  const known = new Set([
    "type",
    "classes",
    "severity",
    ...behavior.required,
    ...behavior.optional,
  ]);
  known.delete("line");
  const severity = value["severity"];
  const numbers = ["seconds", "min_count", "heading"].map((key) => value[key]);
  return (
    Object.keys(value).every((key) => known.has(key)) &&
    numbers.every((number) => number === undefined || typeof number === "number") &&
    (severity === undefined || severities.some((one) => one === severity)) &&
    (value["classes"] === undefined || isTextList(value["classes"]))
  );
}

/** Returns the profile called `name`, or throws `invalid_request_body` with the known names. */
export function findProfile(profiles: Profiles, name: string): Profile {
  const profile = profiles.get(name);
  if (profile) return profile;
  const known = [...profiles.keys()].join(", ");
  throw fail(
    "invalid_request_body",
    `profile: is \`${name}\`, which does not exist. Use one of ${known}`,
    {
      param: "profile",
    },
  );
}

/**
 * Places the profile's behaviors: those about an area apply to each area of the request, or to the whole
 * frame when it has none; those about a line to each line.
 */
export function placeProfile(profile: Profile, zones: Zones): BehaviorSettings[] {
  const areas = [...zones.values()].filter((zone) => zone.kind === "area");
  const lines = [...zones.values()].filter((zone) => zone.kind === "line");
  return profile.behaviors.flatMap((wire): BehaviorSettings[] => {
    const { geometry } = behaviors.get(wire.type)!;
    if (geometry === "none") return [wire];
    if (geometry === "line") {
      return lines.map((line) => ({ ...wire, line: line.name }));
    }
    return areas.length === 0 ? [wire] : areas.map((area) => ({ ...wire, zone: area.name }));
  });
}
