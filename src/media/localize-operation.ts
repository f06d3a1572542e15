import { invalidField } from "../base/contract/fail.ts";
import { type LocalizeRequest, localizeRequestSchema } from "./wire/media.ts";
import type {
  Caller,
  JobContext,
  JobHandler,
  Operation,
  PreparedJob,
} from "../base/jobs/operation.ts";
import { defineOperation } from "../base/jobs/operation.ts";
import { checkBrand, groundingOf } from "./brand-grounding.ts";
import { beginStep } from "./drawing.ts";
import { change, changeGate, changeJob, type ChangeParts, sourceOf } from "./edit-operation.ts";
import { localizePrompt } from "./prompt.ts";
import { adTypes, checkSource } from "./source-job.ts";

const need = { capability: "image_edit", dataClass: "media" } as const;
const concurrency = 4;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** `POST /campaigns/localize-ad`: adapts an advertisement to another market. */
export function localizeOperation(parts: ChangeParts): Operation {
  return defineOperation({
    namespace: "campaigns",
    method: "localize",
    methodAliases: ["localize-ad"],
    summary: "Adapt an advertisement to a market; the source job need not have ended",
    scope: "media:write",
    isTool: true,
    jobType: "ad.localization",
    path: "/campaigns/localize-ad",
    inputSchema: localizeRequestSchema,
    prepare: (request, caller) => prepare(parts, request, caller),
  });
}

function prepare(parts: ChangeParts, request: LocalizeRequest, { org }: Caller): PreparedJob {
  const { client_reference_id, metadata, ...fields } = request;
  const language = languageTag(fields.target_language);
  const currency = fields.target_currency.toUpperCase();
  if (!currencies.has(currency)) {
    throw invalidField("target_currency", "is not a currency of ISO 4217. Send a code such as EUR");
  }
  parts.uplink.require(need);
  checkBrand(parts.brands, org, fields);
  const id = fields.source_job_id.toLowerCase();
  checkSource(parts.jobs, { org, id, param: "source_job_id" }, adTypes);
  const market = { source_job_id: id, target_language: language, target_currency: currency };
  return changeJob({ input: { ...fields, ...market }, client_reference_id, metadata });
}

/** Returns the tag in its canonical form; refuses anything but a BCP 47 tag of a known language. */
function languageTag(text: string): string {
  try {
    const locale = new Intl.Locale(text);
    const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
    if (names.of(locale.language) !== undefined) return locale.toString();
  } catch {
    // Falls through: not well-formed.
  }
  throw invalidField(
    "target_language",
    "is not a language of BCP 47. Send a tag such as fr or pt-BR",
  );
}

/** Runs the adaptations; a job waits until its source has ended. */
export function localizeHandler(parts: ChangeParts): JobHandler {
  return {
    type: "ad.localization",
    concurrency,
    gate: changeGate(parts),
    async run(context: JobContext<LocalizeRequest>) {
      const request = context.input;
      await beginStep(context, "resolve_inputs");
      const source = await sourceOf(parts, context);
      await beginStep(context, "retrieve_brand");
      const { brand } = await groundingOf(parts, context.job.org, request);
      await beginStep(context, "compose_prompt");
      const prompt = localizePrompt({
        prompt: request.prompt,
        language: spelledOut(request.target_language),
        currency: request.target_currency,
        culture: request.target_culture,
        brand,
      });
      return await change(parts, context, { source, prompt });
    },
  };
}

/** Returns `French (fr)`: models handle names better than codes. */
function spelledOut(tag: string): string {
  return `${new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag} (${tag})`;
}
