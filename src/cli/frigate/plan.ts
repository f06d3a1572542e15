import type { ProcessEnvironment } from "../../system/config/environment.ts";
import { readYaml } from "../../system/config/yaml-source.ts";
import { cameraOf, type PlannedCamera } from "./camera.ts";
import { noteFile } from "./counterparts.ts";
import { type ImportFinding, ImportFindings } from "./findings.ts";
import { FrigateSection } from "./section.ts";
import { siteYaml } from "./site.ts";
import { FrigateSources } from "./sources.ts";
import { unitsOf } from "./zones.ts";

/** What an import of a file would do. */
export interface ImportPlan {
  /** Streams to create, in the order of the file. */
  cameras: PlannedCamera[];
  /** Cameras of the file that have no stream; `differences` has the reasons. */
  skipped: string[];
  /** Settings that change or have no counterpart, in the order of the lines. */
  differences: ImportFinding[];
  /** Faults of the file. With any, do not use the other fields. */
  problems: ImportFinding[];
  /** Lines for the site file; empty for none. */
  siteYaml: string;
}

/** From this release on, `detect.enabled` is false unless the file sets it. */
const detectOptIn = 16;

/**
 * Plans the import of a configuration of Frigate 0.13 or later. `variables` replace `{FRIGATE_…}`.
 * Never throws for a bad file.
 */
export function planOf(text: string, variables: ProcessEnvironment): ImportPlan {
  const source = readYaml(text, { withMerge: true });
  const findings = new ImportFindings(source);
  const empty = { cameras: [], skipped: [], differences: [], siteYaml: "" };
  if (source.problems.length > 0) {
    return { ...empty, problems: source.problems.map((each) => ({ path: "", ...each })) };
  }
  const root = FrigateSection.of(source.value, [], findings);
  const names = root.section("cameras").keys();
  if (names.length === 0) {
    findings.problem(["cameras"], "lists no camera. Name Frigate's config.yml");
    return { ...empty, problems: findings.problems() };
  }
  const own = root.section("environment_vars");
  const ownVariables = Object.fromEntries(own.keys().map((key) => [key, own.text(key)]));
  const go2rtc = root.section("go2rtc");
  const sources = new FrigateSources({
    go2rtc,
    variables: { ...ownVariables, ...variables },
    findings,
  });
  const model = root.section("model");
  const context = {
    root,
    sources,
    units: unitsOf(root.section("ui")),
    isDetecting: minorVersion(root.text("version")) < detectOptIn,
    isOwnModel: model.has("path") || model.has("labelmap_path"),
    findings,
  };
  const cameras = names.flatMap((name) => cameraOf(name, context) ?? []);
  noteFile(root, findings);
  const site = siteYaml({ root, cameras, sources, findings });
  return {
    cameras,
    skipped: names.filter((name) => !cameras.some((each) => each.name === name)),
    differences: findings.differences(),
    problems: findings.problems(),
    siteYaml: site,
  };
}

/** Files of Frigate 0.13 have no version. */
function minorVersion(version = "0.13"): number {
  return Number(/^0\.(\d+)/.exec(version)?.[1] ?? 0);
}
