import { isIP } from "node:net";
import { type JobType, jobTypes, privateScopeOf } from "../../base/jobs/wire/jobs.ts";
import { join } from "node:path";
import { isLoopback } from "../../base/settings/networks.ts";
import type { SiteConfig } from "./site-config.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Retention of the event log. */
export function eventRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.eventsHours * hourMs, maxCount: retention.events };
}

/** Bounds of the job queue; idempotency keeps its defaults. */
export function jobLimits({ limits, retention }: SiteConfig) {
  return {
    maxQueuedPerOrg: limits.queuedJobs,
    waiters: { perKey: limits.waitersPerKey, perBox: limits.waiters },
    retention: {
      jobMs: retention.jobsDays * dayMs,
      inputMs: retention.inputsHours * hourMs,
      inputMsByType: inputAges(retention),
      jobMsByType: Object.fromEntries(
        jobTypes
          .filter((type) => privateScopeOf(type) !== null)
          .map((type) => [type, retention.healthJobsHours * hourMs]),
      ),
      maxJobs: retention.jobs,
    },
  };
}

/** Inputs with an age of their own: frames of cameras, and what is said of people's health. */
function inputAges(retention: SiteConfig["retention"]): Partial<Record<JobType, number>> {
  const ages: Partial<Record<JobType, number>> = {};
  for (const type of jobTypes) {
    const area = type.split(".", 1)[0]!;
    if (area === "surveillance") ages[type] = retention.frameInputsHours * hourMs;
    if (privateScopeOf(type) !== null) ages[type] = retention.healthInputsHours * hourMs;
  }
  // Of a run that has a step about somebody's health the input says it too.
  ages.run = Math.min(retention.healthInputsHours, retention.inputsHours) * hourMs;
  return ages;
}

/** How much of the audit log is kept. */
export function auditRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.auditDays * dayMs, maxCount: retention.audit };
}

/** How long the account of what was observed is kept. */
export function coverageRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.coverageDays * dayMs };
}

/** Days for which the address of a generated picture is good at least (decisions section 3). */
const minGeneratedDays = 14;

/** Classes of files and how long each is kept. */
export function assetRetention({ retention }: SiteConfig) {
  return {
    classes: {
      generated: { maxAgeMs: Math.max(retention.assetsDays, minGeneratedDays) * dayMs },
      snapshot: { maxAgeMs: retention.assetsDays * dayMs },
      health: { maxAgeMs: retention.healthJobsHours * hourMs },
      protected: { maxAgeMs: null, isKept: true },
      brand: { maxAgeMs: null, isKept: true },
      avatar: { maxAgeMs: null, isKept: true },
    },
    maxBytes: retention.assetsGigabytes * 1e9,
  };
}

/** Where recorded tracks are, and how many are kept. */
export function trackFiles({ retention, dataDir }: SiteConfig) {
  return {
    dir: join(dataDir, "tracks"),
    maxAgeMs: retention.tracksDays * dayMs,
    maxBytes: retention.tracksMegabytes * 1e6,
  };
}

/** Where recordings lie, how long they are kept, and how much of the disk stays free. */
export function recordingOptions({ retention, dataDir }: SiteConfig) {
  const { recordingsDays, clipsDays, freeDiskGigabytes } = retention;
  const continuousMs = recordingsDays * dayMs;
  return {
    dir: join(dataDir, "recordings"),
    retention: {
      continuousMs,
      incidentMs: Math.max(continuousMs, clipsDays * dayMs),
      freeBytes: freeDiskGigabytes * 1e9,
    },
  };
}

/** What holds for streams that say nothing about it. */
export function streamDefaults({ perception, recording }: SiteConfig) {
  const { mode, preSeconds: preSec, postSeconds: postSec } = recording;
  return { fpsCap: perception.fpsCap, recording: { mode, preSec, postSec } };
}

/** Names below `.local` that the box may answer to: the next is taken where one is another machine's. */
export function localHostNames({ server }: SiteConfig): string[] {
  if (!server.announce || isLoopback(server.host)) return [];
  const others = [2, 3, 4, 5].map((n) => `${server.localName}-${n}`);
  return [server.localName, ...others].map((name) => `${name}.local`);
}

/** Where the API listens and how much one key may ask of it. */
export function serverOptions(config: SiteConfig) {
  const { server } = config;
  return {
    host: server.host,
    port: server.port,
    allowedHosts: [...server.allowedHosts, ...server.tls.names, ...localHostNames(config)],
    ...(server.publicUrl === undefined ? {} : { publicUrl: server.publicUrl }),
  };
}

