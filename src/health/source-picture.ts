import type { JsonObject } from "../base/jobs/job.ts";
import type { JobContext } from "../base/jobs/operation.ts";
import type { ReceivedBlobs } from "../base/jobs/inputs/received-blob.ts";
import type { Picture } from "../uplink/requests.ts";
import { fail, invalidField } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";
import type { DicomFacts } from "./compute-port.ts";
import type { HealthParts } from "./health-parts.ts";
import { type Payload, payloadBytes, payloadKind, receivePayload } from "./payload.ts";
import { snakeCase } from "./snake-case.ts";

/** A picture of a request, as the job's input stores it, and the facts that may be shown. */
export interface SourcePicture {
  from: Payload;
  echo: JsonObject;
  blobIds: string[];
}

/**
 * Reads `input.data` of a picture: base64, a data URL or an https address. Throws `invalid_request_body`
 * and `forbidden_address` with `param`.
 */
export function receivePicture(
  data: string,
  parts: Pick<HealthParts, "pictures">,
  blobs: ReceivedBlobs | undefined,
): SourcePicture {
  const param = "input.data";
  const forms = "an https URL, data URL, or base64";
  if (/^https?:/i.test(data)) {
    parts.pictures.check(data, param);
    return { from: { url: data }, echo: { source: "url" }, blobIds: [] };
  }
  const { from, sizeBytes, head } = receivePayload(data, { param, forms }, blobs);
  const kind = payloadKind(head);
  if (kind === null || kind === "edf" || kind === "bdf") {
    throw invalidField(param, `is no JPEG, PNG, WebP or DICOM picture. Send ${forms}`);
  }
  return {
    from,
    echo: { source: kind, bytes: sizeBytes },
    blobIds: "blobId" in from ? [from.blobId] : [],
  };
}

/** A picture that may leave the box, and its facts. */
export interface PreparedPicture {
  picture: Picture;
  facts: JsonObject;
}

/**
 * Loads a picture and removes everything but its pixels; of DICOM it returns the tags of the allow-list.
 * Rejects with `input_unreadable` and `dicom_tools_missing`, and for DICOM with names painted into the
 * picture.
 */
export async function preparePicture(
  from: Payload,
  parts: Pick<HealthParts, "compute" | "dicom" | "pictures">,
  context: Pick<JobContext, "blob" | "signal">,
): Promise<PreparedPicture> {
  const { compute, dicom, pictures } = parts;
  const bytes =
    "url" in from
      ? await pictures.fetch(from.url, { maxBytes: limits.pictureBytes, signal: context.signal })
      : await payloadBytes(from, context);
  const isDicom = payloadKind(Buffer.from(bytes.subarray(0, 160))) === "dicom";
  const tags = isDicom ? await compute.dicomFacts(bytes) : null;
  if (tags) checkBurnedIn(tags);
  const pixels = tags ? await dicom.png(bytes, tags, context.signal) : bytes;
  const clean = await compute.cleanPicture(pixels);
  const { widthPx, heightPx, meanLuma, lumaSigma } = clean;
  return {
    picture: { bytes: clean.bytes, mediaType: clean.mediaType },
    facts: {
      width_px: widthPx,
      height_px: heightPx,
      mean_luma: Math.round(meanLuma),
      luma_sigma: Math.round(lumaSigma),
      // A picture of one tone shows nothing, whatever a model answers.
      is_blank: lumaSigma < 2,
      dicom: tags && snakeCase(tags),
    },
  };
}

function checkBurnedIn(tags: DicomFacts): void {
  if (!tags.hasBurnedInAnnotation) return;
  const message =
    "DICOM picture: has identifying text in its pixels (0028,0301). Blacken the text first";
  throw fail("input_unreadable", message);
}
