import type { BehaviorSettings } from "../../perception/settings/stream-document.ts";
import type { FrameSize } from "./coordinates.ts";
import type { ImportFindings } from "./findings.ts";
import { classesOf, minHeightOf } from "./objects.ts";
import type { FrigateSection } from "./section.ts";
import type { FrigateZone } from "./zones.ts";

/** Settings of a camera that decide which review items Frigate makes. */
export interface ReviewSettings {
  review: FrigateSection;
  /** `record.events` of 0.13, which says what an alert is as long as `review` does not. */
  events: FrigateSection;
  /** `objects.filters`. */
  filters: FrigateSection;
  tracked: readonly string[];
  zones: readonly FrigateZone[];
  frame: FrameSize;
  fps: number;
  isOwnModel: boolean;
  findings: ImportFindings;
}

/** Frigate's default for `review.alerts.labels`. */
const defaultAlertLabels = ["person", "car"];

/** One kind of review item: labels in a zone, or anywhere. */
interface Item {
  severity: "warning" | "info";
  zone: FrigateZone | undefined;
  labels: readonly string[];
}

/**
 * Returns the behaviors that raise an incident where Frigate makes a review item: alerts as
 * `warning`, detections as `info`. Unknown zones are problems.
 */
export function behaviorsOf(settings: ReviewSettings): BehaviorSettings[] {
  const alerts = itemsOf("alerts", settings);
  const detections = itemsOf("detections", settings).map((item) => ({
    ...item,
    labels: item.labels.filter((label) => !alerts.some((alert) => covers(alert, item, label))),
  }));
  return [...alerts, ...detections].flatMap((item) => behaviorsFor(item, settings));
}

/** True if `alert` raises an incident for the label wherever `item` does. */
function covers(alert: Item, item: Item, label: string): boolean {
  const isSamePlace = alert.zone === undefined || alert.zone === item.zone;
  return isSamePlace && alert.labels.includes(label);
}

function itemsOf(kind: "alerts" | "detections", settings: ReviewSettings): Item[] {
  const { review, events, tracked, zones, findings } = settings;
  const section = review.section(kind);
  if (section.flag("enabled") === false) return [];
  const isAlert = kind === "alerts";
  const old = isAlert && !section.has("required_zones") ? events : section;
  const chosen = section.texts("labels") ?? (isAlert ? defaultAlertLabels : tracked);
  const labels = tracked.filter((label) => chosen.includes(label));
  const severity = isAlert ? "warning" : "info";
  const required = old.texts("required_zones")?.flatMap((each) => each.split(/\s*,\s*/)) ?? [];
  if (required.length === 0) return [{ severity, zone: undefined, labels }];
  return required.flatMap((name) => {
    const zone = zones.find((each) => each.name === name);
    if (!zone) {
      const message = `names the zone ${name}, which the camera does not have or the import leaves out. Add the behavior on the page after you draw the zone`;
      findings.difference(old.at("required_zones"), message);
      return [];
    }
    return [
      { severity, zone, labels: labels.filter((each) => zone.objects?.includes(each) ?? true) },
    ];
  });
}

/** Returns one behavior for each least height among the item's labels. */
function behaviorsFor(
  { severity, zone, labels }: Item,
  { filters, frame, fps, isOwnModel, findings }: ReviewSettings,
): BehaviorSettings[] {
  const inZone = zone?.settings.section("filters") ?? undefined;
  const byHeight = new Map<number | undefined, string[]>();
  for (const label of labels) {
    const own = inZone?.section(label).has("min_area") ? inZone : filters;
    const minHeight = minHeightOf(label, { filters: own, frame, findings });
    byHeight.set(minHeight, [...(byHeight.get(minHeight) ?? []), label]);
  }
  return [...byHeight].map(([minHeight, same]) => ({
    ...conditionOf(zone, fps),
    severity,
    classes: classesOf(same, isOwnModel),
    ...(minHeight === undefined ? {} : { min_height: minHeight }),
  }));
}

function conditionOf(
  zone: FrigateZone | undefined,
  fps: number,
): Pick<BehaviorSettings, "type" | "zone" | "seconds" | "max_mps"> {
  if (!zone) return { type: "intrusion" };
  const { name, loiteringSec, speedMps, settings } = zone;
  if (speedMps !== undefined) return { type: "speeding", zone: name, max_mps: speedMps };
  if (loiteringSec !== undefined) return { type: "loitering", zone: name, seconds: loiteringSec };
  const inertia = settings.number("inertia");
  const seconds = inertia === undefined ? 0 : Math.round((inertia / fps) * 10) / 10;
  return { type: "intrusion", zone: name, ...(seconds > 0 ? { seconds } : {}) };
}
