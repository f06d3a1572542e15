import type { Static } from "typebox";
import { limits } from "../../base/contract/limits.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Operation, PreparedJob } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { uplinkDeadlineMs } from "../../uplink/deadlines.ts";
import { commonFields, contextOf, localeField, localeOf, passedOn } from "../common-fields.ts";
import type { HealthParts } from "../health-parts.ts";
import type { Payload } from "../payload.ts";
import { receivePicture } from "../source-picture.ts";
import { type ClinicalSpec } from "./clinical-spec.ts";
import { closed } from "../schema-parts.ts";

const allFields = { locale: localeField, ...commonFields };
type Common = Static<ReturnType<typeof closed<typeof allFields>>>;

/** The input of a clinical job. */
export type ClinicalJobInput = {
  /** The body without the picture. */
  body: JsonObject & { locale: string };
  picture: Payload | null;
  locale: string;
};

/** The operation of a clinical spec. */
export function clinicalOperation(
  spec: ClinicalSpec,
  parts: Pick<HealthParts, "pictures" | "siteLocale">,
): Operation {
  const { method, jobType, summary, fields, hasPicture } = spec;
  return {
    namespace: "clinical",
    method,
    summary,
    scope: "clinical:write",
    isTool: true,
    jobType,
    path: `/clinical/${method}`,
    inputSchema: closed({ ...fields, ...allFields }),
    ...(hasPicture ? { bodyLimitBytes: limits.mediaBodyBytes, blobFields: ["input.data"] } : {}),
    prepare: (body: JsonObject & Common, _caller, blobs) => prepare(spec, body, { parts, blobs }),
  };
}

function prepare(
  spec: ClinicalSpec,
  body: JsonObject & Common,
  with_: {
    parts: Pick<HealthParts, "pictures" | "siteLocale">;
    blobs: ReceivedBlobs | undefined;
  },
): PreparedJob {
  const context = contextOf(body);
  spec.check?.(body);
  const { siteLocale } = with_.parts;
  const { locale, warnings } = localeOf(body.locale, { context, siteLocale });
  const image = body["input"] as { data: string; modality: string } | undefined;
  const picture =
    spec.hasPicture && image ? receivePicture(image.data, with_.parts, with_.blobs) : null;
  const stored = picture ? { ...body, input: { modality: image!.modality } } : body;
  const input: ClinicalJobInput = {
    body: { ...stored, locale },
    picture: picture?.from ?? null,
    locale,
  };
  return {
    input,
    blobIds: picture?.blobIds ?? [],
    // The question is about a patient: only its presence and size are shown.
    inputEcho: { fields: Object.keys(body).toSorted(), locale, ...picture?.echo },
    ...passedOn(body),
    warnings,
    deadlineMs: uplinkDeadlineMs.clinical,
  };
}