/** The limits of the HTTP side. */
export function httpQuotas({ limits }: SiteConfig) {
  const { readsPerMinute, createsPerMinute, robotCommandsPerMinute, failedLoginsPerMinute } =
    limits;
  const { readersPerKey, readers, connectionsPerAddress } = limits;
  return {
    readsPerMinute,
    createsPerMinute,
    robotCommandsPerMinute,
    failedLoginsPerMinute,
    readersPerKey,
    readers,
    connectionsPerAddress,
  };
}

/** Which certificate the API shows; undefined for plain HTTP. */
export function tlsChoice(
  config: SiteConfig,
):
  | { mode: "site"; names: string[] }
  | { mode: "files"; certFile: string; keyFile: string }
  | undefined {
  const { server } = config;
  const { mode, names, certFile = "", keyFile = "" } = server.tls;
  if (mode === "files") return { mode, certFile, keyFile };
  const isPlain = isLoopback(server.host) || server.allowPlainHttpBeyondLoopback;
  if (mode === "off" || (mode === "auto" && isPlain)) return undefined;
  const publicName =
    server.publicUrl === undefined
      ? []
      : [new URL(server.publicUrl).hostname.replace(/^\[|\]$/g, "")];
  const bound = isIP(server.host) === 0 ? [server.host] : [];
  const local = localHostNames(config);
  const all = [...publicName, ...names, ...server.allowedHosts, ...bound, ...local];
  return { mode: "site", names: all };
}

/** Cameras of the site configuration, as stream requests. */
export function configuredStreams({ cameras }: SiteConfig) {
  return cameras.map(({ organisation, request }) => ({ org: organisation, request }));
}

/** Networks that cameras may be in, this machine included where the site says so. */
export function cameraNetworks(config: SiteConfig, isDemo: boolean): string[] {
  const isLoopbackAllowed = config.allowLoopbackCameras || isDemo;
  return [...config.cameraNetworks, ...(isLoopbackAllowed ? ["127.0.0.0/8", "::1/128"] : [])];
}

/** Networks that robots may be in, this machine included where the site says so. */
export function robotNetworks(config: SiteConfig): string[] {
  const own = config.allowLoopbackRobots ? ["127.0.0.0/8", "::1/128"] : [];
  return [...config.robotNetworks, ...own];
}

/** Which receivers may be reached. */
export function outboundOptions({ webhooks }: SiteConfig) {
  const { allowedNetworks, caFile } = webhooks;
  return { allowedNetworks, ...(caFile === undefined ? {} : { caFile }) };
}

/** Where the key of the webhook secrets is, and how many webhooks there may be. */
export function webhookOptions({ webhooks, dataDir }: SiteConfig) {
  const { keyFile, perOrganisation: maxPerOrg } = webhooks;
  const made = { path: join(dataDir, "webhook-key"), make: true };
  return { vault: keyFile === undefined ? made : { path: keyFile, make: false }, maxPerOrg };
}

/** How nets are run: threads if the site says so, servers, and where measured figures are kept. */
export function visionLimits({ perception, models, dataDir }: SiteConfig) {
  const { parallelDetections, hardwareDecoding: hardware } = perception;
  return {
    hardware,
    ...(parallelDetections === 0 ? {} : { parallelism: parallelDetections }),
    inferenceServers: models.inferenceServers,
    stateDir: join(dataDir, "vision"),
  };
}

/** How much of the egress log is kept. */
export function egressRetention({ retention }: SiteConfig) {
  return { maxAgeMs: retention.egressDays * dayMs, maxCount: retention.egress };
}

/** Which endpoints are asked for what. */
export function uplinkRoutes({ uplink }: SiteConfig) {
  const { routes } = uplink;
  type Entry = (typeof routes)["text"][number];
  const entry = ({ endpoint, model, costPerRequest }: Entry) => ({
    endpoint,
    model: model ?? null,
    costPerRequest: costPerRequest ?? null,
  });
  return {
    image: routes.image.map(entry),
    image_edit: routes.imageEdit.map(entry),
    text: routes.text.map(entry),
    vision: routes.vision.map(entry),
    speech: routes.speech.map(entry),
  };
}

/** What each organisation may use up in a day. */
export function uplinkBudgetOf({ uplink }: SiteConfig) {
  const budget = ({
    requestsPerDay,
    costPerDay,
  }: {
    requestsPerDay: number;
    costPerDay: number;
  }) => ({
    requestsPerDay: requestsPerDay === 0 ? null : requestsPerDay,
    costPerDay: costPerDay === 0 ? null : costPerDay,
  });
  const general = budget(uplink);
  const own = new Map(uplink.budgets.map((each) => [each.organisation, budget(each)]));
  return (org: string) => own.get(org) ?? general;
}
