import type { BrandIdentity } from "./brands/brand-document.ts";
import { fail } from "../base/contract/fail.ts";
import type { Picture } from "../uplink/requests.ts";
import type { TextBrand } from "./brand-text.ts";
import type { MediaPictures } from "./picture-port.ts";
import type { MediaBrands } from "./ports.ts";

/** The fields with which a request names its brand. */
export interface BrandChoice {
  brand_id?: string;
  brand_identity?: BrandIdentity;
}

/** The brand of a picture, and its logo ready to send. */
export interface Grounding {
  brand: TextBrand | null;
  logo: Picture | null;
}

/**
 * Refuses a request that names two brands (`invalid_request_body`) or a brand that the organisation does
 * not have (`not_found`).
 */
export function checkBrand(brands: MediaBrands, org: string, choice: BrandChoice): void {
  const { brand_id: id, brand_identity: identity } = choice;
  if (id === undefined) return;
  if (identity !== undefined) {
    const message = "brand_identity: stands beside brand_id. Send one of the two";
    throw fail("invalid_request_body", message, { param: "brand_identity" });
  }
  if (brands.exists(org, id)) return;
  throw fail("not_found", "brand_id: no such brand exists. Send the id of a stored brand", {
    param: "brand_id",
  });
}

/** Reads the brand of a job. Rejects with `input_unreadable` when it has been removed. */
export async function groundingOf(
  parts: { brands: MediaBrands; pictures: MediaPictures },
  org: string,
  choice: BrandChoice,
): Promise<Grounding> {
  const { brand_id: id, brand_identity: identity } = choice;
  if (identity) return { brand: { name: identity.name ?? null, identity }, logo: null };
  if (id === undefined) return { brand: null, logo: null };
  const stored = await parts.brands.grounding(org, id);
  if (!stored)
    throw fail(
      "input_unreadable",
      "brand_id: the brand has been removed. Send the request with another brand",
    );
  const { name, logo } = stored;
  return {
    brand: { name, identity: stored.identity },
    logo: logo && (await parts.pictures.reference(logo.bytes)),
  };
}
