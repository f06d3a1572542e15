import { fail, invalidField } from "../../base/contract/fail.ts";
import { cameraLabels, cameraModel } from "../camera-model/camera-model-terms.ts";
import { motionLabel } from "../core/track.ts";
import type { Vision } from "../core/vision-port.ts";

/** The parts that know the models of the box. */
export interface ModelSelectionContext {
  vision: Pick<Vision, "labelsOf" | "status">;
  defaults: { model: string };
}

/** A model and the classes that it detects. */
export interface ModelSelection {
  model: string;
  labels: readonly string[];
  warning: string | null;
  /** Every model of the box. */
  installed: readonly { name: string; labels: readonly string[] }[];
}

/**
 * Returns the requested model, else the site's. Throws `invalid_request_body` for an unknown one, and
 * `detector_unavailable` while the box has not read its models yet.
 */
export function chooseModel(
  requested: string | null,
  context: ModelSelectionContext,
): ModelSelection {
  const { vision, defaults } = context;
  if (requested === cameraModel) return selectionOf(requested, context);
  const model = requested ?? defaults.model;
  const labels = vision.labelsOf(model);
  if (labels !== undefined) return selectionOf(model, context);
  if (requested !== null && requested !== motionLabel) {
    if (vision.status().state === "starting") {
      const message = "model: the box is still reading its models. Try again in a few seconds";
      throw fail("detector_unavailable", message, { retryAfterSec: 2 });
    }
    const installed = vision.status().models.map((one) => one.name);
    const known = new Set([...installed, motionLabel, cameraModel]);
    const list = [...known].join(", ");
    throw invalidField(
      "model",
      `there is no model \`${requested}\` on this box. Choose one of ${list}`,
    );
  }
  return selectionOf(motionLabel, context);
}

/** Throws `invalid_request_body` for the camera's own analysis where there is no live camera. */
export function refuseCameraModel(model: string | null): void {
  if (model !== cameraModel) return;
  const message = "`camera` needs a live camera, which sends metadata. Choose another model";
  throw invalidField("model", message);
}

/** `installed` is every model of the box: a request for motion beside one gets no warning that there is none. */
function motionWarning({
  labels,
  installed,
}: Pick<ModelSelection, "labels" | "installed">): string | null {
  if (labels.some((label) => label !== motionLabel)) return null;
  const isOnly = installed.every(({ name }) => name === motionLabel);
  const why = isOnly ? "no detection model" : "no detection model is used";
  return `${why}: things that move are reported as class \`motion\`, which stands for every class`;
}

/** Returns what `model`, to which a stream was resolved, detects. */
export function selectionOf(model: string, context: ModelSelectionContext): ModelSelection {
  const labels =
    model === cameraModel ? cameraLabels : (context.vision.labelsOf(model) ?? [motionLabel]);
  const installed = context.vision.status().models;
  return { model, labels, warning: motionWarning({ labels, installed }), installed };
}
