import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Operation } from "../../base/jobs/operation.ts";
import type { Webhooks } from "../../notifications/webhooks/webhooks.ts";
import type { Doors } from "../doors/doors.ts";
import type { Robots } from "../fleet/robots.ts";
import type { Maps } from "../maps/maps.ts";
import type { Places } from "../maps/places.ts";
import { WayLengths } from "../maps/way-lengths.ts";
import type { RunVision } from "../tasks/ports.ts";
import type { RunningTaskRuns } from "../tasks/task-run-handler.ts";
import { Dispatcher } from "./dispatcher.ts";
import { MissionCalls, type MissionCallsParts } from "./mission-calls.ts";
import type { MissionSite } from "./mission-checks.ts";
import { MissionService } from "./mission-service.ts";
import { MissionStarts } from "./mission-starts.ts";
import type { MissionTimes } from "./mission-times-port.ts";
import { MissionStore } from "./mission-store.ts";
import { missionTaskOperation } from "./mission-task-operation.ts";

/** The parts of the appliance that missions need. */
export interface MissionsParts {
  store: Store;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  robots: Robots;
  maps: Pick<Maps, "gridsOf">;
  places: Places;
  doors?: Pick<Doors, "list"> | undefined;
  vision: RunVision;
  running: RunningTaskRuns;
  webhooks: MissionCallsParts["webhooks"] & Pick<Webhooks, "get">;
  scopesOf: MissionCallsParts["scopesOf"];
  isJobLive(org: string, jobId: string): boolean;
  times: MissionTimes;
  orgs(): string[];
}

/** Missions with their queue. */
export interface Missions {
  stored: MissionStore;
  service: MissionService;
  dispatcher: Dispatcher;
  calls: MissionCalls;
  operation: Operation;
  /** To be started after the jobs. */
  starts: MissionStarts;
}

/** Makes the missions of robots. */
export function makeMissions(parts: MissionsParts): Missions {
  const { clock, places, maps, store, times } = parts;
  const site = siteOf(parts);
  const ways = new WayLengths({ maps, clock, treeOf: (org) => places.treeOf(org) });
  const dispatcher = new Dispatcher({ ...parts, ways });
  const calls = new MissionCalls(parts);
  const stored = new MissionStore({ store, clock, site, times });
  places.addUsers((org, name) => stored.usersOf(org, name));
  const operation = missionTaskOperation({
    clock,
    site,
    dispatcher,
    missions: stored,
    checkOperations: (mission, caller, under) => calls.check(mission, caller, under),
  });
  const starts = new MissionStarts({ ...parts, stored });
  const service = new MissionService({ ...parts, stored, dispatcher, calls, starts });
  return { stored, service, dispatcher, calls, operation, starts };
}

/** The parts of the box that missions name. */
function siteOf({ places, robots, vision, webhooks, doors }: MissionsParts): MissionSite {
  return {
    places,
    hasRobot: (org, id) => robots.unit(org, id) !== undefined,
    hasStream: (org, id) => vision.hasStream(org, id),
    hasWebhook: (org, id) => webhooks.get(org, id)?.record.isActive === true,
    doorsOf: (org) => doors?.list(org).map(({ settings }) => settings) ?? [],
    checkClasses: (classes) => vision.check({ detect: classes, behaviors: [], zones: [] }),
  };
}
