import type { MeasuredSignals } from "../compute-port.ts";
import type { HealthSettings, Missing } from "../health-parts.ts";

/** The results of the site's nets for a recording, and the parts that are missing. */
export interface NetFindings {
  /** Null unless every net that tells seizures has answered, or one has found a seizure. */
  seizure: boolean | null;
  /** Whether the classifier itself tells one; null when it has said nothing. */
  isClassified: boolean | null;
  missing: Missing[];
}

/** The class by which a segmenter tells seizures. */
const seizureClass = "seizure";

/** Only nets tell seizures: nothing here is concluded from figures. */
export function netFindings(
  settings: Pick<HealthSettings, "classifier" | "eegSegmenter">,
  said: Omit<MeasuredSignals, "analysis">,
): NetFindings {
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

/** One net that finds a seizure is enough; that there is none takes all of them. */
function isSeizure(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

function missingOf(
  settings: Pick<HealthSettings, "classifier" | "eegSegmenter">,
  said: Omit<MeasuredSignals, "analysis"> & { seizure: boolean | null },
): Missing[] {
  const { netProblem, segmentationProblem, seizure } = said;
  const missing: Missing[] = [];
  if (netProblem !== null) {
    // Another net may have found a seizure all the same.
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
