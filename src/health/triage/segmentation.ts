import { modalityKey } from "../modality-terms.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { HealthParts, MissingPart } from "../health-parts.ts";
import { snakeCase } from "../snake-case.ts";

/** The result of the segmentation of a picture. */
export interface SegmentedPicture {
  /** The figures, for `payload.local.segmentation`; null where nothing was segmented. */
  local: JsonObject | null;
  overlay: Uint8Array | null;
  /** The reason for an absent segmentation. */
  missing: MissingPart | null;
}

/** Failures of the model that do not fail the job. */
const ofTheNet: ReadonlySet<string> = new Set(["model_unavailable", "input_unreadable"]);

/** Segments a clean picture by the site's model for its modality; without one the result is null. */
export async function segment(
  { settings, compute }: Pick<HealthParts, "settings" | "compute">,
  { bytes, modality }: { bytes: Uint8Array; modality: string },
): Promise<SegmentedPicture> {
  const { segmenters } = settings;
  if (segmenters.length === 0) return without("no segmenter is configured");
  const key = modalityKey(modality);
  const found = segmenters.find(({ modalities }) =>
    modalities.some((each) => modalityKey(each) === key),
  );
  if (!found) {
    const known = segmenters.flatMap(({ modalities }) => modalities).join(", ");
    return without(`no segmenter is configured for this modality; there are some for: ${known}`);
  }
  try {
    const { overlay, ...figures } = await compute.segment(bytes, found.net);
    return { local: snakeCase(figures) as JsonObject, overlay, missing: null };
  } catch (error) {
    const known = GatehouseError.find(error);
    if (!known || !ofTheNet.has(known.code)) throw error;
    return without(known.message);
  }
}

function without(reason: string): SegmentedPicture {
  const missing = { part: "segmentation_overlay_url", reason, setting: "health.segmenters" };
  return { local: null, overlay: null, missing };
}
