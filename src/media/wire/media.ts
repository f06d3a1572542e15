import { type Static, Type } from "typebox";
import { brand, common, object, prompt, uuid } from "../generation-document.ts";

const source = "Id of the job that generated the picture";

/** Body of `POST /campaigns/edit` (contract section 4.4). */
export const editRequestSchema = object(
  {
    source_job_id: Type.Optional(uuid(source)),
    ad_id: Type.Optional(uuid("The same as `source_job_id`")),
    prompt: Type.Optional(prompt("Description of the change")),
    instructions: Type.Optional(prompt("The same as `prompt`")),
    ...common,
  },
  "EditRequest",
);

/** A request for a change of a picture. */
export type EditRequest = Static<typeof editRequestSchema>;

/** Body of `POST /campaigns/localize-ad` (contract section 4.5). */
export const localizeRequestSchema = object(
  {
    source_job_id: uuid(source),
    prompt: prompt("Guidance, for example the parts that must not change"),
    target_language: Type.String({
      minLength: 2,
      maxLength: 35,
      description: "Target language (BCP 47), for example `fr` or `pt-BR`",
    }),
    target_currency: Type.String({
      minLength: 3,
      maxLength: 3,
      description: "Target currency (ISO 4217), for example `EUR`",
    }),
    target_culture: Type.String({
      minLength: 1,
      maxLength: 500,
      description: "Description of the market",
    }),
    ...brand,
    ...common,
  },
  "LocalizeRequest",
);

/** A request for an adaptation to a market. */
export type LocalizeRequest = Static<typeof localizeRequestSchema>;

/** Body of `POST /avatars/save` (contract section 4.6). */
export const avatarSaveSchema = object(
  {
    job_id: Type.Optional(uuid("Id of a completed avatar job")),
    image_url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description:
          "The `image_url` of a picture that this box has generated, instead of `job_id`",
      }),
    ),
    label: Type.String({ minLength: 1, maxLength: 200 }),
  },
  "AvatarSaveRequest",
);

/** A request to save an avatar. */
export type AvatarSaveRequest = Static<typeof avatarSaveSchema>;
