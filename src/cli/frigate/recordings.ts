import type { StreamRequest } from "../../perception/settings/stream-document.ts";
import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";

/** How one camera records, and for how many days Frigate keeps the recordings. */
export interface FrigateRecording {
  request: NonNullable<StreamRequest["recording"]>;
  /** Undefined if only recordings of incidents are kept. */
  continuousDays?: number;
  /** Undefined if the camera does not record. */
  incidentDays?: number;
}

/** Frigate's defaults: seconds around an event, and days for which it keeps the event. */
const eventDefaults = { captureSec: 5, days: 10 };
const limits = { preSec: 60, postSec: 600 };

/** Reads `record` of a camera: 0.13 (`events`), 0.14 to 0.16 (`alerts`, `retain`), 0.17 (`continuous`). */
export function recordingsOf(record: FrigateSection, findings: ImportFindings): FrigateRecording {
  if (record.flag("enabled") !== true) return { request: { mode: "off" } };
  const continuousDays = keptDays(record, findings);
  const events = ["events", "alerts", "detections"]
    .filter((name) => record.has(name))
    .map((name) => record.section(name));
  const most = (values: (number | undefined)[], otherwise: number): number =>
    Math.max(...(values.length === 0 ? [otherwise] : values.map((each) => each ?? otherwise)));
  const captured = (key: string): number =>
    most(
      events.map((each) => each.number(key)),
      eventDefaults.captureSec,
    );
  const retained = events.map((each) => each.section("retain"));
  for (const retain of retained) {
    if (!retain.has("objects")) continue;
    const message =
      "keeps some classes longer. The box keeps the recordings of all incidents equally long: protect single incidents from deletion";
    findings.difference(retain.at("objects"), message);
  }
  const incidentDays = most(
    retained.map((each) => each.number("days") ?? each.number("default")),
    eventDefaults.days,
  );
  return {
    request: {
      mode: continuousDays === undefined ? "incidents" : "continuous",
      pre_seconds: Math.min(limits.preSec, captured("pre_capture")),
      post_seconds: Math.min(limits.postSec, captured("post_capture")),
    },
    ...(continuousDays === undefined ? {} : { continuousDays }),
    incidentDays,
  };
}

/** Days of continuous recordings; undefined for none. */
function keptDays(record: FrigateSection, findings: ImportFindings): number | undefined {
  const retain = record.section("retain");
  const motionDays = record.section("motion").number("days") ?? 0;
  const days = Math.max(
    retain.number("days") ?? 0,
    record.section("continuous").number("days") ?? 0,
    motionDays,
  );
  const isPartial = motionDays > 0 || (retain.text("mode") ?? "all") !== "all";
  if (days > 0 && isPartial) {
    const at = motionDays > 0 ? record.at("motion") : retain.at("mode");
    const message =
      "keeps only the parts with motion. The box keeps all of the recording and needs more space: shorten retention.recordings_days if the disk is small";
    findings.difference(at, message);
  }
  return days > 0 ? days : undefined;
}
