import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ApplianceContext } from "../appliance-options.ts";
import { flag, type Reading } from "../base/contract/metrics.ts";
import type { BaseParts } from "../base/module.ts";
import type { FleetModule } from "../fleet/module.ts";
import type { Module, Start } from "../module.ts";
import { uplinkAlarms } from "./alarms.ts";
import { egressRoutes } from "./routes/egress.ts";
import { FileBlobs } from "../adapters/files/file-blobs.ts";
import { makeEndpoint } from "../adapters/model-endpoints/make-endpoint.ts";
import { egressRetention, uplinkBudgetOf, uplinkRoutes } from "./site-parts.ts";
import type { EndpointConfig, UplinkConfig } from "./site-parts.ts";
import { describeError } from "../base/core/errors.ts";
import { isNarrationWaiting } from "../perception/narration/narration-queue.ts";
import type { EndpointSetup } from "./lanes.ts";
import { ModelUplink } from "./model-uplink.ts";

/** The uplink as other modules need it. */
export interface UplinkModule {
  uplink: ModelUplink;
}

type UplinkNeeds = ApplianceContext & BaseParts & FleetModule;

const ended: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** The uplink to the endpoints of the configuration; kept answers go with the end of their jobs. */
export async function startUplink(
  start: Start,
  options: UplinkNeeds,
): Promise<Module<UplinkModule>> {
  const { config, live, store, events, jobs, vault, clock, log, meter, fleet } = options;
  const setups = endpointSetups(options);
  let budgetOf = uplinkBudgetOf(config);
  const files = new FileBlobs({ dir: join(config.dataDir, "uplink") });
  await start("uplink files", files);
  const uplink = new ModelUplink({
    store,
    files,
    vault,
    clock,
    log,
    endpoints: setups(config.uplink),
    routes: uplinkRoutes(config),
    budgetOf: (org) => budgetOf(org),
    egressRetention: live.view(egressRetention),
    // Incidents that wait for their words ask like jobs.
    isJobLive: (org, id) => jobs.isLive(org, id) || isNarrationWaiting(store, org, id),
    ...(fleet.jobs ? { isMetElsewhere: (need: string) => fleet.jobs!.isKnown(need) } : {}),
    meter,
  });
  live.follow(
    (now) => now.uplink,
    (now) => {
      budgetOf = uplinkBudgetOf(now);
      uplink.use({ endpoints: setups(now.uplink), routes: uplinkRoutes(now) });
    },
  );
  events.subscribe(({ org, type, jobId }) => {
    if (jobId === undefined || !ended.has(type)) return;
    uplink.forget(org, jobId).catch((error: unknown) => {
      log.warn({ jobId, error: describeError(error) }, "kept answers were not removed");
    });
  });
  await start("uplink", uplink);
  return {
    parts: { uplink },
    routes: () => egressRoutes(uplink.egress),
    metrics: () => uplinkReadings(uplink, config.site.organisation),
    alarms: (organisation) => uplinkAlarms(uplink.describe(organisation).endpoints),
  };
}

function uplinkReadings(uplink: ModelUplink, org: string): Reading[] {
  return uplink.describe(org).endpoints.flatMap(({ name, state, in_line, submitting }) => {
    const labels = { endpoint: name };
    return [
      { name: "gatehouse_uplink_up", value: flag(state === "up"), labels },
      { name: "gatehouse_uplink_waiting", value: in_line, labels },
      { name: "gatehouse_uplink_running", value: submitting, labels },
    ];
  });
}

/** Makes the setups of the endpoints; one with the same settings as in the last call stays the same. */
function endpointSetups(options: UplinkNeeds): (uplink: UplinkConfig) => EndpointSetup[] {
  let last: { config: EndpointConfig; setup: EndpointSetup }[] = [];
  return ({ endpoints }) => {
    last = endpoints.map((config) => {
      const same = last.find((each) => isDeepStrictEqual(each.config, config));
      return same ?? { config, setup: setupOf(config, options) };
    });
    return last.map(({ setup }) => setup);
  };
}

function setupOf(config: EndpointConfig, { clock, keepSecret }: UplinkNeeds): EndpointSetup {
  const { url, ca, data, submissionsPerSecond: perSecond, parallel, onUnknownOutcome } = config;
  const { name, kind, keyPath, timeoutSeconds } = config;
  return {
    endpoint: makeEndpoint({
      name,
      kind,
      keyPath,
      timeoutSeconds,
      ...(url === undefined ? {} : { url }),
      ...(ca === undefined ? {} : { ca }),
      keepSecret,
      wallMs: () => clock.wallMs(),
    }),
    data,
    limits: { perSecond, parallel },
    resubmitUnknown: onUnknownOutcome === "repeat",
  };
}
