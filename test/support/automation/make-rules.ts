import { robotCommanderOf } from "../../../src/automation/rules/module.ts";
import type { RuleRequest } from "../../../src/automation/rules/rule-document.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import type { RobotService } from "../../../src/robots/fleet/robot-service.ts";
import type {
  IncidentSource,
  RuleIncident,
  RuleTrigger,
} from "../../../src/automation/rules/ports.ts";
import { SiteSchedules } from "../../../src/perception/policies/site-schedules.ts";
import { SiteModes } from "../../../src/perception/policies/site-mode.ts";
import { Rules } from "../../../src/automation/rules/rules.ts";

/** Cameras that see what the test says. */
export class ScriptedIncidents implements IncidentSource {
  readonly incidents = new Map<string, RuleIncident>();
  readonly #clock: Clock;
  readonly #listeners = new Set<(seen: RuleTrigger) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  subscribe(listener: (seen: RuleTrigger) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  snapshotUrl(org: string, id: string): string | null {
    return org === "default" && this.incidents.has(id) ? "http://box/snap.jpg" : null;
  }

  isIncidentType(type: string): boolean {
    return ["intrusion", "loitering"].includes(type);
  }

  hasPolicy(_org: string, id: string): boolean {
    return id.startsWith("0199");
  }

  /** An incident is opened now, by a frame that is `ageMs` old. */
  see(
    about: Partial<RuleIncident> = {},
    how: { ageMs?: number; stored?: Promise<boolean>; org?: string } = {},
  ): RuleIncident {
    const wallMs = this.#clock.wallMs() - (how.ageMs ?? 0);
    const incident = { ...incidentOf(wallMs), ...about };
    this.incidents.set(incident.id, incident);
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

function incidentOf(wallMs: number): RuleIncident {
  return {
    id: uuidv7(),
    type: "intrusion",
    severity: "warning",
    streamId: "gate",
    robotId: null,
    source: "box",
    policyId: null,
    zone: "yard",
    classes: ["person"],
    confidence: 0.9,
    summary: "A person in zone “yard”.",
    mapPosition: { frame: "map", xM: 6, yM: 0, errorM: 0.1, isExtrapolated: false },
    startedAtMs: wallMs,
  };
}

/** The part, over robots of the test. */
export function makeRules(parts: {
  store: Store;
  events: EventLog;
  clock: Clock;
  robots: RobotService;
  incidents: IncidentSource;
  /** The organisations' modes; those of the store when left out. */
  modes?: Pick<SiteModes, "at">;
  configured?: { id: string; request: RuleRequest }[];
}): Rules {
  const {
    configured = [],
    incidents: incidentSource,
    modes = new SiteModes(parts),
    ...rest
  } = parts;
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
