import type { Assets } from "../../base/assets/assets.ts";
import type { BrandIdentity } from "./brand-document.ts";
import type { Store } from "../../base/core/store.ts";
import type { Job } from "../../base/jobs/job.ts";
import { type BrandRecord, getBrand, listBrands, picturesOf, removeBrand } from "./brand-record.ts";

/** The parts of the service. */
export interface BrandServiceParts {
  store: Store;
  assets: Pick<Assets, "url" | "read" | "remove" | "publicUrl">;
}

/** A stored brand with the signed addresses of its pictures. */
export interface ShownBrand {
  brand: BrandRecord;
  logoUrl: string | null;
  imageUrls: readonly string[];
}

/** A stored brand as picture generation uses it. */
export interface StoredBrand {
  id: string;
  name: string;
  /** In the form of a request's `brand_identity`. */
  identity: BrandIdentity;
  /** The logo as PNG, JPEG or WebP; null without one. */
  logo: { bytes: Uint8Array; mime: string } | null;
}

/**
 * Reads stored brands. Every call is bound to one organisation; unknown brands and those of another
 * organisation are both `undefined`.
 */
export class BrandService {
  readonly #parts: BrandServiceParts;

  constructor(parts: BrandServiceParts) {
    this.#parts = parts;
  }

  /** Returns brands, newest first; with `query` those whose name, address or tagline contains it, ignoring case. */
  list(org: string, query?: string): ShownBrand[] {
    const needle = query?.trim().toLowerCase() ?? "";
    return listBrands(this.#parts.store, org)
      .filter((brand) => needle === "" || textOf(brand).includes(needle))
      .map((brand) => this.#shown(brand));
  }

  get(org: string, id: string): ShownBrand | undefined {
    const brand = getBrand(this.#parts.store, org, id);
    return brand && this.#shown(brand);
  }

  /** True when the brand exists; for checks before a job is accepted. */
  exists(org: string, id: string): boolean {
    return getBrand(this.#parts.store, org, id) !== undefined;
  }

  /** Removes the brand with its pictures; false for an unknown one. */
  async remove(org: string, id: string): Promise<boolean> {
    const { store, assets } = this.#parts;
    const brand = getBrand(store, org, id);
    if (!brand) return false;
    // Dependent files go first: after a crash in between, the brand can still be removed again.
    for (const { assetId } of picturesOf(brand)) await assets.remove(org, assetId);
    await store.transact((tx) => removeBrand(tx, brand), { essential: true });
    return true;
  }

  /** Returns the brand for media work that names it. */
  async grounding(org: string, id: string): Promise<StoredBrand | undefined> {
    const { store, assets } = this.#parts;
    const brand = getBrand(store, org, id);
    if (!brand) return undefined;
    const { name, colors, typography, tone, identity, logo } = brand;
    const bytes = logo ? await assets.read(org, logo.assetId) : undefined;
    return {
      id: brand.id,
      name,
      identity: { name, colors, typography, tone, identity },
      logo: bytes && logo ? { bytes, mime: logo.mime } : null,
    };
  }

  /** Returns the address of a brand's record, the `result_url` of its jobs. */
  address(id: string): string {
    return `${this.#parts.assets.publicUrl()}/api/v1/brands/${id}`;
  }

  /** Returns the brand in the job's `result_url`. */
  ofJob(job: Job): ShownBrand | undefined {
    const [, id] = /\/api\/v1\/brands\/([0-9a-f-]{36})$/.exec(job.resultUrl ?? "") ?? [];
    return id === undefined ? undefined : this.get(job.org, id);
  }

  #shown(brand: BrandRecord): ShownBrand {
    const { assets } = this.#parts;
    const urlOf = ({ assetId }: { assetId: string }) => assets.url(brand.org, assetId);
    const { logo, images, imageUrls } = brand;
    return {
      brand,
      logoUrl: logo && urlOf(logo),
      imageUrls: [...images.map(urlOf), ...imageUrls].filter((url) => url !== null),
    };
  }
}

function textOf({ name, sourceUrl, identity }: BrandRecord): string {
  return [name, sourceUrl ?? "", identity?.tagline ?? ""].join("\n").toLowerCase();
}
