import { brandOfJob } from "../../../src/media/brands/brand-wire.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { PageReader } from "../../../src/adapters/compute/page-reader.ts";
import type { Resolve } from "../../../src/adapters/outbound/resolve.ts";
import { Assets } from "../../../src/base/assets/assets.ts";
import { BrandService } from "../../../src/media/brands/brand-service.ts";
import { extractHandler } from "../../../src/media/brands/extract-handler.ts";
import { extractOperation } from "../../../src/media/brands/extract-operation.ts";
import { type PageBounds, PageFetcher } from "../../../src/media/brands/page-fetch.ts";
import { projectHandler, projectOperation } from "../../../src/media/brands/project-operation.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Job } from "../../../src/base/jobs/job.ts";
import type { Uplink } from "../../../src/uplink/uplink-port.ts";
import type { BrandWire } from "../../../src/media/brands/wire/brand-answers.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { Receiver, type Reply } from "../notifications/https-receiver.ts";
import { caller, type MadeJobs, makeJobs } from "../jobs/make-jobs.ts";
import { loopbackClient } from "../notifications/make-webhooks.ts";
import { makeUplink } from "../uplink/make-uplink.ts";
import type { MockCloud } from "../mock-cloud/mock-cloud.ts";
import { repoDir } from "../box/appliance.ts";

/** Brands over real parts: a site on loopback, guarded client, page reader, jobs on a disk. */
export interface BrandRig extends MadeJobs {
  site: Receiver;
  brands: BrandService;
  assets: Assets;
  /** Submits an extraction and resolves with the job at its end. */
  extract(body: object, org?: string): Promise<Job>;
  /** Submits a projection and resolves with the job at its end. */
  project(body: object, org?: string): Promise<Job>;
  /** The brand that a job has made. */
  brandOf(job: Job): BrandWire;
}

/** Starts everything; stopped when the test has ended. */
export async function makeBrandRig(
  t: Pick<TestContext, "after">,
  options: { bounds?: Partial<PageBounds>; cloud?: MockCloud; resolve?: Resolve } = {},
): Promise<BrandRig> {
  const { bounds, cloud, resolve } = options;
  const site = await new Receiver().start(t);
  const clock = systemClock;
  const reader = new PageReader({ clock });
  t.after(() => reader.stop());
  let brands: BrandService | undefined;
  let assets: Assets | undefined;
  const made = await makeJobs(t, {
    setup: async (jobs, { store, dir }) => {
      assets = new Assets({
        dir: join(dir, "assets"),
        store,
        clock,
        log: silentLogger,
        publicUrl: "https://box.test",
        classes: { brand: { maxAgeMs: null, isKept: true } },
        maxBytes: 100_000_000,
      });
      await assets.start();
      brands = new BrandService({ store, assets });
      const outbound = await loopbackClient(resolve ? { resolve } : {});
      const pages = new PageFetcher({ outbound, reader, ...(bounds ? { bounds } : {}) });
      const parts = { store, assets, clock, outbound, reader, pages, brands };
      const asked = cloud ? { ...parts, uplink: await uplinkTo(t, cloud, { store, dir }) } : parts;
      jobs.operations.register(extractOperation(parts));
      jobs.operations.register(projectOperation(parts));
      jobs.register(extractHandler(asked));
      jobs.register(projectHandler(asked));
    },
  });
  t.after(() => assets!.stop());
  const run = async (name: string, body: object, org = "default"): Promise<Job> => {
    const { jobs } = made;
    const { job } = await jobs.submit(jobs.operations.get(name)!, body, { caller: caller(org) });
    const wait = { timeoutMs: 90_000, keyId: "key", signal: new AbortController().signal };
    return (await jobs.waitForTerminal(org, job.id, wait))!;
  };
  return {
    ...made,
    site,
    brands: brands!,
    assets: assets!,
    extract: (body, org) => run("brands.extract", body, org),
    project: (body, org) => run("brands.project", body, org),
    brandOf: (job) => brandOfJob(brands!, job)!,
  };
}

/** An uplink whose texts are made by the stand-in. */
async function uplinkTo(
  t: Pick<TestContext, "after">,
  cloud: MockCloud,
  made: { store: Store; dir: string },
): Promise<Uplink> {
  const { key, baseUrls } = cloud;
  const uplink = await makeUplink(t, {
    ...made,
    endpoints: [{ name: "cloud", kind: "openai", url: baseUrls.openai, key, data: ["brand"] }],
    routes: { text: [{ endpoint: "cloud", model: "gpt-5-mini" }] },
  });
  await uplink.start();
  return uplink;
}

/** Files of one of the sites that `scripts/brand-sites.ts` has built, by their path. */
export function siteFiles(name: string): Map<string, Buffer> {
  const packed = readFileSync(join(repoDir, `test/fixtures/brand-sites/${name}.json.gz`));
  const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
  return new Map(
    Object.entries(files).map(([path, text]) => [`/${path}`, Buffer.from(text, "base64")]),
  );
}

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  svg: "image/svg+xml",
  png: "image/png",
};

/** Answers with files, `/` with the index, and 404 for the rest. */
export function filesReply(files: ReadonlyMap<string, Buffer | string>): Reply {
  return (answer, { path }) => {
    const wanted = path === "/" ? "/index.html" : path.split("?", 1)[0]!;
    const file = files.get(wanted);
    const type = types[wanted.split(".").at(-1)!] ?? "application/octet-stream";
    if (file === undefined) answer.writeHead(404).end("not here");
    else answer.writeHead(200, { "content-type": type }).end(file);
  };
}

/** A page with a head and a body, that names its encoding. */
export function pageOf(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme</title>${head}</head><body>${body}</body></html>`;
}
