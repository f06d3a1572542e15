import { WorkerIntake } from "../adapters/body-intake/worker-intake.ts";
import { SimpleWebAuthn } from "../adapters/webauthn/simple-webauthn.ts";
import { FileBlobs } from "../adapters/files/file-blobs.ts";
import { storeAlarms } from "./alarms.ts";
import { join } from "node:path";
import type { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import { OutboundClient } from "../adapters/outbound/outbound-client.ts";
import { Assets } from "./assets/assets.ts";
import { SealedAssets } from "./assets/sealed-assets.ts";
import {
  assetRetention,
  auditRetention,
  eventRetention,
  jobLimits,
  outboundOptions,
} from "./site-parts.ts";
import type { Vault } from "./secrets/vault.ts";
import { EventLog } from "./events/event-log.ts";
import { type JobAttachments, Jobs } from "./jobs/jobs.ts";
import { ApiKeys } from "./keys/api-keys.ts";
import { AuditLog } from "./keys/audit-log.ts";
import { Organisations } from "./keys/organisations.ts";
import { Sessions } from "./keys/sessions.ts";
import { SetupCode } from "./keys/setup-code.ts";
import { makeAccounts } from "./people/accounts.ts";
import type { TelemetryModule } from "../system/metrics/module.ts";
import type { ApplianceContext, ApplianceOptions } from "../appliance-options.ts";
import type { Module, Start } from "../module.ts";
import { baseRoutes } from "./routes/base-routes.ts";
import type { Reading } from "./contract/metrics.ts";
import type { SelfcareModule } from "../system/selfcare/module.ts";
import type { StoreModule } from "../system/store/module.ts";
import type { BoxAlarm } from "./contract/box-alarms.ts";

/** The event log. */
export interface EventsModule {
  events: EventLog;
}

/** The vault that encrypts stored data about people's health. */
export interface VaultModule {
  vault: Vault;
  vaultKeyPath: string;
}

type BaseNeeds = ApplianceContext & TelemetryModule & StoreModule & EventsModule & VaultModule;

type OwnParts = Awaited<ReturnType<typeof startParts>>;

/** The parts that other modules build on: what has started when `startBase` has resolved. */
export type BaseParts = TelemetryModule &
  StoreModule &
  EventsModule &
  SelfcareModule &
  VaultModule &
  OwnParts;

/** Starts the event log. */
export async function startEvents(
  start: Start,
  { live, store, clock, log }: ApplianceContext & StoreModule,
): Promise<Module<EventsModule>> {
  const retention = live.view(eventRetention);
  const events = await start("events", new EventLog({ store, clock, log, retention }));
  return { parts: { events } };
}

/** Starts what must survive besides store and events: files, keys and sessions, and the jobs, which run later. */
export async function startBase(start: Start, needs: BaseNeeds): Promise<Module<OwnParts>> {
  const parts = await startParts(start, needs);
  const state = { ...needs, ...parts };
  const pageUrl = needs.publicUrl;
  return {
    parts,
    routes: (http) =>
      baseRoutes({ ...state, pageUrl, expansions: needs.modules.expansions() }, http),
    metrics: () => baseReadings(state),
    alarms: () => alarmsOf(state),
  };
}

async function startParts(start: Start, needs: BaseNeeds) {
  const { config, live, log, clock, publicUrl, ownPorts, meter, store, events, vault } = needs;
  const { blobs, intake } = await startBodies(start, needs);
  const files = { store, clock, log, dir: join(config.dataDir, "assets") };
  const assets = await start(
    "assets",
    new Assets(live.view(assetRetention, { ...files, publicUrl })),
  );
  const sealed = new SealedAssets(assets, vault);
  const access = await startAccess(start, needs);
  const attachments: JobAttachments[] = [assets];
  const limits = live.view(jobLimits);
  const settings = { limits, attachments: allOf(attachments), vault, meter, addresses: assets };
  const jobs = new Jobs({ store, events, blobs, clock, log, ...settings });
  const guard = live.view(outboundOptions, { ownPorts });
  const outbound = await start("outbound", new OutboundClient(guard));
  return { assets, sealed, blobs, jobs, attachments, ...access, intake, outbound };
}

/** One after the other, also of modules that add theirs later. */
function allOf(attachments: readonly JobAttachments[]): JobAttachments {
  return {
    async removeOfJob(org, jobId) {
      for (const each of attachments) await each.removeOfJob(org, jobId);
    },
  };
}

function alarmsOf({ store, storeCopy, assets, audit }: BaseNeeds & OwnParts): BoxAlarm[] {
  return storeAlarms({
    trouble: store.trouble(),
    copy: storeCopy.describe(),
    repair: store.repair,
    unnamedFiles: assets.unnamed,
    auditLost: audit.lost,
  });
}

function baseReadings({ store, audit, events, jobs }: BaseNeeds & OwnParts): Reading[] {
  const { queued, running, waiters } = jobs.counts();
  return [
    { name: "gatehouse_store_full", value: store.isFull() ? 1 : 0 },
    { name: "gatehouse_store_writes_refused_total", value: store.refused },
    { name: "gatehouse_audit_entries_lost_total", value: audit.lost },
    { name: "gatehouse_events_last_sequence_total", value: events.lastSeq() },
    { name: "gatehouse_jobs_queued", value: queued },
    { name: "gatehouse_jobs_running", value: running },
    { name: "gatehouse_job_waiters", value: waiters },
  ];
}

/** The site's identity provider, if it has one. */
async function providerOf({ config, clock }: ApplianceOptions) {
  const { provider } = config.signIn;
  if (!provider) return undefined;
  const { OpenIdProvider } = await import("../adapters/openid/openid-provider.ts");
  const { name, issuer, clientId, scopes, roles, unknown } = provider;
  const { clientSecret, providerCa: ca } = config.signInSecrets;
  const options = { issuer, clientId, clientSecret: clientSecret!, scopes, ca, clock };
  const org = config.site.organisation;
  return { provider: new OpenIdProvider(options), org, name, roles, unknown };
}

/** Keys, accounts, sessions and organisations, and the log of what was changed with them. */
async function startAccess(
  start: Start,
  parts: ApplianceContext & VaultModule & { store: LmdbStore },
) {
  const { config, live, log, clock, store, vault } = parts;
  const keys = new ApiKeys({ store, clock, vault });
  const provider = await providerOf(parts);
  const accounts = makeAccounts({ store, clock, verifier: new SimpleWebAuthn(), provider });
  const { people } = accounts;
  const sessions = new Sessions({ store, clock, keys, people });
  const retention = live.view(auditRetention);
  const audit = await start("audit", new AuditLog({ store, clock, log, retention }));
  const orgs = new Organisations({ store, clock });
  const owners = ({ cameras, robots }: ApplianceContext["config"]) =>
    [...cameras, ...robots].map(({ organisation }) => organisation);
  await orgs.ensure([config.site.organisation, ...owners(config)]);
  live.follow(owners, (next) => orgs.ensure(owners(next)));
  const hasPeople = () => !people.isEmpty();
  const setup = new SetupCode({ clock, keys, org: config.site.organisation, hasPeople });
  return { keys, accounts, sessions, audit, orgs, setup };
}

/** The workers of jobs, with the operations of the modules before. */
export async function startJobs(
  start: Start,
  { jobs, modules }: ApplianceContext & BaseParts,
): Promise<Module> {
  jobs.add(modules.operations());
  await start("jobs", jobs);
  return { parts: {} };
}

/** Starts the store of large bodies and their intake, which encrypts bodies about people's health. */
async function startBodies(start: Start, { config, clock, log, vaultKeyPath: keyPath }: BaseNeeds) {
  const dir = join(config.dataDir, "blobs");
  const blobs = await start("blobs", new FileBlobs({ dir }));
  const intake = await start("body intake", new WorkerIntake({ dir, keyPath, clock, log }));
  return { blobs, intake };
}
