import { isConvex, type Quad } from "../../base/geo/homography.ts";
import type { Polygon } from "../../base/geo/polygon.ts";
import type { ZoneSettings } from "../../perception/settings/stream-document.ts";
import { type FrameSize, outlineOf } from "./coordinates.ts";
import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";

/** Metres of Frigate's unit of length, and metres per second of its unit of speed. */
export interface Units {
  metres: number;
  mps: number;
}

/** Returns the units of `ui.unit_system`: metres and km/h, or feet and miles per hour. */
export function unitsOf(ui: FrigateSection): Units {
  const isImperial = ui.text("unit_system") === "imperial";
  return isImperial ? { metres: 0.3048, mps: 0.447_04 } : { metres: 1, mps: 1 / 3.6 };
}

/** A zone of a camera, and the conditions under which Frigate counts an object in it. */
export interface FrigateZone {
  name: string;
  zone: ZoneSettings;
  settings: FrigateSection;
  /** Classes that count; undefined for all. */
  objects?: string[];
  loiteringSec?: number;
  /** Objects count from this speed on, in metres per second. */
  speedMps?: number;
}

/** Opposite sides that differ more than this, as a share, are no rectangle on the ground. */
const maxSkew = 0.2;

/** Where the zones of a camera come from. */
export interface ZonesOptions {
  frame: FrameSize;
  units: Units;
  findings: ImportFindings;
}

/** Reads the zones of a camera, without those that are off or that the box cannot use. */
export function zonesOf(zones: FrigateSection, options: ZonesOptions): FrigateZone[] {
  return zones.keys().flatMap((name) => zoneOf(name, zones, options) ?? []);
}

function zoneOf(
  name: string,
  zones: FrigateSection,
  options: ZonesOptions,
): FrigateZone | undefined {
  const { findings, units, frame } = options;
  const settings = zones.section(name);
  if (settings.keys().length === 0) return undefined;
  if (settings.flag("enabled") === false) {
    findings.difference(zones.at(name), "is off in Frigate. Draw the zone on the page if needed");
    return undefined;
  }
  const outline = outlineOf(settings.raw("coordinates"), frame);
  if ("fault" in outline) {
    findings.difference(settings.at("coordinates"), outline.fault);
    return undefined;
  }
  if (settings.has("friendly_name")) {
    const message = `is not imported. The zone keeps the name ${name}, by which incidents name it`;
    findings.difference(settings.at("friendly_name"), message);
  }
  const zone: ZoneSettings = { polygon: outline.polygon.map(([x, y]) => [x, y]) };
  const metres = sizeOf(settings, outline.polygon, options);
  if (metres) zone.metres = metres;
  const speed = settings.number("speed_threshold");
  const loiteringSec = settings.number("loitering_time") ?? 0;
  const objects = settings.texts("objects")?.flatMap((each) => each.split(/\s*,\s*/));
  if (speed !== undefined && !metres) {
    const message =
      "needs the size of the zone on the ground. Set `metres` of the zone, then add the behavior `speeding`";
    findings.difference(settings.at("speed_threshold"), message);
  }
  return {
    name,
    zone,
    settings,
    ...(objects && objects.length > 0 ? { objects } : {}),
    ...(loiteringSec > 0 ? { loiteringSec } : {}),
    ...(speed !== undefined && metres ? { speedMps: rounded(speed * units.mps) } : {}),
  };
}

/** Returns the zone's size on the ground from the lengths of its four sides. */
function sizeOf(
  settings: FrigateSection,
  polygon: Polygon,
  { units, findings }: ZonesOptions,
): { width: number; height: number } | undefined {
  const raw = settings.raw("distances");
  if (raw === undefined) return undefined;
  const list: unknown[] = typeof raw === "string" ? raw.split(",") : [raw].flat();
  const sides = list.map(Number);
  const at = settings.at("distances");
  if (sides.length !== 4 || !sides.every((each) => each > 0)) {
    findings.problem(at, "must be the lengths of four sides. Correct it as in Frigate's editor");
    return undefined;
  }
  if (polygon.length !== 4 || !isConvex(polygon as Quad)) {
    const message =
      "is not imported, because the zone is not a convex quadrangle. Draw the zone with four corners and set its `metres`";
    findings.difference(at, message);
    return undefined;
  }
  const [a, b, c, d] = sides as [number, number, number, number];
  if (Math.abs(a - c) > maxSkew * Math.max(a, c) || Math.abs(b - d) > maxSkew * Math.max(b, d)) {
    const message =
      "becomes a rectangle with the mean lengths, and opposite sides differ by more than 20 %. Check two known distances, or set `metres.corners` of the zone";
    findings.difference(at, message);
  }
  return {
    width: rounded(((a + c) / 2) * units.metres),
    height: rounded(((b + d) / 2) * units.metres),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
