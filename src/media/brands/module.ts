import { PageReader } from "../../adapters/compute/page-reader.ts";
import type { Assets } from "../../base/assets/assets.ts";
import { brandOfJob } from "./brand-wire.ts";
import { BrandService } from "./brand-service.ts";
import { extractHandler } from "./extract-handler.ts";
import { extractOperation } from "./extract-operation.ts";
import { PageFetcher } from "./page-fetch.ts";
import { projectHandler, projectOperation } from "./project-operation.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Start } from "../../module.ts";
import type { HandledOperation } from "../../base/jobs/operation.ts";
import type { Store } from "../../base/core/store.ts";
import type { JobExpansions } from "../../base/jobs/routes/jobs.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Uplink } from "../../uplink/uplink-port.ts";
import type { Outbound } from "../../notifications/webhooks/outbound-port.ts";

/** The parts of the appliance that brands need. */
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
  operations: HandledOperation[];
  expansions: JobExpansions;
}

/** Stored brands and the operations that make and use them. */
export async function startBrands(start: Start, parts: BrandParts): Promise<BrandsModule> {
  const { clock, outbound } = parts;
  const reader = await start("page reader", new PageReader({ clock }));
  const brands = new BrandService(parts);
  const pages = new PageFetcher({ outbound, reader });
  const operations = [
    {
      operation: extractOperation(parts),
      handler: extractHandler({ ...parts, reader, pages, brands }),
    },
    { operation: projectOperation(parts), handler: projectHandler({ ...parts, brands }) },
  ];
  return { brands, operations, expansions: { brand: (job) => brandOfJob(brands, job) } };
}
