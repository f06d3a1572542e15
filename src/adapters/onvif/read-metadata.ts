import { fail } from "../../base/contract/fail.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import type {
  CameraObject,
  MetadataDocument,
  MetadataFrame,
} from "../../cameras/metadata/camera-metadata.ts";
import { readEvents } from "./event-topics.ts";
import { all, find, parseXml, type XmlElement } from "./xml.ts";

/** Bounds of one document. */
const maxFrames = 50;
const maxObjects = 300;
const maxEventElements = 20;
const maxIdLength = 64;

/**
 * The box's words for the classes of ONVIF (`tt:ObjectType`, `tt:VehicleType`) and of makers, in lower case. `vehical`
 * is how the first schema spelt it. A vehicle of unknown kind is a car. Parts of an object (`Face`, `LicensePlate`)
 * have no word: the camera reports the object too.
 */
const labels: Readonly<Record<string, string>> = {
  human: "person",
  person: "person",
  pedestrian: "person",
  vehicle: "car",
  vehical: "car",
  car: "car",
  van: "car",
  taxi: "car",
  truck: "truck",
  lorry: "truck",
  bus: "bus",
  motorcycle: "motorcycle",
  motorbike: "motorcycle",
  bicycle: "bicycle",
  bike: "bicycle",
  animal: "animal",
};

/**
 * Reads a `tt:MetadataStream` (ONVIF Analytics Service Specification 5.1, Streaming Specification 5.2.1): the objects
 * of its frames and the notifications of known kinds. As `ReadMetadata`.
 */
export function readMetadata(xml: string): MetadataDocument {
  const root = parseXml(xml);
  if (root.name !== "MetadataStream") {
    throw fail("onvif_broken", "camera: its metadata is no MetadataStream. Check its firmware");
  }
  const frames = all(root, "VideoAnalytics")
    .flatMap((analytics) => all(analytics, "Frame"))
    .slice(0, maxFrames)
    .map(readFrame);
  const events = all(root, "Event").slice(0, maxEventElements).flatMap(readEvents);
  return { frames, events };
}

function readFrame(frame: XmlElement): MetadataFrame {
  const ofFrame = transformationOf(frame);
  const objects = all(frame, "Object")
    .slice(0, maxObjects)
    .flatMap((object) => readObject(object, ofFrame) ?? []);
  return { utcMs: timeOf(frame.attributes.get("UtcTime") ?? ""), objects };
}

/** Times are UTC, also where the camera leaves out the zone. */
function timeOf(text: string): number | null {
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const ms = Date.parse(isZoned ? text : `${text}Z`);
  return Number.isFinite(ms) ? ms : null;
}

function readObject(object: XmlElement, ofFrame: Transformation): CameraObject | undefined {
  const appearance = find(object, "Appearance");
  const box = find(appearance, "Shape", "BoundingBox");
  const id = object.attributes.get("ObjectId")?.slice(0, maxIdLength);
  if (!appearance || !box || id === undefined) return undefined;
  const boxNorm = boxOf(box, [transformationOf(appearance), ofFrame]);
  const named = classOf(appearance);
  // A class that the box has no word for is nobody's business.
  if (!boxNorm || named === "unknown") return undefined;
  return { id, label: named?.label ?? null, score: named?.score ?? 1, boxNorm };
}

/** Maps coordinates to ONVIF's frame of −1 to 1 with the origin in the middle: `value × scale + translate`. */
interface Transformation {
  scale: readonly [number, number];
  translate: readonly [number, number];
}

function transformationOf(element: XmlElement): Transformation {
  return {
    scale: vectorOf(find(element, "Transformation", "Scale"), 1),
    translate: vectorOf(find(element, "Transformation", "Translate"), 0),
  };
}

function vectorOf(vector: XmlElement | undefined, standard: number): [number, number] {
  const read = (axis: string): number => {
    const text = vector?.attributes.get(axis);
    return text === undefined ? standard : Number(text);
  };
  return [read("x"), read("y")];
}

/** The box as fractions of the frame, origin top left; undefined where nothing of it is in the frame. */
function boxOf(box: XmlElement, transformations: readonly Transformation[]): BoxNorm | undefined {
  const place = (side: string, axis: 0 | 1): number => {
    const text = box.attributes.get(side) ?? "";
    const value = text.trim() === "" ? Number.NaN : Number(text);
    return transformations.reduce(
      (at, { scale, translate }) => at * scale[axis] + translate[axis],
      value,
    );
  };
  const xs = [place("left", 0), place("right", 0)].map((x) => clamp((x + 1) / 2));
  // ONVIF's y points up.
  const ys = [place("top", 1), place("bottom", 1)].map((y) => clamp((1 - y) / 2));
  if (![...xs, ...ys].every(Number.isFinite)) return undefined;
  const boxNorm: BoxNorm = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return boxNorm[2] > boxNorm[0] && boxNorm[3] > boxNorm[1] ? boxNorm : undefined;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The likeliest known class; `unknown` where the box has a word for none, undefined where no class is named. */
function classOf(appearance: XmlElement): { label: string; score: number } | "unknown" | undefined {
  const ofObject = find(appearance, "Class");
  // The kind of vehicle says more than `Vehicle`.
  const vehicle = likeliest(all(find(appearance, "VehicleInfo"), "Type").map(typeOf));
  const types = all(ofObject, "Type").map(typeOf);
  const candidates = all(ofObject, "ClassCandidate").map((candidate) => ({
    name: find(candidate, "Type")?.text ?? "",
    likelihood: find(candidate, "Likelihood")?.text,
  }));
  if (vehicle) return vehicle;
  const named = [...types, ...candidates];
  return named.length === 0 ? undefined : (likeliest(named) ?? "unknown");
}

interface NamedClass {
  name: string;
  likelihood: string | undefined;
}

function typeOf({ text, attributes }: XmlElement): NamedClass {
  return { name: text, likelihood: attributes.get("Likelihood") };
}

function likeliest(named: readonly NamedClass[]): { label: string; score: number } | undefined {
  const known = named.flatMap(({ name, likelihood }) => {
    const word = name.replace(/^.*:/, "").toLowerCase();
    const label = Object.hasOwn(labels, word) ? labels[word] : undefined;
    return label === undefined ? [] : [{ label, score: scoreOf(likelihood) }];
  });
  return known.toSorted((a, b) => b.score - a.score)[0];
}

/** Some cameras write per cent. */
function scoreOf(text: string | undefined): number {
  const value = text === undefined || text === "" ? 1 : Number(text);
  if (!Number.isFinite(value)) return 0;
  return clamp(value > 1 ? value / 100 : value);
}
