import type { MarkedObject, MarkedPicture } from "./learning-port.ts";

/** One box of the set, in pixels. */
interface BoxWire {
  id: number;
  image_id: number;
  category_id: number;
  bbox: [number, number, number, number];
  area: number;
  iscrowd: 0;
  verdict: "real" | "false_alarm" | "missed";
}

/** A set in COCO's format (https://cocodataset.org/#format-data), with one more list for false alarms. */
export interface FootageSet {
  info: { description: string; date_created: string; contributor: string };
  images: {
    id: number;
    file_name: string;
    width: number;
    height: number;
    date_captured: string;
    stream_id: string;
  }[];
  annotations: BoxWire[];
  /** Boxes of which a person said that they show nothing; training must not take them for objects. */
  false_alarms: BoxWire[];
  categories: { id: number; name: string }[];
}

/** An empty set. */
export function newFootageSet(site: string, madeAtMs: number): FootageSet {
  const created = new Date(madeAtMs).toISOString();
  const description = "Marked incidents and misses of a Gatehouse appliance";
  const info = { description, date_created: created, contributor: site };
  return { info, images: [], annotations: [], false_alarms: [], categories: [] };
}

/** Adds a picture and its objects under `fileName`. */
export function addPicture(
  set: FootageSet,
  { streamId, atMs, objects }: MarkedPicture,
  file: { fileName: string; widthPx: number; heightPx: number },
): void {
  const { fileName, widthPx: width, heightPx: height } = file;
  const id = set.images.length + 1;
  const captured = new Date(atMs).toISOString();
  const image = { id, file_name: fileName, width, height };
  set.images.push({ ...image, date_captured: captured, stream_id: streamId });
  for (const one of objects) {
    const list = one.marking === "false_alarm" ? set.false_alarms : set.annotations;
    list.push({ id: list.length + 1, image_id: id, ...boxWire(set, one, { width, height }) });
  }
}

function boxWire(
  set: FootageSet,
  { label, boxNorm, marking }: MarkedObject,
  { width, height }: { width: number; height: number },
): Omit<BoxWire, "id" | "image_id"> {
  const [left, top, right, bottom] = boxNorm;
  const pixels = [left * width, top * height, (right - left) * width, (bottom - top) * height];
  const bbox = pixels.map((value) => Math.round(value * 10) / 10) as BoxWire["bbox"];
  const area = Math.round(bbox[2] * bbox[3] * 10) / 10;
  const verdict = marking === "miss" ? "missed" : marking;
  return { category_id: categoryOf(set, label), bbox, area, iscrowd: 0, verdict };
}

function categoryOf({ categories }: FootageSet, name: string): number {
  const known = categories.find((one) => one.name === name);
  if (known) return known.id;
  const id = categories.length + 1;
  categories.push({ id, name });
  return id;
}
