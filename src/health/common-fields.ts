import { invalidField } from "../base/contract/fail.ts";
import { type TProperties, Type } from "typebox";
import { limits } from "../base/contract/limits.ts";
import type { JsonObject } from "../base/jobs/job.ts";
import { healthTexts, textsFor } from "./texts/texts.ts";

/** Longest context, serialised (contract section 8). */
const contextCharacters = 16_000;

/** Fields of every job of this module. */
export const commonFields = {
  context: Type.Optional(
    Type.Unsafe<JsonObject>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: `Any JSON of at most ${contextCharacters} characters, for example age, symptoms, duration and locale`,
        },
      ),
    ),
  ),
  client_reference_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: limits.clientReferenceIdLength }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<{ [name: string]: string }>({
      type: "object",
      maxProperties: limits.metadataKeys,
      additionalProperties: { type: "string", maxLength: limits.metadataValueLength },
    }),
  ),
} satisfies TProperties;

const localePattern = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$";

/** A BCP 47 tag. */
export const localeField = Type.Optional(
  Type.String({
    pattern: localePattern,
    description:
      "Language (BCP 47). Without it `context.locale` applies, and without that the site's language",
  }),
);

/** The language of a job's texts, with the warning where it differs from the requested one. */
export interface TextLanguage {
  locale: string;
  warnings: string[];
}

/**
 * Returns the language of a job's texts: the request's, else `context.locale` where that is a BCP 47 tag,
 * else the site's. A language without fixed texts becomes English, for the whole report, with a warning.
 */
export function localeOf(
  requested: string | undefined,
  { context, siteLocale }: { context: JsonObject; siteLocale: string },
): TextLanguage {
  const { locale } = context;
  const isTag = typeof locale === "string" && new RegExp(localePattern).test(locale);
  const tag = requested ?? (isTag ? locale : siteLocale);
  const { language } = textsFor(tag);
  if (tag.toLowerCase().split("-", 1)[0] === language) return { locale: tag, warnings: [] };
  const field =
    requested === undefined ? (isTag ? "context.locale" : "locale of the site") : "locale";
  const known = Object.keys(healthTexts).join(", ");
  const warning = `${field}: there are no texts in ${tag}. They are in English; choose one of ${known}`;
  return { locale: language, warnings: [warning] };
}

/** Returns the context of a request; throws `invalid_request_body` when it is too long. */
export function contextOf({ context = {} }: { context?: JsonObject }): JsonObject {
  const length = JSON.stringify(context).length;
  if (length <= contextCharacters) return context;
  throw invalidField("context", `is ${length} characters long. Send at most ${contextCharacters}`);
}

/** Returns the fields that a prepared job copies from the request. */
export function passedOn(input: {
  client_reference_id?: string;
  metadata?: { [name: string]: string };
}) {
  return {
    clientReferenceId: input.client_reference_id ?? null,
    metadata: input.metadata ?? {},
  };
}
