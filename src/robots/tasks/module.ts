import { roundedPosition } from "../../base/geo/map-position.ts";
import {
  checkSeries,
  PictureSeries,
  type PictureSeriesParts,
} from "../../perception/pictures/picture-series.ts";
import type { Store, StoreReader } from "../../base/core/store.ts";
import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { UplinkModule } from "../../uplink/module.ts";
import type { RobotsModule } from "../module.ts";
import { robotRunRoutes } from "../routes/robot-runs.ts";
import { uplinkPlanner } from "./uplink-planner.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { HandledOperation } from "../../base/jobs/operation.ts";
import { stepKeys } from "../../automation/workflows/module.ts";
import type { Webhooks } from "../../notifications/webhooks/webhooks.ts";
import type { Maps } from "../maps/maps.ts";
import type { Places } from "../maps/places.ts";
import type { MissionTimes } from "../missions/mission-times-port.ts";
import { SiteSchedules } from "../../perception/policies/site-schedules.ts";
import { makeMissions, type Missions } from "../missions/module.ts";
import type { MissionCallsParts } from "../missions/mission-calls.ts";
import { robotMissionRoutes } from "../routes/robot-missions.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { behaviors } from "../../perception/behaviors/registry.ts";
import type { IncidentHub } from "../../perception/incidents/incident-hub.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import { getStream } from "../../perception/settings/stream-record.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import type { Doors } from "../doors/doors.ts";
import type { Robots } from "../fleet/robots.ts";
import { commandStepHandler, commandStepOperation } from "./command-step-operation.ts";
import type { RunVision, TextPlanner } from "./ports.ts";
import { taskRunHandler, RunningTaskRuns } from "./task-run-handler.ts";
import { taskRunOperation } from "./task-run-operation.ts";
import { TaskRunService } from "./task-run-service.ts";

/** The parts of the appliance that runs need. */
export interface RobotRunsParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  robotUnits: Robots;
  vision: RunVision;
  /** Plans tasks that the grammar does not read; absent: they are refused. */
  text?: TextPlanner | undefined;
  maps: Pick<Maps, "gridsOf">;
  places: Places;
  /** Doors and lifts; absent where the site has none. */
  doors?: Doors | undefined;
  webhooks: MissionCallsParts["webhooks"] & Pick<Webhooks, "get">;
  scopesOf: MissionCallsParts["scopesOf"];
  times: MissionTimes;
  orgs(): string[];
}

/** Runs of robots, with their perception and the endpoint that plans free text. */
export async function startRuns(
  _start: Start,
  needs: ApplianceContext &
    BaseParts &
    PerceptionModule &
    RobotsModule &
    UplinkModule & { webhooks: Webhooks },
): Promise<Module<{ runs: TaskRunService; missions: Missions }>> {
  const { perception, hub, running, clock, uplink, jobs, store, events, log, robotUnits } = needs;
  const { places, doors, webhooks, robotMaps: maps, keys, accounts } = needs;
  const vision = runVisionOf({ ...perception, hub, running, clock });
  const { scopesOf } = stepKeys(keys, accounts.people);
  const times = new SiteSchedules(needs.modes);
  const orgs = (): string[] => needs.orgs.list().map(({ id }) => id);
  const site = { maps, places, doors, webhooks, scopesOf, times, orgs };
  const parts = { store, events, clock, log, jobs, robotUnits, vision, ...site };
  const { runs, missions, operations } = makeRuns({ ...parts, text: uplinkPlanner(uplink) });
  return {
    parts: { runs, missions },
    operations,
    routes: () => [...robotRunRoutes(runs, jobs), ...robotMissionRoutes(missions)],
  };
}

/** The starts of missions by their schedules, which work on running jobs. */
export async function startMissionStarts(
  start: Start,
  { missions }: { missions: Missions },
): Promise<Module> {
  await start("starts of missions", missions.starts);
  return { parts: {} };
}

/** Runs of robots, with their operations. */
export function makeRuns(options: RobotRunsParts): {
  runs: TaskRunService;
  missions: Missions;
  operations: HandledOperation[];
} {
  const { jobs, robotUnits: robots, vision, text, ...parts } = options;
  const running = new RunningTaskRuns();
  const isJobLive = (org: string, jobId: string): boolean => jobs.isLive(org, jobId);
  const checks = { robots, vision, isBehaviorType: (type: string) => behaviors.has(type) };
  const operation = taskRunOperation({
    ...checks,
    hasTextPlanner: text !== undefined,
    isJobLive: (reader, org, jobId) => jobs.isLive(org, jobId, reader),
  });
  const missions = makeMissions({ ...parts, jobs, robots, vision, running, isJobLive });
  const { dispatcher: assigner, calls } = missions;
  const handler = taskRunHandler({
    ...parts,
    robots,
    vision,
    running,
    assigner,
    calls,
    ...(text ? { text } : {}),
  });
  const step = commandStepOperation({ robots });
  const stepHandler = commandStepHandler({ ...parts, robots, isJobLive });
  return {
    runs: new TaskRunService(running),
    missions,
    operations: [
      { operation, handler },
      { operation: missions.operation },
      { step, handler: stepHandler },
    ],
  };
}

/** The perception of runs, over the vision process and the running streams. */
export function runVisionOf(
  parts: PictureSeriesParts & {
    store: StoreReader;
    hub: IncidentHub;
    running: RunningStreams;
    clock: Clock;
  },
): RunVision {
  const { hub, running, store, clock } = parts;
  return {
    check: (search) => checkSeries(parts.settings, withPictureZones(search)),
    open: ({ robotId, ...options }) =>
      new PictureSeries(parts, {
        ...options,
        ...withPictureZones(options),
        streamId: `robot:${robotId}`,
      }),
    subscribe: (listener) =>
      hub.subscribe(({ org, incident, frame }) =>
        listener({
          org,
          streamId: incident.streamId,
          incidentId: incident.id,
          type: incident.type,
          severity: incident.severity,
          classes: incident.classes,
          zone: incident.zone,
          summary: incident.summary,
          mapPosition: incident.mapPosition ? roundedPosition(incident.mapPosition) : null,
          frameAgeMs: frame ? Math.max(0, clock.wallMs() - frame.wallMs) : 0,
        }),
      ),
    hasStream: (org, id) => getStream(store, org, id)?.endedAtMs === null,
    standing: (org, streamIds, label) =>
      streamIds.flatMap((id) => standing(running.get(org, id), label)),
  };
}

/** Returns the places of things of this label as a stream sees them; none without a calibration. */
function standing(stream: StreamRunner | undefined, label: string) {
  const locate = stream?.settings.resolved.alerts.locate;
  if (!stream || !locate) return [];
  return stream.judge.tracks
    .filter((track) => track.label === label)
    .flatMap(({ boxNorm }) => locate(boxNorm) ?? [])
    .filter(({ isExtrapolated }) => !isExtrapolated);
}

/** A behavior keeps a zone that is drawn on the pictures; otherwise the run compares places itself. */
function withPictureZones<
  W extends { behaviors: readonly { zone?: string }[]; zones: readonly { name: string }[] },
>(search: W): W {
  const behaviors = search.behaviors.map(({ zone, ...rest }) =>
    search.zones.some(({ name }) => name === zone) ? { ...rest, zone } : rest,
  );
  return { ...search, behaviors };
}
