import { type Static, Type } from "typebox";
import { limits } from "../../../base/contract/limits.ts";
import { notBlankPattern } from "../../../base/contract/pattern-words.ts";
import { stringMap } from "../../../base/contract/string-map.ts";

const closed = { additionalProperties: false } as const;
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Characters of the base64 of one picture of 15 MB with the head of a data URL. */
const pictureText = Type.String({
  minLength: 1,
  maxLength: Math.ceil(limits.pictureBytes / 3) * 4 + 100,
  description: "A JPEG, PNG or WebP up to 15 MB, as base64 or a data URL",
});

const common = {
  client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
  metadata: Type.Optional(
    stringMap("Your own values. The job and its webhook deliveries repeat them"),
  ),
};

/** Body of `POST /brands/extract` (contract section 4.7). */
export const brandExtractSchema = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: "The https address of the web page",
      }),
    ),
    logoBase64: Type.Optional(pictureText),
    imagesBase64: Type.Optional(Type.Array(pictureText, { maxItems: 5 })),
    name: Type.Optional(line(200)),
    location: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "Country code, language or place. It selects the language and the regional variant of the web page",
      }),
    ),
    ...common,
  },
  closed,
);

/** A request for an extraction. */
export type BrandExtractRequest = Static<typeof brandExtractSchema>;

/** Input of `brands.project`; over HTTP `brand_id` stands in the path. */
export const brandProjectSchema = Type.Object(
  {
    brand_id: Type.String({ pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }),
    use_case: Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: notBlankPattern,
      description: "The use of the brand, for example `email newsletter`",
    }),
    ...common,
  },
  closed,
);

/** A request for a projection. */
export type BrandProjectRequest = Static<typeof brandProjectSchema>;
