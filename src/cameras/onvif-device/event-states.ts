import { sourceTokenOf } from "./device-profiles.ts";
import type { DeviceEvent, DeviceIncident, EventItem, IncidentChange } from "./device-event.ts";
import { incidentTopic, motionTopics } from "./incident-topics.ts";

/** A property: a state of a stream or of one of its rules. */
interface Property {
  topic: string;
  state: string;
  streamId: string;
  source: readonly EventItem[];
  /** Details of the newest incident, for topics of the box's own. */
  details: readonly EventItem[];
  /** The open incidents that make it true. */
  open: Set<string>;
}

/** Token of the analytics that clients of rule topics expect. */
const analyticsToken = "gatehouse";

/**
 * The states that one subscription has told its client, so that it hears of each change once: a property is true
 * while at least one incident of its rule is open. Holds at most the open incidents of the streams.
 */
export class EventStates {
  readonly #streams = new Set<string>();
  /** Properties of rules while they are true, by topic and source. */
  readonly #rules = new Map<string, Property>();
  /** Open incidents that move in the picture, by stream. */
  readonly #moving = new Map<string, Set<string>>();

  /** Returns the reports about streams that have come or gone since the last call. */
  follow(streamIds: readonly string[], atMs: number): DeviceEvent[] {
    const present = new Set(streamIds);
    const gone = [...this.#streams].filter((id) => !present.has(id));
    const come = streamIds.filter((id) => !this.#streams.has(id));
    const deleted = gone.flatMap((id) => this.#remove(id, atMs));
    for (const id of come) this.#streams.add(id);
    return [...deleted, ...come.flatMap((id) => this.#motion(id, "Initialized", atMs))];
  }

  /** Takes an open incident as known; `current` reports its property. */
  begin(incident: DeviceIncident): void {
    if (this.#streams.has(incident.streamId)) this.#open(incident, incident.startedAtMs);
  }

  /** Returns the reports about a change of an incident; none for one of an unknown stream. */
  change({ incident, isOpen, atMs }: IncidentChange): DeviceEvent[] {
    if (!this.#streams.has(incident.streamId)) return [];
    return isOpen ? this.#open(incident, atMs) : this.#close(incident, atMs);
  }

  /** Returns all states that hold, as a client needs them that knows nothing. */
  current(atMs: number): DeviceEvent[] {
    const rules = [...this.#rules.values()].map((rule) => reportOf(rule, "Initialized", atMs));
    return [...[...this.#streams].flatMap((id) => this.#motion(id, "Initialized", atMs)), ...rules];
  }

  #open(incident: DeviceIncident, atMs: number): DeviceEvent[] {
    const { id, streamId, type } = incident;
    const { topic, state, isMotion } = incidentTopic(type);
    const reports: DeviceEvent[] = [];
    if (isMotion) {
      const moving = this.#moving.get(streamId) ?? new Set();
      // A change that the store repeats is no news.
      const isNews = !moving.has(id);
      this.#moving.set(streamId, moving.add(id));
      if (moving.size === 1 && isNews) reports.push(...this.#motion(streamId, "Changed", atMs));
      if (state === null && isNews) reports.push(momentOf(incident, topic, atMs));
    }
    if (state !== null) reports.push(...this.#raise(propertyOf(incident, topic, state), id, atMs));
    return reports;
  }

  #raise(property: Property, id: string, atMs: number): DeviceEvent[] {
    const key = keyOf(property);
    const known = this.#rules.get(key);
    (known ?? property).open.add(id);
    if (known) return [];
    this.#rules.set(key, property);
    return [reportOf(property, "Changed", atMs)];
  }

  #close({ id, streamId }: DeviceIncident, atMs: number): DeviceEvent[] {
    const reports: DeviceEvent[] = [];
    for (const [key, rule] of this.#rules) {
      if (rule.streamId !== streamId || !rule.open.delete(id) || rule.open.size > 0) continue;
      this.#rules.delete(key);
      reports.push(reportOf(rule, "Changed", atMs));
    }
    const moving = this.#moving.get(streamId);
    if (moving?.delete(id) && moving.size === 0) {
      this.#moving.delete(streamId);
      reports.push(...this.#motion(streamId, "Changed", atMs));
    }
    return reports;
  }

  #remove(streamId: string, atMs: number): DeviceEvent[] {
    const reports: DeviceEvent[] = [];
    for (const [key, rule] of this.#rules) {
      if (rule.streamId !== streamId) continue;
      this.#rules.delete(key);
      rule.open.clear();
      reports.push(reportOf(rule, "Deleted", atMs));
    }
    this.#moving.delete(streamId);
    this.#streams.delete(streamId);
    return [...reports, ...this.#motion(streamId, "Deleted", atMs)];
  }

  #motion(streamId: string, operation: DeviceEvent["operation"], atMs: number): DeviceEvent[] {
    const isMoving = (this.#moving.get(streamId)?.size ?? 0) > 0;
    return motionTopics.map(({ topic, state }) => ({
      topic,
      operation,
      atMs,
      source: sourceOf(topic, streamId, "motion"),
      data: [[state, String(isMoving)] as const],
    }));
  }
}

function keyOf({ topic, source }: Property): string {
  return JSON.stringify([topic, source]);
}

function reportOf(
  { topic, state, source, details, open }: Property,
  operation: DeviceEvent["operation"],
  atMs: number,
): DeviceEvent {
  return { topic, operation, atMs, source, data: [[state, String(open.size > 0)], ...details] };
}

function propertyOf(incident: DeviceIncident, topic: string, state: string): Property {
  const { id, streamId, type, severity } = incident;
  const isOwn = topic.includes("/gh:");
  return {
    topic,
    state,
    streamId,
    source: sourceOf(topic, streamId, ruleOf(incident)),
    details: isOwn
      ? [
          ["Type", type],
          ["Severity", severity],
          ["IncidentId", id],
        ]
      : [],
    open: new Set(),
  };
}

function momentOf(incident: DeviceIncident, topic: string, atMs: number): DeviceEvent {
  const source = sourceOf(topic, incident.streamId, ruleOf(incident));
  return { topic, operation: null, atMs, source, data: [["ObjectId", incident.id]] };
}

/** Rules of the standard name the configuration of the source, and what happens to a source the source itself. */
function sourceOf(topic: string, streamId: string, rule: string): EventItem[] {
  const token = sourceTokenOf(streamId);
  if (!topic.startsWith("tns1:RuleEngine/")) return [["Source", token]];
  return [
    ["VideoSourceConfigurationToken", token],
    ["VideoAnalyticsConfigurationToken", analyticsToken],
    ["Rule", rule],
  ];
}

/** What people call the rule. */
function ruleOf({ type, zone }: DeviceIncident): string {
  return zone === null ? type : `${type}: ${zone}`;
}
