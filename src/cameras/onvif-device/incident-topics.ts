/** The topic under which ONVIF clients learn of a type of incident. */
export interface IncidentTopic {
  /** Concrete topic path, with the prefixes `tns1` (ONVIF) and `gh` (the box's own). */
  topic: string;
  /** Name of the item that is `true` while an incident is open; null where the topic tells of a moment. */
  state: string | null;
  /** True for what moves in the picture: then the stream's motion alarm is on, too. */
  isMotion: boolean;
}

/** Topics that tell for each stream whether anything moves as an incident; both, because clients know one or the other. */
export const motionTopics = [
  { topic: "tns1:VideoSource/MotionAlarm", state: "State" },
  { topic: "tns1:RuleEngine/CellMotionDetector/Motion", state: "IsMotion" },
] as const;

const crossed: IncidentTopic = {
  topic: "tns1:RuleEngine/LineDetector/Crossed",
  state: null,
  isMotion: true,
};
const tampered: IncidentTopic = {
  topic: "tns1:RuleEngine/TamperDetector/Tamper",
  state: "IsTamper",
  isMotion: false,
};

/** Types of incidents with a topic of the standard (ONVIF Analytics Specification, annex A; imaging topics). */
const standardTopics: ReadonlyMap<string, IncidentTopic> = new Map<string, IncidentTopic>([
  [
    "intrusion",
    { topic: "tns1:RuleEngine/FieldDetector/ObjectsInside", state: "IsInside", isMotion: true },
  ],
  ["line_crossing", crossed],
  ["wrong_direction", crossed],
  ["camera_tamper", tampered],
  ["video_loss", { topic: "tns1:VideoSource/SignalLoss", state: "State", isMotion: false }],
]);

/** Types without a topic of the standard that nothing in the picture causes. */
const unseenTypes: ReadonlySet<string> = new Set([
  "co_alarm",
  "digital_input",
  "loud_sound",
  "silent_microphone",
  "smoke_alarm",
]);

/** Returns the topic of a type of incident; one of the box's own where the standard has none. */
export function incidentTopic(type: string): IncidentTopic {
  const standard = standardTopics.get(type);
  if (standard) return standard;
  const isMotion = !unseenTypes.has(type);
  return { topic: `tns1:RuleEngine/gh:Incident/gh:${type}`, state: "State", isMotion };
}

/** Returns each topic of the types once, in their order. */
export function incidentTopics(types: readonly string[]): IncidentTopic[] {
  return [...new Map(types.map(incidentTopic).map((each) => [each.topic, each])).values()];
}
