import { type Static, Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../../base/contract/answers.ts";
import { brandColorRoles, brandFontRoles, brandFontSources } from "../brand-terms.ts";

const id = Type.String({ description: "UUID of the brand" });
const texts = Type.Array(Type.String());

/** A stored brand (decisions section 3). */
export const brandAnswer = named(
  "Brand",
  Type.Object({
    id,
    object: kind("brand"),
    name: Type.String(),
    source_url: orNull(Type.String({ description: "Address of the web page after its redirects" })),
    logo_url: orNull(Type.String({ description: "Signed address on the box" })),
    colors: Type.Array(
      Type.Object({
        hex: Type.String(),
        role: oneOfValues(brandColorRoles),
        proportion: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      { description: "Colours, the main colour first" },
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
    locale: orNull(Type.String({ description: "Language of the web page, for example `de-CH`" })),
    created_at: unixTime,
    updated_at: unixTime,
    latest_job: Type.Optional(anyObject("The newest job of the brand, with `expand=latest_job`")),
  }),
);

/** The answer to the deletion of a brand. */
export const brandDeletedAnswer = named(
  "BrandDeleted",
  Type.Object({ id, object: kind("brand"), deleted: Type.Boolean() }),
);

/** A brand as answers show it. */
export type BrandWire = Static<typeof brandAnswer>;
