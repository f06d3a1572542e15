import type { BrandColorRole, BrandFontRole, BrandFontSource } from "./brand-terms.ts";

import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/** Brands of one organisation; one more is refused with `conflict`. */
export const maxBrands = 1000;

/** A colour with its role in the brand. */
export interface BrandColor {
  hex: string;
  role: BrandColorRole;
  /** 0–1; the shares of a brand add up to at most 1. */
  proportion: number;
}

/** A typeface with its role in the brand. */
export interface BrandFont {
  family: string;
  role: BrandFontRole;
  source: BrandFontSource;
}

/** The tone of the brand's texts. */
export interface BrandTone {
  voice: string | null;
  dos: string[];
  donts: string[];
}

/** The brand's statements about itself. */
export interface BrandSelf {
  tagline: string | null;
  industry: string | null;
  values: string[];
  audience: string | null;
}

/** A picture of a brand: a file of the box. */
export interface BrandPicture {
  assetId: string;
  mime: string;
  widthPx: number;
  heightPx: number;
}

/** A brand as stored; plain data. */
export interface BrandRecord {
  v: 1;
  id: string;
  org: string;
  name: string;
  sourceUrl: string | null;
  logo: BrandPicture | null;
  colors: BrandColor[];
  typography: BrandFont[];
  tone: BrandTone | null;
  identity: BrandSelf | null;
  /** Pictures of the page, at their original addresses. */
  imageUrls: string[];
  /** Pictures from the request. */
  images: BrandPicture[];
  locale: string | null;
  createdAtMs: number;
  updatedAtMs: number;
}

const brandKey = (org: string, id: string): StoreKey => [org, "brand", id.toLowerCase()];

/** Returns the brand, or undefined: an unknown one and another organisation's look the same. */
export function getBrand(store: StoreReader, org: string, id: string): BrandRecord | undefined {
  return store.get<BrandRecord>(brandKey(org, id));
}

/** Returns brands of the organisation, newest first. */
export function listBrands(store: StoreReader, org: string): BrandRecord[] {
  return store
    .range<BrandRecord>({ prefix: [org, "brand"], reverse: true, limit: maxBrands })
    .map(({ value }) => value);
}

/** Returns how many brands the organisation has. */
export function countBrands(store: StoreReader, org: string): number {
  return store.count([org, "brand"]);
}

/** Stores the brand, as part of the caller's transaction. */
export function putBrand(tx: StoreTransaction, brand: BrandRecord): void {
  tx.put(brandKey(brand.org, brand.id), brand);
}

/** Removes the brand's record. */
export function removeBrand(tx: StoreTransaction, brand: BrandRecord): void {
  tx.remove(brandKey(brand.org, brand.id));
}

/** Returns the files of the box that belong to the brand. */
export function picturesOf({ logo, images }: BrandRecord): BrandPicture[] {
  return [...(logo ? [logo] : []), ...images];
}
