import type { MeasuredSignals } from "../compute-port.ts";
import type { HealthSettings, MissingPart } from "../health-parts.ts";

/** The results of the site's models for a recording, and the missing parts. */
export interface ModelFindings {
  /** Null unless every model that detects seizures has answered, or one has found a seizure. */
  seizure: boolean | null;
  /** True when the classifier itself detected one; null without its answer. */
  isClassified: boolean | null;
  missing: MissingPart[];
}

/** The class by which a segmenter indicates seizures. */
const seizureClass = "seizure";

/** Only models detect seizures: the box concludes nothing from figures. */
export function modelFindings(
  settings: Pick<HealthSettings, "classifier" | "eegSegmenter">,
  said: Omit<MeasuredSignals, "analysis">,
): ModelFindings {
  const { classifier } = settings;
  const score = said.verdict?.scores[seizureClass];
  const isClassified = classifier && score !== undefined ? score >= classifier.threshold : null;
  const seizure = isSeizure([
    ...(classifier ? [isClassified] : []),
    ...(segmentsTellSeizures(settings) ? [isInSegments(said)] : []),
  ]);
  return { seizure, isClassified, missing: missingOf(settings, { ...said, seizure }) };
}

function segmentsTellSeizures({ eegSegmenter }: Pick<HealthSettings, "eegSegmenter">): boolean {
  return eegSegmenter?.classes.includes(seizureClass) ?? false;
}

function isInSegments({ segmentation }: Pick<MeasuredSignals, "segmentation">): boolean | null {
  const found = segmentation?.classes.find(({ label }) => label === seizureClass);
  return found ? found.segments > 0 : null;
}

/** Returns true when one model found a seizure, and false only when all found none. */
function isSeizure(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

function missingOf(
  settings: Pick<HealthSettings, "classifier" | "eegSegmenter">,
  said: Omit<MeasuredSignals, "analysis"> & { seizure: boolean | null },
): MissingPart[] {
  const { netProblem, segmentationProblem, seizure } = said;
  const missing: MissingPart[] = [];
  if (netProblem !== null) {
    // Another model may still have found a seizure.
    const part = seizure === null ? "seizure_detected" : "classifier";
    missing.push({ part, reason: netProblem, setting: "health.eeg_classifier" });
  } else if (seizure === null) {
    const problem = segmentsTellSeizures(settings) ? segmentationProblem : null;
    const setting = problem === null ? "health.eeg_classifier" : "health.eeg_segmenter";
    const reason = problem ?? "no classifier is configured";
    missing.push({ part: "seizure_detected", reason, setting });
  }
  if (!said.segmentation) {
    const reason = segmentationProblem ?? "no segmenter is configured";
    missing.push({ part: "segments", reason, setting: "health.eeg_segmenter" });
  }
  return missing;
}
