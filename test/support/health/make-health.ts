import { LiveSettings } from "../../../src/base/settings/live-settings.ts";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { DcmtkPixels } from "../../../src/adapters/compute/dicom/dcmtk.ts";
import { HealthChildren } from "../../../src/adapters/compute/health-compute.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { OutboundPictures } from "../../../src/adapters/outbound/picture-downloads.ts";
import { healthOperations, startHealth } from "../../../src/health/module.ts";
import { Assets } from "../../../src/base/assets/assets.ts";
import { SealedAssets } from "../../../src/base/assets/sealed-assets.ts";
import { signedFiles } from "../../../src/perception/evidence/box-evidence.ts";
import { camelCased } from "../../../src/base/settings/camel-case.ts";
import { withDefaults } from "../../../src/system/config/defaults.ts";
import { assetRetention, jobLimits } from "../../../src/base/site-parts.ts";
import { type SiteYaml, siteSchema } from "../../../src/system/config/schema.ts";
import type { SiteConfig } from "../../../src/system/config/site-config.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { SiteClock } from "../../../src/system/selfcare/site-clock.ts";
import { type Logger, silentLogger } from "../../../src/base/core/logger.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import type { JobAttachments, Jobs } from "../../../src/base/jobs/jobs.ts";
import type { Job } from "../../../src/base/jobs/job.ts";
import type { ModelUplink } from "../../../src/uplink/model-uplink.ts";
import { caller, type MadeJobs, makeJobs } from "../jobs/make-jobs.ts";
import { makeUplink } from "../uplink/make-uplink.ts";
import { tempDir } from "../box/temp-dir.ts";

/** What `makeHealth` is told. */
export interface MakeHealthOptions {
  /** The section `health` of the site configuration. */
  health?: Partial<SiteYaml["health"]>;
  /** Base address of an endpoint in OpenAI's format, marked for health and clinical data. */
  endpoint?: string;
  /** Name of `endpoint`; `clinic` when absent. */
  endpointName?: string;
  /** Another box, marked for biosignals. */
  service?: { url: string; key: string };
  log?: Logger;
}

/** Health work over real parts. */
export interface MadeHealth extends MadeJobs {
  /** What signed addresses lead to. */
  assets: ReturnType<typeof signedFiles>;
  /** Submits a request and resolves with the ended job. */
  run(name: string, body: unknown): Promise<Job>;
}

const noClips = { open: () => Promise.resolve(undefined) };

/** Starts jobs with the health operations and their child processes; stopped when the test has ended. */
export async function makeHealth(
  t: Pick<TestContext, "after">,
  options: MakeHealthOptions = {},
): Promise<MadeHealth> {
  const dir = await tempDir(t);
  const vault = new Vault({ path: join(dir, "key"), make: true });
  await vault.start();
  const health = { triage: true, ...options.health };
  const config = camelCased(withDefaults(siteSchema, { health })) as unknown as SiteConfig;
  const { log } = options;
  const limits = jobLimits(config);
  const attachments: JobAttachments = {
    removeOfJob: (org, jobId) => assets.removeOfJob(org, jobId),
  };
  const made = await makeJobs(t, {
    dir,
    vault,
    limits,
    attachments,
    isStarted: false,
    ...(log ? { log } : {}),
  });
  const uplink = await uplinkTo(t, made, options);
  const outbound = new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
  const assets: Assets = new Assets({
    ...assetRetention(config),
    dir: join(dir, "assets"),
    store: made.store,
    clock: systemClock,
    log: log ?? silentLogger,
    publicUrl: "http://box.local",
  });
  await assets.start();
  t.after(() => assets.stop());
  const sealed = new SealedAssets(assets, vault);
  const { operations = [] } = await startHealth(
    async (_name, part) => {
      await part.start?.(new AbortController().signal);
      t.after(() => part.stop?.());
      return part;
    },
    { live: new LiveSettings(config), clock: new SiteClock(systemClock), outbound, uplink, sealed },
  );
  made.jobs.add(operations);
  await made.jobs.start();
  const run = async (name: string, body: unknown): Promise<Job> => {
    const operation = made.jobs.operations.get(name)!;
    const { job } = await made.jobs.submit(operation, body, { caller: caller() });
    const wait = { timeoutMs: 60_000, keyId: "test", signal: new AbortController().signal };
    return (await made.jobs.waitForTerminal("default", job.id, wait))!;
  };
  return { ...made, run, assets: signedFiles(assets, sealed, noClips) };
}

async function uplinkTo(
  t: Pick<TestContext, "after">,
  { dir, store }: MadeJobs,
  { endpoint: url, endpointName: name = "clinic", service }: MakeHealthOptions,
): Promise<ModelUplink> {
  const kind = "openai-compatible" as const;
  const data = ["health" as const, "clinical" as const];
  const neural = ["neural" as const];
  const route = [{ endpoint: name, model: "scripted" }];
  const uplink = await makeUplink(t, {
    dir,
    store,
    endpoints: [
      ...(url === undefined ? [] : [{ name, kind, url, key: "k", data }]),
      ...(service ? [{ ...service, name: "hq", kind: "service" as const, data: neural }] : []),
    ],
    routes: service
      ? { text: [{ endpoint: "hq" }] }
      : url === undefined
        ? {}
        : { text: route, vision: route },
  });
  await uplink.start();
  return uplink;
}

/**
 * Health operations without settings, endpoints or triage. Their child processes start with the first
 * job; the caller stops what it gets.
 */
export function addHealthOperations(jobs: Jobs): HealthChildren {
  const compute = new HealthChildren({ clock: systemClock });
  const outbound = new OutboundClient({ allowedNetworks: [], ownPorts: () => [] });
  const operations = healthOperations({
    settings: {
      triageEnabled: false,
      mainsHz: null,
      classifier: null,
      eegSegmenter: null,
      decoder: null,
      segmenters: [],
    },
    compute,
    dicom: new DcmtkPixels(),
    pictures: new OutboundPictures(outbound),
    files: { put: () => Promise.reject(new Error("no files here")) },
    uplink: null,
    siteLocale: "en",
  });
  jobs.add(operations);
  return compute;
}
