import { join } from "node:path";
import { FileBlobs } from "../adapters/files/file-blobs.ts";
import { makeEndpoint } from "../adapters/model-endpoints/make-endpoint.ts";
import { egressRetention, uplinkBudgetOf, uplinkRoutes } from "../system/config/parts.ts";
import type { EndpointConfig, UplinkConfig } from "./site-parts.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import type { Meter } from "../base/contract/metrics.ts";
import type { Clock } from "../base/core/clock.ts";
import { describeError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import type { Vault } from "../base/core/vault.ts";
import type { Store } from "../base/core/store.ts";
import type { EventLog } from "../base/events/event-log.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import { isNarrationWaiting } from "../perception/narration/narration-queue.ts";
import { Narrator, type NarratorParts } from "../perception/narration/narrator.ts";
import type { EndpointSetup } from "./lanes.ts";
import { ModelUplink } from "./model-uplink.ts";

/** What the uplink of the appliance is made from. */
interface UplinkOptions {
  config: SiteConfig;
  store: Store;
  events: EventLog;
  jobs: Jobs;
  vault: Vault;
  clock: Clock;
  log: Logger;
  keepSecret: (secret: string) => void;
  meter: Meter;
}

const ended: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** The uplink to the endpoints of the configuration; kept answers go with the end of their jobs. */
export async function addUplink(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  options: UplinkOptions,
): Promise<ModelUplink> {
  const { config, store, events, jobs, vault, clock, log, meter } = options;
  const files = new FileBlobs({ dir: join(config.dataDir, "uplink") });
  await start("uplink files", files);
  const uplink = new ModelUplink({
    store,
    files,
    vault,
    clock,
    log,
    endpoints: setups(config.uplink, options),
    routes: uplinkRoutes(config),
    budgetOf: uplinkBudgetOf(config),
    egressRetention: egressRetention(config),
    // Incidents that wait for their words ask like jobs.
    isJobLive: (org, id) => jobs.isLive(org, id) || isNarrationWaiting(store, org, id),
    meter,
  });
  events.subscribe(({ org, type, jobId }) => {
    if (jobId === undefined || !ended.has(type)) return;
    uplink.forget(org, jobId).catch((error: unknown) => {
      log.warn({ jobId, error: describeError(error) }, "kept answers were not removed");
    });
  });
  return await start("uplink", uplink);
}

/** Incidents are narrated where the site says so. */
export async function addNarration(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: Omit<NarratorParts, "minSeverity"> & { config: SiteConfig },
): Promise<void> {
  const { narration } = parts.config.perception;
  if (narration === "off") return;
  await start("narrator", new Narrator({ ...parts, minSeverity: narration }));
}

function setups({ endpoints }: UplinkConfig, options: UplinkOptions): EndpointSetup[] {
  return endpoints.map((endpoint) => setupOf(endpoint, options));
}

function setupOf(config: EndpointConfig, { clock, keepSecret }: UplinkOptions): EndpointSetup {
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
