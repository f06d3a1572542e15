/** A parameter that only some kinds of behavior understand. */
export type Parameter =
  | "seconds"
  | "direction"
  | "heading"
  | "min_count"
  | "max_mps"
  | "distance"
  | "sensitivity"
  | "other_classes"
  | "events";

/** What a kind of behavior can be told. */
export interface Kind {
  /** The sort of zone that it is about; an area may be left out: the whole picture. */
  place: "area" | "line" | "none";
  /** Those that must be given; `zone` and `line` too. */
  required: readonly (Parameter | "zone" | "line")[];
  optional: readonly Parameter[];
  /** How long it waits when `seconds` is left out. */
  defaultSeconds: number;
  /** What a camera can lack for it: a known size of the ground, or a model with classes for it. */
  needs: "metres" | "classes" | undefined;
}

function kind(
  place: Kind["place"],
  defaultSeconds: number,
  { optional = [], required = [], needs }: Partial<Pick<Kind, "optional" | "required" | "needs">>,
): Kind {
  return { place, required, optional, defaultSeconds, needs };
}

/** Every kind of behavior of the box; a test holds this beside the box's own list. */
export const kinds: Readonly<Record<string, Kind>> = {
  intrusion: kind("area", 0, { optional: ["seconds"] }),
  line_crossing: kind("line", 0, { optional: ["direction"], required: ["line"] }),
  loitering: kind("area", 0, { required: ["seconds"] }),
  crowding: kind("area", 0, { optional: ["seconds"], required: ["min_count"] }),
  wrong_direction: kind("area", 0.5, { optional: ["seconds"], required: ["heading"] }),
  speeding: kind("area", 0.5, {
    optional: ["seconds"],
    required: ["zone", "max_mps"],
    needs: "metres",
  }),
  running: kind("area", 0.8, { optional: ["seconds"] }),
  stopped_vehicle: kind("area", 0, { required: ["seconds"] }),
  proximity: kind("area", 0.5, {
    optional: ["seconds", "other_classes"],
    required: ["zone", "distance"],
    needs: "metres",
  }),
  fall: kind("area", 2, { optional: ["seconds"] }),
  ppe_missing: kind("area", 2, { optional: ["seconds"], needs: "classes" }),
  abandoned_object: kind("area", 30, { optional: ["seconds", "distance"] }),
  removed_object: kind("area", 10, { optional: ["seconds"] }),
  camera_tamper: kind("none", 5, { optional: ["seconds"] }),
  video_loss: kind("none", 10, { optional: ["seconds"] }),
  anomaly: kind("none", 0, { optional: ["sensitivity"] }),
  camera_event: kind("none", 0, { optional: ["events"] }),
  smoke_alarm: kind("none", 0, {}),
  co_alarm: kind("none", 0, {}),
  loud_sound: kind("none", 0, { optional: ["seconds", "sensitivity"] }),
  silent_microphone: kind("none", 60, { optional: ["seconds"] }),
};

/** All that a kind understands, in the order of the form. */
export function parametersOf(type: string): readonly Parameter[] {
  const own = kinds[type];
  if (!own) return [];
  const required = own.required.filter((name) => name !== "zone" && name !== "line");
  return [...required, ...own.optional];
}

/** What every kind understands; kinds of the whole stream take no smallest object. */
const everywhere = [
  "type",
  "classes",
  "severity",
  "schedule",
  "modes",
  "cooldown_seconds",
  "min_score",
  "min_height",
] as const;

/** The fields of `from` that `type` understands. */
export function fitted<T extends Readonly<Record<string, unknown>>>(from: T, type: string): T {
  const own = kinds[type];
  const known = new Set<string>(everywhere);
  if (own?.place === "none") {
    known.delete("min_score");
    known.delete("min_height");
  }
  for (const name of parametersOf(type)) known.add(name);
  if (own?.place === "area") known.add("zone");
  if (own?.place === "line") known.add("line");
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => known.has(name) && value !== undefined),
  ) as T;
}
