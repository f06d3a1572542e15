import { PageReader } from "../adapters/compute/page-reader.ts";
import type { Assets } from "../assets/assets.ts";
import { BrandService } from "../brands/brand-service.ts";
import { extractHandler } from "../brands/extract-handler.ts";
import { extractOperation } from "../brands/extract-operation.ts";
import { PageFetcher } from "../brands/page-fetch.ts";
import { projectHandler, projectOperation } from "../brands/projection.ts";
import type { Clock } from "../core/clock.ts";
import type { Part } from "../core/parts.ts";
import type { Store } from "../core/store.ts";
import type { HttpServerParts } from "../http/server.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { Outbound } from "../webhooks/outbound-port.ts";

/** What the brands of the appliance are made from. */
interface BrandParts {
  store: Store;
  assets: Assets;
  jobs: Jobs;
  outbound: Outbound;
  clock: Clock;
  uplink: Uplink;
}

/** Brands as the doors and other operations need them. */
export type Branding = Pick<HttpServerParts, "expansions"> & { brands: BrandService };

/** Stored brands and the operations that make and use them. */
export async function addBrands(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: BrandParts,
): Promise<Branding> {
  const { jobs, clock, outbound } = parts;
  const reader = await start("page reader", new PageReader({ clock }));
  const brands = new BrandService(parts);
  const pages = new PageFetcher({ outbound, reader });
  jobs.operations.register(extractOperation(parts));
  jobs.operations.register(projectOperation(parts));
  jobs.register(extractHandler({ ...parts, reader, pages, brands }));
  jobs.register(projectHandler({ ...parts, brands }));
  return { brands, expansions: { brand: (job) => brands.ofJob(job) } };
}
