import type { Job } from "../../base/jobs/job.ts";
import type { BrandService, ShownBrand } from "./brand-service.ts";
import type { BrandWire } from "./wire/brand-answers.ts";

/** A stored brand on the wire. */
export function brandWire({ brand, logoUrl, imageUrls }: ShownBrand): BrandWire {
  return {
    id: brand.id,
    object: "brand",
    name: brand.name,
    source_url: brand.sourceUrl,
    logo_url: logoUrl,
    colors: brand.colors,
    typography: brand.typography,
    tone: brand.tone,
    identity: brand.identity,
    image_urls: [...imageUrls],
    locale: brand.locale,
    created_at: brand.createdAtMs / 1000,
    updated_at: brand.updatedAtMs / 1000,
  };
}

/** Returns what `expand=brand` shows: the brand in the job's `result_url`. */
export function brandOfJob(brands: Pick<BrandService, "ofJob">, job: Job): BrandWire | undefined {
  const found = brands.ofJob(job);
  return found && brandWire(found);
}
