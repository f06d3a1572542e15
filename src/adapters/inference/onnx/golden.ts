import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { operatingScore } from "./score-scale.ts";
import { boxToNorm, type Fit } from "./fit.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import type { Detector } from "./detector.ts";
import type { FramePixels } from "./tensor.ts";

/** Resolves when the model detects the manifest's boxes on its golden picture, or has none. */
export type ModelGolden = (loaded: Detector, model: InstalledModel) => Promise<void>;

/** Score from which a golden box counts as detected, for a model without `min_score`. */
const goldenMinScore = 0.3;

/**
 * The golden-picture check: every expected box must match a detection of the same label whose sides differ by
 * at most the tolerance (fractions of the picture). `readPicture` returns the picture at the model's input
 * size. Rejects with `model_unavailable`.
 */
export function goldenCheck(
  readPicture: (path: string, input: ModelInput) => Promise<{ pixels: FramePixels; fit: Fit }>,
): ModelGolden {
  return async (loaded, { manifest, goldenPath }) => {
    const { golden } = manifest;
    if (!golden || goldenPath === undefined) return;
    const { pixels, fit } = await readPicture(goldenPath, manifest.input);
    const minScore = manifest.min_score === undefined ? goldenMinScore : operatingScore;
    const [boxes] = await loaded.detect([pixels], minScore);
    const detected = boxes!.map((box) => ({
      label: loaded.labels[box.classIndex],
      box: boxToNorm(box, fit),
    }));
    const missing = golden.boxes.find(
      (expected) =>
        !detected.some(
          ({ label, box }) =>
            label === expected.label &&
            box?.every((side, i) => Math.abs(side - expected.box[i]!) <= golden.tolerance),
        ),
    );
    if (missing) {
      throw fail(
        "model_unavailable",
        `golden picture: its ${missing.label} at [${missing.box.join(", ")}] is not detected. Check colour, mean, std and labels`,
      );
    }
  };
}
