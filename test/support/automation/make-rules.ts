import { robotCommanderOf } from "../../../src/automation/rules/module.ts";
import type { IncidentWire } from "../../../src/perception/wire/incident.ts";
import type { RuleRequest } from "../../../src/automation/rules/rule-document.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import type { RobotService } from "../../../src/robots/fleet/robot-service.ts";
import type { IncidentSource, RuleTrigger } from "../../../src/automation/rules/ports.ts";
import { SiteSchedules } from "../../../src/perception/policies/site-schedules.ts";
import { SiteModes } from "../../../src/perception/policies/site-mode.ts";
import { Rules } from "../../../src/automation/rules/rules.ts";

/** Cameras that see what the test says. */
export class ScriptedIncidents implements IncidentSource {
  readonly incidents = new Map<string, IncidentWire>();
  readonly #clock: Clock;
  readonly #listeners = new Set<(seen: RuleTrigger) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  subscribe(listener: (seen: RuleTrigger) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  incident(org: string, id: string): IncidentWire | undefined {
    return org === "default" ? this.incidents.get(id) : undefined;
  }

  isIncidentType(type: string): boolean {
    return ["intrusion", "loitering"].includes(type);
  }

  hasPolicy(_org: string, id: string): boolean {
    return id.startsWith("0199");
  }

  /** An incident is opened now, by a frame that is `ageMs` old. */
  see(
    about: Partial<IncidentWire> = {},
    how: { ageMs?: number; stored?: Promise<boolean>; org?: string } = {},
  ): IncidentWire {
    const wallMs = this.#clock.wallMs() - (how.ageMs ?? 0);
    const incident = { ...incidentOf(wallMs), ...about };
    this.incidents.set(incident.id, { ...incident, snapshot_url: "http://box/snap.jpg" });
    const seen: RuleTrigger = {
      org: how.org ?? "default",
      incident,
      frame: { generation: 3, ptsSec: 12.5, wallMs },
      atMonoMs: this.#clock.monoMs(),
      stored: how.stored ?? Promise.resolve(true),
    };
    for (const listener of this.#listeners) listener(seen);
    return incident;
  }
}

function incidentOf(wallMs: number): IncidentWire {
  return {
    id: uuidv7(),
    object: "surveillance.incident",
    type: "intrusion",
    source: "box",
    state: "open",
    severity: "warning",
    stream_id: "gate",
    stream_name: null,
    job_id: "job",
    policy_id: null,
    zone: "yard",
    classes: ["person"],
    confidence: 0.9,
    track_ids: [1],
    count: 1,
    started_at: wallMs / 1000,
    last_seen_at: wallMs / 1000,
    resolved_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_by: null,
    notes: [],
    verdict: null,
    locale: "en",
    summary: "A person in zone “yard”.",
    details: null,
    narration: null,
    snapshot_url: null,
    clip_url: null,
    map_position: { frame: "map", x: 6, y: 0, error_m: 0.1, extrapolated: false },
    site: null,
    group_key: null,
  };
}

/** The part, over robots of the test. */
export function makeRules(parts: {
  store: Store;
  events: EventLog;
  clock: Clock;
  robots: RobotService;
  eyes: IncidentSource;
  /** The organisations' modes; those of the store when left out. */
  modes?: Pick<SiteModes, "at">;
  configured?: { id: string; request: RuleRequest }[];
}): Rules {
  const { configured = [], eyes: incidentSource, modes = new SiteModes(parts), ...rest } = parts;
  return new Rules({
    ...rest,
    incidentSource,
    log: silentLogger,
    commander: robotCommanderOf(rest),
    times: new SiteSchedules(modes),
    configured: configured.map((rule) => ({ org: "default", ...rule })),
    orgs: () => ["default", "acme"],
  });
}
