import { type Static, type TSchema, Type } from "typebox";
import { brandIdentitySchema } from "./brands/brand-document.ts";
import { oneOfValues } from "../base/contract/answers.ts";
import { limits } from "../base/contract/limits.ts";
import { notBlankPattern } from "../base/contract/pattern-words.ts";
import { stringMap } from "../base/contract/string-map.ts";
import { aspectRatios, maxReferences, promptLength } from "./media-terms.ts";

const closed = { additionalProperties: false } as const;
/** Pattern of an id, with its description. */
export const uuid = (description: string) =>
  Type.String({ pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", description });
/** A text for a picture. */
export const prompt = (description: string) =>
  Type.String({ minLength: 1, maxLength: promptLength, pattern: notBlankPattern, description });

const output = Type.Object(
  {
    aspect_ratio: Type.Optional(oneOfValues(aspectRatios)),
    resolution: Type.Optional(oneOfValues(["1K", "2K", "4K"])),
    thinking_intensity: Type.Optional(oneOfValues(["minimal", "low", "medium", "high"])),
  },
  { ...closed, title: "MediaOutput" },
);

/** The requested properties of the picture. */
export type MediaOutput = Static<typeof output>;

const references = Type.Array(
  Type.String({
    minLength: 1,
    // Base64 of 15 MB, and the head of a data URL.
    maxLength: Math.ceil(limits.pictureBytes / 3) * 4 + 100,
    description: "A JPEG, PNG or WebP up to 15 MB, as an https URL, a data URL or base64",
  }),
  { maxItems: maxReferences },
);

/** Fields of every request for a picture. */
export const common = {
  client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
  metadata: Type.Optional(
    stringMap("Your own values. The job and its webhook deliveries repeat them"),
  ),
};

/** The brand of a request: stored or inline. */
export const brand = {
  brand_id: Type.Optional(uuid("Id of a stored brand. Send either this or `brand_identity`")),
  brand_identity: Type.Optional(brandIdentitySchema),
};

const hints = Type.Optional(
  stringMap(
    "Hints for the picture: `filter_culture`, `avatar_composition`, `art_direction`, or others of your own",
  ),
);

const imageFields = {
  prompt: prompt("The content of the picture"),
  reference_images: Type.Optional(references),
  ...brand,
  output: Type.Optional(output),
  ...common,
};

/** An object of these fields only, with its name in the OpenAPI document. */
export const object = <P extends Record<string, TSchema>>(properties: P, title: string) =>
  Type.Object(properties, { ...closed, title });

/** Body of `POST /images/generations` (contract section 4.3). */
export const imageRequestSchema = object(imageFields, "ImageRequest");

/** Body of `POST /campaigns/generate` and `POST /ads/generate` (contract sections 4.2 and 4.3). */
export const campaignRequestSchema = object({ ...imageFields, hints }, "CampaignRequest");

/** Body of `POST /avatars/generate` (contract section 4.6). */
export const avatarRequestSchema = object(
  {
    prompt: Type.Optional(
      prompt("Description of the person or character. Optional if there are reference pictures"),
    ),
    reference_images: Type.Optional(references),
    hints,
    output: Type.Optional(output),
    ...common,
  },
  "AvatarRequest",
);

/** A request for a new picture, by any of the routes. */
export type GenerationRequest = Partial<Static<typeof campaignRequestSchema>>;
