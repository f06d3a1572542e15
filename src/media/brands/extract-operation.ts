import { type BrandExtractRequest, brandExtractSchema } from "./wire/brand.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store } from "../../base/core/store.ts";
import type { Caller, Operation, PreparedJob } from "../../base/jobs/operation.ts";
import { defineOperation } from "../../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../../base/jobs/inputs/received-blob.ts";
import { readPictureText, type ReceivedPicture } from "../../base/jobs/inputs/received-picture.ts";
import { uplinkDeadlineMs } from "../../uplink/deadlines.ts";
import type { Outbound } from "../../notifications/webhooks/outbound-port.ts";
import { countBrands, maxBrands } from "./brand-record.ts";

/** Input of an extraction job, as the store has it. */
export type ExtractInput = {
  /** Id of the record that the job creates: the same after a retry. */
  brandId: string;
  url: string | null;
  name: string | null;
  location: string | null;
  logo: ReceivedPicture["from"] | null;
  images: ReceivedPicture["from"][];
};

/** The parts of the operation. */
export interface ExtractOperationParts {
  store: Store;
  clock: Pick<Clock, "wallMs">;
  outbound: Pick<Outbound, "refusal">;
}

/** `POST /brands/extract`: creates a brand from a page, pictures, or both (contract section 4.7). */
export function extractOperation(parts: ExtractOperationParts): Operation {
  return defineOperation({
    namespace: "brands",
    method: "extract",
    summary:
      "Extract a brand from a web page or from pictures; `result_url` is the address of the stored brand",
    scope: "brands:write",
    isTool: true,
    jobType: "brand.extraction",
    path: "/brands/extract",
    inputSchema: brandExtractSchema,
    bodyLimitBytes: limits.manyPicturesBodyBytes,
    blobFields: ["logoBase64", "imagesBase64[]"],
    prepare: (request, caller, blobs) => prepare(parts, request, { caller, blobs }),
  });
}

function prepare(
  { store, clock, outbound }: ExtractOperationParts,
  request: BrandExtractRequest,
  { caller, blobs }: { caller: Caller; blobs: ReceivedBlobs | undefined },
): PreparedJob {
  const { url = null, logoBase64, imagesBase64 = [], name = null, location = null } = request;
  if (url === null && logoBase64 === undefined && imagesBase64.length === 0) {
    throw invalidField("url", "is missing. Give a url, logoBase64 or imagesBase64");
  }
  if (url !== null) checkAddress(url, outbound);
  if (countBrands(store, caller.org) >= maxBrands) {
    throw fail("conflict", `url: the organisation has ${maxBrands} brands. Delete one first`);
  }
  const read = (text: string, param: string) => readPictureText(text, { param }, blobs).from;
  const logo = logoBase64 === undefined ? null : read(logoBase64, "logoBase64");
  const images = imagesBase64.map((text, at) => read(text, `imagesBase64[${at}]`));
  const brandId = uuidv7(clock.wallMs());
  const input: ExtractInput = { brandId, url, name, location, logo, images };
  const { client_reference_id: reference = null, metadata = {} } = request;
  return {
    input,
    blobIds: [logo, ...images].flatMap((from) => (from && "blobId" in from ? [from.blobId] : [])),
    inputEcho: { url, name, location, logo: logo !== null, image_count: images.length },
    clientReferenceId: reference,
    metadata,
    tags: { brandId },
    deadlineMs: uplinkDeadlineMs.brand,
    // A missing host name fails within seconds; a box without network waits elsewhere.
    maxAttempts: 3,
  };
}

function checkAddress(url: string, outbound: Pick<Outbound, "refusal">): void {
  const refusal = outbound.refusal(url);
  if (refusal === null) return;
  const code = refusal.kind === "address" ? "forbidden_address" : "invalid_request_body";
  throw fail(code, `url: ${refusal.message}`, { param: "url" });
}
