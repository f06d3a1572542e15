import { type Static, Type } from "typebox";
import { oneOfValues, orNull } from "../../base/contract/answers.ts";
import { brandColorRoles, brandFontRoles, brandFontSources } from "./brand-terms.ts";

const closed = { additionalProperties: false } as const;
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const lines = (title: string) => Type.Array(line(300), { maxItems: 12, description: title });

const color = Type.Object(
  {
    hex: Type.String({
      pattern: "^#[0-9a-fA-F]{6}$",
      description: "Colour in sRGB, for example `#e4572e`",
    }),
    role: Type.Optional(oneOfValues(brandColorRoles)),
    proportion: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Share of the coloured area" }),
    ),
  },
  closed,
);

const typeface = Type.Object(
  {
    family: line(100),
    role: Type.Optional(oneOfValues(brandFontRoles)),
    source: Type.Optional(oneOfValues(brandFontSources)),
  },
  closed,
);

const tone = Type.Object(
  {
    voice: Type.Optional(orNull(line(500))),
    dos: Type.Optional(lines("Things that texts of the brand do")),
    donts: Type.Optional(lines("Things that texts of the brand never do")),
  },
  closed,
);

const identity = Type.Object(
  {
    tagline: Type.Optional(orNull(line(300))),
    industry: Type.Optional(orNull(line(200))),
    values: Type.Optional(lines("Values that the brand stands for")),
    audience: Type.Optional(orNull(line(500))),
  },
  closed,
);

/** `brand_identity` of a media request: an inline brand in place of a stored one (decisions section 3). */
export const brandIdentitySchema = Type.Object(
  {
    name: Type.Optional(line(200)),
    colors: Type.Optional(Type.Array(color, { maxItems: 16 })),
    typography: Type.Optional(Type.Array(typeface, { maxItems: 8 })),
    tone: Type.Optional(orNull(tone)),
    identity: Type.Optional(orNull(identity)),
  },
  closed,
);

/** The brand of media work: inline in a request, or read from a stored record. */
export type BrandIdentity = Static<typeof brandIdentitySchema>;

const said = (description: string) => Type.String({ description, maxLength: 500 });
const saidList = (description: string) => Type.Array(said(description), { maxItems: 8 });

/** Schema for a text endpoint's answer about a brand, from the words of its page. */
export const brandToldSchema = Type.Object(
  {
    tone: Type.Object(
      {
        voice: said("How its texts sound, in a sentence"),
        dos: saidList("What its texts do"),
        donts: saidList("Things that texts of the brand never do"),
      },
      closed,
    ),
    identity: Type.Object(
      {
        tagline: said("Its own tagline, or an empty text"),
        industry: said("Industry"),
        values: saidList("A value, in a few words"),
        audience: said("Whom it speaks to"),
      },
      closed,
    ),
  },
  closed,
);

/** Schema for a text endpoint's answer about one use of a brand. */
export const brandDirectionSchema = Type.Object(
  {
    summary: said("The direction in two sentences"),
    imagery: said("What pictures show and how they look"),
    do: saidList("What to do"),
    dont: saidList("What to avoid"),
    copy: Type.Object(
      {
        headline: said("Headline"),
        body: said("Text"),
        call_to_action: said("Words of the button"),
      },
      closed,
    ),
  },
  closed,
);
