import type { JsonObject } from "../../base/jobs/job.ts";
import type { Detection } from "../core/vision-port.ts";
import type { EvidenceUrls } from "../incidents/evidence-port.ts";
import { incidentWire } from "../incidents/incident-wire.ts";
import type { PictureAnalysis, PictureTask } from "./picture-analysis.ts";

/** `payload.output` of the analysis of a picture; `urls` signs the addresses of its pictures. */
export function pictureOutput(
  analysis: PictureAnalysis,
  { org, settings }: Pick<PictureTask, "org" | "settings">,
  urls: EvidenceUrls,
): JsonObject {
  const { assetId } = analysis;
  const isShown = settings.annotated && assetId !== null;
  return {
    width: analysis.widthPx,
    height: analysis.heightPx,
    model: analysis.model,
    detections: analysis.detections.map(detectionWire),
    incidents: analysis.incidents.map((record) => incidentWire(record, urls)),
    annotated_image_url: isShown ? urls.url(org, assetId) : null,
    ...(settings.diagnostics ? { diagnostics: stepsWire(analysis) } : {}),
  };
}

function detectionWire(detection: Detection): JsonObject {
  return {
    class: detection.label,
    confidence: Math.round(detection.score * 1000) / 1000,
    xyxy: detection.boxNorm.map((value) => Math.round(value * 10_000) / 10_000),
  };
}

function stepsWire({ totalMs, steps }: PictureAnalysis): JsonObject {
  return {
    total_ms: Math.round(totalMs),
    steps: steps.map(({ name, durationMs }) => ({ name, duration_ms: Math.round(durationMs) })),
  };
}
