import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { RobotsModule } from "../../robots/module.ts";
import type { EvidenceUrls } from "../../perception/incidents/evidence-port.ts";
import { ruleRoutes } from "./routes/rules.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { demoRules } from "../../system/demo/demo-site.ts";
import { incidentTypes } from "../../perception/behaviors/registry.ts";
import { SiteSchedules } from "../../perception/policies/site-schedules.ts";
import type { PolicyService } from "../../perception/policies/policy-service.ts";
import {
  type IncidentRecord,
  shownConfidence,
} from "../../perception/incidents/incident-record.ts";
import { roundedPosition } from "../../base/geo/map-position.ts";
import { checkCommand } from "../../robots/driver/command.ts";
import { robotIncident } from "../../robots/commands/robot-incident-wire.ts";
import type { RobotService } from "../../robots/fleet/robot-service.ts";
import type { IncidentSource, RobotCommander, RuleIncident } from "./ports.ts";
import { Rules } from "./rules.ts";

/** Rules from cameras to robots, from the configuration and the store. */
export async function startRules(
  start: Start,
  options: ApplianceContext & BaseParts & PerceptionModule & RobotsModule,
): Promise<Module<{ rules: Rules }>> {
  const { config, orgs, demo, store, events, clock, log } = options;
  const { organisation } = config.site;
  const demonstrated = demo && demo.rtsp === undefined ? demoRules() : [];
  const configured = [...config.rules, ...demonstrated.map((each) => ({ organisation, ...each }))];
  const rules = new Rules({
    store,
    events,
    clock,
    log,
    incidentSource: incidentSourceOf(options),
    commander: robotCommanderOf(options),
    times: new SiteSchedules(options.modes),
    configured: configured.map(({ organisation: org, id, request }) => ({ org, id, request })),
    orgs: () => orgs.list().map(({ id }) => id),
  });
  await start("rules", rules);
  options.places.addUsers((org, name) => rules.usersOf(org, name));
  return { parts: { rules }, routes: () => ruleRoutes(rules) };
}

/** Cameras as rules see them. */
export function incidentSourceOf(
  parts: Pick<PerceptionModule, "hub" | "incidents"> & {
    policies: Pick<PolicyService, "get">;
    perception: { evidence: EvidenceUrls };
  },
): IncidentSource {
  return {
    subscribe: (listener) =>
      parts.hub.subscribe((opened) =>
        listener({ ...opened, incident: ruleIncident(opened.incident) }),
      ),
    snapshotUrl(org, id) {
      const assetId = parts.incidents.get(org, id)?.snapshotAssetId ?? null;
      return assetId === null ? null : parts.perception.evidence.url(org, assetId);
    },
    isIncidentType: (type) => incidentTypes.has(type),
    hasPolicy: (org, id) => parts.policies.get(org, id) !== undefined,
  };
}

function ruleIncident(record: IncidentRecord): RuleIncident {
  const { id, type, severity, streamId, zone, classes, summary, startedAtMs } = record;
  return {
    id,
    type,
    severity,
    streamId,
    robotId: null,
    source: record.source ?? "box",
    policyId: record.policyId ?? null,
    zone,
    classes,
    confidence: shownConfidence(record),
    summary,
    mapPosition: record.mapPosition ? roundedPosition(record.mapPosition) : null,
    startedAtMs,
  };
}

/** Robots as rules move them. */
export function robotCommanderOf({
  robots,
  events,
  clock,
}: {
  robots: RobotService;
  events: EventLog;
  clock: Clock;
}): RobotCommander {
  return {
    poseOf: (org, id) => robots.poseOf(org, id),
    checkCommand,
    unknownPlace: (org, body) => robots.unknownPlace(org, body),
    refusalOf: (actor, id, body) => robots.refusalOf(actor, id, body),
    command: (actor, id, sent) => robots.command(actor, id, sent),
    getCommand: (org, robotId, id) => robots.getCommand(org, robotId, id),
    async alert({ org, ruleId, chainId, robotId, streamId, incidentId, severity, message }) {
      const found = {
        type: "rule_alert",
        severity,
        summary: message,
        action: `rule:${ruleId}`,
        robot_id: robotId,
        robot_name:
          robotId === null ? null : (robots.get(org, robotId)?.record.request.name ?? null),
        chain_id: chainId,
        stream_id: streamId,
        incident_id: incidentId,
      };
      await events.append(robotIncident(org, found, clock.wallMs()));
    },
  };
}
