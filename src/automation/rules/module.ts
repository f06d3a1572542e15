import { addRuns, type RunOptions, runVisionOf } from "../../robots/tasks/module.ts";
import type { RuleConfig } from "../../system/config/site-config.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Organisations } from "../../base/keys/organisations.ts";
import { demoRules } from "../../system/demo/demo-site.ts";
import { behaviors } from "../../perception/behaviors/registry.ts";
import type { IncidentHub } from "../../perception/incidents/incident-hub.ts";
import type { IncidentService } from "../../perception/review/incident-service.ts";
import type { PolicyService } from "../../perception/policies/policy-service.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { PerceptionParts } from "../../perception/streams/perception-parts.ts";
import { checkCommand } from "../../robots/driver/command.ts";
import { robotIncident } from "../../robots/commands/robot-incident.ts";
import type { RobotService } from "../../robots/fleet/robot-service.ts";
import type { TaskRunService } from "../../robots/tasks/task-run-service.ts";
import { uplinkPlanner } from "../../robots/tasks/uplink-planner.ts";
import type { Uplink } from "../../uplink/uplink-port.ts";
import type { IncidentSource, RobotCommander } from "./ports.ts";
import { Rules } from "./rules.ts";

/** What the rules of the appliance are made from. */
interface RuleOptions {
  config: {
    readonly rules: readonly RuleConfig[];
    readonly site: { readonly organisation: string };
  };
  /** Adds the demo's rule, unless the visitor's own camera is watched. */
  demo?: { rtsp?: string };
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  orgs: Organisations;
  hub: IncidentHub;
  incidents: IncidentService;
  policies: PolicyService;
  robots: RobotService;
}

/** Rules and runs as the doors need them. */
export interface Acting {
  rules: Rules;
  runs: TaskRunService;
}

/** What moves robots by itself: rules, and runs, which are registered before the jobs start. */
export async function addActing(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  options: RuleOptions &
    Omit<RunOptions, "vision" | "text"> & {
      perception: PerceptionParts;
      running: RunningStreams;
      uplink: Pick<Uplink, "has" | "ask">;
    },
): Promise<Acting> {
  const { perception, hub, running, clock, uplink } = options;
  const vision = runVisionOf({ ...perception, hub, running, clock });
  return {
    ...(await addRules(start, options)),
    ...addRuns({ ...options, vision, text: uplinkPlanner(uplink) }),
  };
}

/** Rules from cameras to robots, from the configuration and the store. */
async function addRules(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  options: RuleOptions,
): Promise<{ rules: Rules }> {
  const { config, orgs, demo, ...parts } = options;
  const { organisation } = config.site;
  const shown = demo && demo.rtsp === undefined ? demoRules() : [];
  const configured = [...config.rules, ...shown.map((each) => ({ organisation, ...each }))];
  const rules = new Rules({
    ...parts,
    incidentSource: incidentSourceOf(options),
    commander: robotCommanderOf(options),
    configured: configured.map(({ organisation: org, id, request }) => ({ org, id, request })),
    orgs: () => orgs.list().map(({ id }) => id),
  });
  return { rules: await start("rules", rules) };
}

/** Cameras as rules see them. */
export function incidentSourceOf(
  parts: Pick<RuleOptions, "hub" | "incidents"> & { policies: Pick<PolicyService, "get"> },
): IncidentSource {
  return {
    subscribe: (listener) => parts.hub.subscribe(listener),
    incident: (org, id) => parts.incidents.get(org, id),
    isBehaviorType: (type) => behaviors.has(type),
    hasPolicy: (org, id) => parts.policies.get(org, id) !== undefined,
  };
}

/** Robots as rules move them. */
export function robotCommanderOf({
  robots,
  events,
  clock,
}: Pick<RuleOptions, "robots" | "events" | "clock">): RobotCommander {
  return {
    poseOf: (org, id) => robots.poseOf(org, id),
    checkCommand,
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
        chain_id: chainId,
        stream_id: streamId,
        incident_id: incidentId,
      };
      await events.append(robotIncident(org, found, clock.wallMs()));
    },
  };
}
