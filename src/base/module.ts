import { join } from "node:path";
import { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import { OutboundClient } from "../adapters/outbound/outbound-client.ts";
import type { Metrics } from "../adapters/prometheus/metrics.ts";
import { Assets } from "./assets/assets.ts";
import { SealedAssets } from "./assets/sealed-assets.ts";
import {
  assetRetention,
  auditRetention,
  eventRetention,
  jobLimits,
  outboundOptions,
  webhookOptions,
} from "../system/config/parts.ts";
import type { Part } from "./core/parts.ts";
import { EventLog } from "./events/event-log.ts";
import { type JobAttachments, Jobs } from "./jobs/jobs.ts";
import { ApiKeys } from "./keys/api-keys.ts";
import { AuditLog } from "./keys/audit-log.ts";
import { Organisations } from "./keys/organisations.ts";
import { Sessions } from "./keys/sessions.ts";
import { SetupCode } from "./keys/setup-code.ts";
import type { SiteClock } from "../system/selfcare/site-clock.ts";
import { claimStore } from "../system/store/store-version.ts";
import { Webhooks } from "../notifications/webhooks/webhooks.ts";
import { startBodies } from "../health/module.ts";
import { addTracing } from "../system/metrics/module.ts";
import type { ApplianceOptions } from "../appliance-options.ts";
import { addSelfcare } from "../system/selfcare/module.ts";
import { addStoreCopy } from "../system/store/module.ts";

type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** What the state is made with. */
interface StateParts extends ApplianceOptions {
  clock: SiteClock;
  version: string;
  metrics: Metrics;
  /** With port 0 right only once the server listens. */
  publicUrl: () => string;
  /** Where this appliance itself listens: nobody may name it as a receiver. */
  ownPorts: () => number[];
}

/** What must survive, and what others ask of it. */
export type State = Awaited<ReturnType<typeof addState>>;

/**
 * Starts what must survive: the store, the log of what happened, the files beside it, who may come
 * in, the jobs, and what is told to receivers.
 */
export async function addState(start: Start, parts: StateParts) {
  const { config, log, clock, onFatal, version, metrics, publicUrl } = parts;
  const { dataDir } = config;
  const meter = await start("metrics", metrics);
  await addTracing(start, { config, version, metrics: meter });
  const store = await start("store", new LmdbStore({ dir: dataDir, log, clock, meter, onFatal }));
  await claimStore(store);
  const storeCopy = await addStoreCopy(start, { ...parts, store });
  const retention = eventRetention(config);
  const events = await start("events", new EventLog({ store, clock, log, retention }));
  const selfcare = await addSelfcare(start, { ...parts, store, events });
  const { blobs, intake, vault } = await startBodies(start, parts);
  const files = { store, clock, log, dir: join(dataDir, "assets") };
  const assets = await start(
    "assets",
    new Assets({ ...files, ...assetRetention(config), publicUrl }),
  );
  const sealed = new SealedAssets(assets, vault);
  const people = await addPeople(start, { ...parts, store });
  const attachments: JobAttachments = {
    async removeOfJob(org, jobId) {
      await assets.removeOfJob(org, jobId);
      await webhooks.removeOfJob(org, jobId);
    },
  };
  const limits = jobLimits(config);
  const about = { limits, attachments, vault, meter, addresses: assets };
  const jobs = new Jobs({ store, events, blobs, clock, log, ...about });
  const guard = { ...outboundOptions(config), ownPorts: parts.ownPorts };
  const outbound = await start("outbound", new OutboundClient(guard));
  const telling = { store, events, jobs, outbound, version, meter, log, clock };
  const webhooks: Webhooks = await start(
    "webhooks",
    new Webhooks({ ...telling, ...webhookOptions(config) }),
  );
  const kept = { store, storeCopy, meter, events, assets, sealed, blobs, jobs, webhooks };
  return { ...kept, ...people, ...selfcare, intake, outbound, vault };
}

/** Who may come in, and the record of what they changed. */
async function addPeople(start: Start, parts: ApplianceOptions & { store: LmdbStore }) {
  const { config, log, clock, store } = parts;
  const keys = new ApiKeys({ store, clock });
  const sessions = new Sessions({ store, clock, keys });
  const retention = auditRetention(config);
  const audit = await start("audit", new AuditLog({ store, clock, log, retention }));
  const orgs = new Organisations({ store, clock });
  await orgs.ensure([
    config.site.organisation,
    ...config.cameras.map(({ organisation }) => organisation),
    ...config.robots.map(({ organisation }) => organisation),
  ]);
  const setup = new SetupCode({ clock, keys, org: config.site.organisation });
  return { keys, sessions, audit, orgs, setup };
}
