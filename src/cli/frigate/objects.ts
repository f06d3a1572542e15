import type { FrameSize } from "./coordinates.ts";
import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";

/** Labels that Frigate gives to parts of an object, such as the parcel service of a car. */
const attributes = new Set([
  "face",
  "license_plate",
  "amazon",
  "an_post",
  "canada_post",
  "dhl",
  "dpd",
  "fedex",
  "gls",
  "nzpost",
  "postnl",
  "postnord",
  "purolator",
  "royal_mail",
  "ups",
  "usps",
]);
/** Frigate's default. */
const defaultTracked = ["person"];
/** Width ÷ height that hardly any object of the kind exceeds while it matters. */
const widest = { person: 1, other: 3 };
const usualAspect = 16 / 9;
/** Heights below this share of the frame hold nothing that a detector finds. */
const leastHeight = 0.01;

/** Returns the labels that a camera tracks, without attributes. */
export function trackedOf(objects: FrigateSection, findings: ImportFindings): string[] {
  const tracked = objects.texts("track") ?? defaultTracked;
  const found = tracked.filter((each) => attributes.has(each));
  if (found.length > 0) {
    const message = `lists ${found.join(", ")}, and the box recognises no faces, number plates or parcel services. Nothing replaces them`;
    findings.difference(objects.at("track"), message);
  }
  return tracked.filter((each) => !attributes.has(each));
}

/**
 * Returns the classes of the box for labels of Frigate. Frigate's own label map calls trucks `car`;
 * a model that the user chose (`isOwnModel`) has labels of its own.
 */
export function classesOf(labels: readonly string[], isOwnModel: boolean): string[] {
  const classes = labels.flatMap((label) =>
    label === "car" && !isOwnModel ? ["car", "truck"] : [label],
  );
  return [...new Set(classes)];
}

/** The filter of one label, for a behavior. */
export interface HeightFilter {
  filters: FrigateSection;
  frame: FrameSize;
  findings: ImportFindings;
}

/**
 * Returns the least height of an object, as a fraction of the frame, at which Frigate's `min_area`
 * admits it; undefined without such a limit. An object that Frigate admits is at least this high,
 * unless it is wider than `widest` says.
 */
export function minHeightOf(
  label: string,
  { filters, frame, findings }: HeightFilter,
): number | undefined {
  const filter = filters.section(label);
  const area = filter.number("min_area") ?? 0;
  if (area <= 0) return undefined;
  const { width, height } = frame;
  const ratio = label === "person" ? widest.person : widest.other;
  if (area >= 1 && (width === undefined || height === undefined)) {
    const message =
      "is in pixels of the detect stream, and the file does not say how large it is. Write detect.width and detect.height into the file, or set min_height of the behavior";
    findings.difference(filter.at("min_area"), message);
    return undefined;
  }
  const aspect = width === undefined || height === undefined ? usualAspect : width / height;
  const share = area < 1 ? area : area / (width! * height!);
  const minHeight = Math.floor(Math.sqrt((share * aspect) / ratio) * 1000) / 1000;
  if (minHeight < leastHeight || minHeight >= 1) return undefined;
  const lost = ratio === 1 ? "wider than high" : `more than ${ratio} times as wide as high`;
  const message = `becomes min_height, because the box filters by height. Objects that are ${lost} can be lost: check it on the page`;
  findings.difference(filter.at("min_area"), message);
  return minHeight;
}

/** Lists the filters that have no counterpart. */
export function noteFilters(objects: FrigateSection, findings: ImportFindings): void {
  if (objects.has("mask")) findings.difference(objects.at("mask"), objectMask);
  for (const label of objects.section("filters").keys()) {
    const filter = objects.section("filters").section(label);
    if (filter.has("mask")) findings.difference(filter.at("mask"), objectMask);
    for (const key of ["min_score", "threshold"]) {
      if (!filter.has(key)) continue;
      const message =
        "is not imported, because scores of different detectors do not compare. Mark false alarms on the page; after a week the box suggests a min_score";
      findings.difference(filter.at(key), message);
    }
    for (const key of ["max_area", "min_ratio", "max_ratio"]) {
      if (!filter.has(key)) continue;
      const message =
        "has no counterpart: the box filters objects by least height only. Draw the zone so that it leaves out the place of the false alarms";
      findings.difference(filter.at(key), message);
    }
  }
}

const objectMask =
  "has no counterpart: the box does not discard objects by the place where they stand. Draw the zones of the behaviors so that they leave out this area. A privacy mask would blacken the picture and the recordings";
