import { PageReader } from "../../adapters/compute/page-reader.ts";
import type { Assets } from "../../base/assets/assets.ts";
import { BrandService } from "./brand-service.ts";
import { extractHandler } from "./extract-handler.ts";
import { extractOperation } from "./extract-operation.ts";
import { PageFetcher } from "./page-fetch.ts";
import { projectHandler, projectOperation } from "./projection.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { JobExpansions } from "../../base/jobs/routes/jobs.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Uplink } from "../../uplink/uplink-port.ts";
import type { Outbound } from "../../notifications/webhooks/outbound-port.ts";

/** What the brands of the appliance are made from. */
interface BrandParts {
  store: Store;
  assets: Assets;
  jobs: Jobs;
  outbound: Outbound;
  clock: Clock;
  uplink: Uplink;
}

/** Brands as routes and other operations need them. */
export interface BrandsModule {
  brands: BrandService;
  expansions: JobExpansions;
}

/** Stored brands and the operations that make and use them. */
export async function addBrands(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: BrandParts,
): Promise<BrandsModule> {
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
