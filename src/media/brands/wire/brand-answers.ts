import { Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../../base/contract/answers.ts";
import {
  type BrandColorRole,
  brandColorRoles,
  type BrandFontRole,
  brandFontRoles,
  type BrandFontSource,
  brandFontSources,
} from "./brand.ts";

const id = Type.String({ description: "UUID of the brand" });
const texts = Type.Array(Type.String());

/** A stored brand (decisions section 3). */
export const brandAnswer = named(
  "Brand",
  Type.Object({
    id,
    object: kind("brand"),
    name: Type.String(),
    source_url: orNull(Type.String({ description: "The page, after its redirects" })),
    logo_url: orNull(Type.String({ description: "Signed address on the box" })),
    colors: Type.Array(
      Type.Object({
        hex: Type.String(),
        role: oneOfValues(brandColorRoles),
        proportion: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      { description: "The main colour first" },
    ),
    typography: Type.Array(
      Type.Object({
        family: Type.String(),
        role: oneOfValues(brandFontRoles),
        source: oneOfValues(brandFontSources),
      }),
    ),
    tone: orNull(Type.Object({ voice: orNull(Type.String()), dos: texts, donts: texts })),
    identity: orNull(
      Type.Object({
        tagline: orNull(Type.String()),
        industry: orNull(Type.String()),
        values: texts,
        audience: orNull(Type.String()),
      }),
    ),
    image_urls: texts,
    locale: orNull(Type.String({ description: "Language of the page, as `de-CH`" })),
    created_at: unixTime,
    updated_at: unixTime,
    latest_job: Type.Optional(anyObject("With `expand=latest_job`: the newest job of the brand")),
  }),
);

/** The answer to the deletion of a brand. */
export const brandDeletedAnswer = named(
  "BrandDeleted",
  Type.Object({ id, object: kind("brand"), deleted: Type.Boolean() }),
);

/** A colour with its place in the brand. */
export interface BrandColor {
  hex: string;
  role: BrandColorRole;
  /** 0–1; those of a brand add up to 1 at most. */
  proportion: number;
}

/** A typeface with its place in the brand. */
export interface BrandFont {
  family: string;
  role: BrandFontRole;
  source: BrandFontSource;
}

/** How texts of the brand sound. */
export interface BrandTone {
  voice: string | null;
  dos: string[];
  donts: string[];
}

/** What the brand says of itself. */
export interface BrandSelf {
  tagline: string | null;
  industry: string | null;
  values: string[];
  audience: string | null;
}

/** A brand as answers show it. */
export type BrandWire = {
  id: string;
  object: "brand";
  name: string;
  source_url: string | null;
  logo_url: string | null;
  colors: readonly BrandColor[];
  typography: readonly BrandFont[];
  tone: BrandTone | null;
  identity: BrandSelf | null;
  image_urls: readonly string[];
  locale: string | null;
  created_at: number;
  updated_at: number;
  latest_job?: object;
};
