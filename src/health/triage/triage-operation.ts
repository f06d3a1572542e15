import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { type Static, Type } from "typebox";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { Operation, PreparedJob } from "../../base/jobs/operation.ts";
import { defineOperation } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { uplinkDeadlineMs } from "../../uplink/deadlines.ts";
import { lackingEndpoint } from "../../uplink/lacking-endpoint.ts";
import { closed, words } from "../schema-parts.ts";
import { commonFields, contextOf, localeField, localeOf, passedOn } from "../common-fields.ts";
import type { HealthParts } from "../health-parts.ts";
import { type Payload, payloadKind, receivePayload } from "../payload.ts";
import { receivePicture } from "../source-picture.ts";

/** Body of `POST /health/analyze` (decisions section 4). */
const bodySchema = closed({
  input: closed({
    type: words("image", "eeg"),
    data: Type.String({
      minLength: 4,
      description:
        "The file as base64 or a data URL. A picture is JPEG, PNG, WebP or DICOM, and may also be an https URL. An EEG is EDF or BDF",
    }),
    modality: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "The kind of picture, for example `X-ray`. Required for pictures",
      }),
    ),
  }),
  response_format: Type.Optional(
    closed({ locale: localeField, detail: Type.Optional(words("brief", "full")) }),
  ),
  ...commonFields,
});
type Body = Static<typeof bodySchema>;

/** The input of a triage job. */
export type TriageInput = {
  kind: "image" | "eeg";
  from: Payload;
  modality: string | null;
  context: JsonObject;
  locale: string;
  detail: "brief" | "full";
};

/** The capability and data class that a picture needs of an endpoint. */
export const pictureNeed = { capability: "vision", dataClass: "health" } as const;

/** `POST /health/analyze`. */
export function triageOperation(parts: HealthParts): Operation {
  return defineOperation({
    namespace: "health",
    method: "analyze",
    summary: "Triage a medical picture or an EEG; this is not a diagnosis",
    scope: "health:write",
    isTool: true,
    jobType: "health.triage",
    path: "/health/analyze",
    inputSchema: bodySchema,
    bodyLimitBytes: limits.manyPicturesBodyBytes,
    blobFields: ["input.data"],
    prepare: (body, _caller, blobs) => prepare(parts, body, blobs),
  });
}

function prepare(parts: HealthParts, body: Body, blobs: ReceivedBlobs | undefined): PreparedJob {
  if (!parts.settings.triageEnabled)
    throw disabled("health.triage: is off on this box. Set it to true");
  const { type, modality, data } = body.input;
  if (type === "image" && modality === undefined) {
    throw invalidField("input.modality", "is missing. Send it with a picture");
  }
  const context = contextOf(body);
  const { from, echo, blobIds } =
    type === "image" ? receivePicture(data, parts, blobs) : receiveRecording(data, blobs);
  if (type === "image" && !parts.uplink?.hasSomewhere(pictureNeed)) {
    throw disabled(`input: ${lackingEndpoint(pictureNeed)}. Configure one`);
  }
  const { locale: requested, detail = "full" } = body.response_format ?? {};
  const { locale, warnings } = localeOf(requested, { context, siteLocale: parts.siteLocale });
  const input: TriageInput = {
    kind: type,
    from,
    modality: modality ?? null,
    context,
    locale,
    detail,
  };
  return {
    input,
    blobIds,
    inputEcho: { type, ...omitUndefined({ modality }), ...echo, locale, detail },
    ...passedOn(body),
    warnings,
    deadlineMs: uplinkDeadlineMs.health,
  };
}

function receiveRecording(data: string, blobs: ReceivedBlobs | undefined) {
  const param = "input.data";
  if (/^https?:/i.test(data)) throw invalidField(param, "is an address. Send an EEG as base64");
  const { from, sizeBytes, head } = receivePayload(
    data,
    { param, forms: "a data URL or base64" },
    blobs,
  );
  const kind = payloadKind(head);
  if (kind !== "edf" && kind !== "bdf")
    throw invalidField(param, "is neither EDF nor BDF. Send one of them");
  const blobIds = "blobId" in from ? [from.blobId] : [];
  return { from, echo: { source: kind, bytes: sizeBytes }, blobIds };
}

function disabled(what: string) {
  return fail("health_triage_disabled", what);
}
