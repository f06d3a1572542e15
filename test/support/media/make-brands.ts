import { PageReader } from "../../../src/adapters/compute/page-reader.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import type { Assets } from "../../../src/base/assets/assets.ts";
import { type BrandRecord, putBrand } from "../../../src/media/brands/brand-record.ts";
import { BrandService } from "../../../src/media/brands/brand-service.ts";
import { extractHandler } from "../../../src/media/brands/extract-handler.ts";
import { extractOperation } from "../../../src/media/brands/extract-operation.ts";
import { PageFetcher } from "../../../src/media/brands/page-fetch.ts";
import { projectHandler, projectOperation } from "../../../src/media/brands/project-operation.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { Jobs } from "../../../src/base/jobs/jobs.ts";

const brandRecord: BrandRecord = {
  v: 1,
  id: "",
  org: "default",
  name: "Acme Bakery",
  sourceUrl: "https://acme.example/",
  logo: null,
  colors: [
    { hex: "#b5361c", role: "primary", proportion: 0.2 },
    { hex: "#ffffff", role: "background", proportion: 0.7 },
    { hex: "#222222", role: "text", proportion: 0.1 },
  ],
  typography: [
    { family: "Playfair Display", role: "heading", source: "google_fonts" },
    { family: "Inter", role: "body", source: "web_font" },
  ],
  tone: null,
  identity: null,
  imageUrls: ["https://acme.example/bread.jpg"],
  images: [],
  locale: "de-CH",
  createdAtMs: 1_700_000_000_000,
  updatedAtMs: 1_700_000_000_000,
};

/** Stored brands and their operations; pages are read only when one is asked for. */
export function makeBrands(
  parts: { store: Store; assets: Assets; jobs: Jobs },
  outbound = new OutboundClient({ allowedNetworks: [], ownPorts: () => [] }),
): { brands: BrandService; reader: PageReader } {
  const { jobs } = parts;
  const clock = systemClock;
  const brands = new BrandService(parts);
  const reader = new PageReader({ clock });
  const pages = new PageFetcher({ outbound, reader });
  jobs.operations.register(extractOperation({ ...parts, clock, outbound }));
  jobs.operations.register(projectOperation(parts));
  jobs.register(extractHandler({ ...parts, clock, reader, pages, brands }));
  jobs.register(projectHandler({ ...parts, brands }));
  return { brands, reader };
}

/** Stores a brand of the default organisation. */
export async function storeBrand(
  store: Store,
  change: Partial<BrandRecord> = {},
): Promise<BrandRecord> {
  const brand = { ...brandRecord, id: uuidv7(Date.now()), ...change };
  await store.transact((tx) => putBrand(tx, brand));
  return brand;
}
