import type { CameraEvent } from "../../cameras/events/camera-event.ts";
import type { CameraEventKind } from "../../cameras/events/camera-event-terms.ts";
import { all, find, type XmlElement } from "./xml.ts";

/** Reports read of one answer; the rest of a longer one is dropped. */
const maxReports = 200;
const maxItems = 32;
const maxNameLength = 100;
const maxKeyLength = 400;

/** An item of a report: the camera's name for a value, and the value. */
interface Item {
  name: string;
  value: string;
}

/**
 * Kinds by the name of the value that changes. Makers put several detections under one topic, e.g. TP-Link's
 * `IsPeople` under `CellMotionDetector`.
 */
const kindsByItem: readonly (readonly [RegExp, CameraEventKind])[] = [
  [/^Is(People|Person|Human)$/i, "person"],
  [/^IsVehicle$/i, "vehicle"],
  [/^Is(Pet|Animal|DogCat)$/i, "animal"],
  [/^IsLineCross$/i, "line_crossing"],
  [/^IsIntrusion$/i, "intrusion"],
  [/^IsTamper$/i, "tamper"],
];

/**
 * Kinds by topic, without namespace prefixes; the first match counts. The standard's topics, and those of makers that
 * the trackers of Home Assistant, agsh/onvif and lightNVR quote.
 */
const kindsByTopic: readonly (readonly [RegExp, CameraEventKind])[] = [
  [/^Device\/(Trigger\/DigitalInput|IO\/(Virtual)?(Port|Input))/, "digital_input"],
  [/\/Visitor$/, "digital_input"],
  [/LineDetector|LineCross|CrossLine|Tripwire/i, "line_crossing"],
  [/Tamper|GlobalSceneChange|ImageToo(Dark|Bright|Blurry)|SignalLoss/, "tamper"],
  [/People|Person|Human|Face/, "person"],
  [/Vehicle/, "vehicle"],
  [/DogCat|Pet|Animal/, "animal"],
  [/FieldDetector|Intrusion|ObjectAnalytics/, "intrusion"],
  [/^VideoSource\/MotionAlarm|Motion(Region)?Detector|\/Motion$|\/VMD/, "motion"],
];

const truths: ReadonlySet<string> = new Set(["true", "1", "on", "active", "high"]);
const untruths: ReadonlySet<string> = new Set(["false", "0", "off", "inactive", "low"]);

/** Reads the answer to `PullMessages`: the events of known kinds, in the camera's order. */
export function readEvents(answer: XmlElement): CameraEvent[] {
  return all(answer, "NotificationMessage")
    .slice(0, maxReports)
    .flatMap((report) => readEvent(report) ?? []);
}

function readEvent(report: XmlElement): CameraEvent | undefined {
  const topic = plainTopic(find(report, "Topic")?.text ?? "");
  const message = find(report, "Message", "Message");
  if (topic === "" || !message) return undefined;
  const sources = itemsOf(message, "Source");
  // Identifiers of objects may look like a state: "1".
  const states = itemsOf(message, "Data").filter(
    ({ name, value }) => !/Id$|Time|Count/i.test(name) && stateOf(value) !== null,
  );
  const state = states.find(({ name }) => kindIn(kindsByItem, name)) ?? states[0];
  const kind = (state && kindIn(kindsByItem, state.name)) ?? kindIn(kindsByTopic, topic);
  if (!kind) return undefined;
  const operation = message.attributes.get("PropertyOperation") ?? "";
  const active = operation === "Deleted" ? false : state ? stateOf(state.value) : null;
  const isInitial = operation === "Initialized";
  // What happened once before the subscription is no news.
  if (isInitial && active === null) return undefined;
  const key = keyOf(topic, sources, state);
  return { kind, active, isInitial, key, name: nameOf(sources), sources: videoSources(sources) };
}

/** `tns1:RuleEngine/tnsx:Detector/Motion` without prefixes, which each maker chooses. */
function plainTopic(topic: string): string {
  return topic
    .slice(0, 300)
    .trim()
    .split("/")
    .map((part) => part.replace(/^.*:/, ""))
    .join("/");
}

function itemsOf(message: XmlElement, part: string): Item[] {
  return all(find(message, part), "SimpleItem")
    .slice(0, maxItems)
    .map(({ attributes }) => ({
      name: (attributes.get("Name") ?? "").slice(0, maxNameLength),
      value: (attributes.get("Value") ?? "").trim().slice(0, maxNameLength),
    }));
}

function stateOf(value: string): boolean | null {
  const word = value.toLowerCase();
  if (truths.has(word)) return true;
  return untruths.has(word) ? false : null;
}

function kindIn(
  kinds: readonly (readonly [RegExp, CameraEventKind])[],
  name: string,
): CameraEventKind | undefined {
  return kinds.find(([pattern]) => pattern.test(name))?.[1];
}

/** The rule or the input, as the camera names it; tokens of video sources say nothing to people. */
function nameOf(sources: readonly Item[]): string | null {
  const value = sources.find(({ name }) => /^Rule$|Input|^Port$/i.test(name))?.value;
  return value === undefined || value === "" ? null : value;
}

function videoSources(items: readonly Item[]): string[] {
  const isVideo = /^(Source|VideoSource(Configuration)?(Token)?)$/i;
  return items.flatMap(({ name, value }) => (isVideo.test(name) && value !== "" ? [value] : []));
}

function keyOf(topic: string, sources: readonly Item[], state: Item | undefined): string {
  const places = sources.map(({ name, value }) => `${name}=${value}`).toSorted();
  return [topic, ...places, state?.name ?? ""].join("|").slice(0, maxKeyLength);
}
