import type { MeasuredSignals } from "../compute-port.ts";
import type { SignalScores, SignalSegmentation } from "../eeg/signal-models.ts";
import { fillIn } from "../../base/core/catalog.ts";
import type { HealthTexts } from "../texts/texts.ts";
import type { RedFlag } from "./red-flags.ts";
import type { Report } from "./report.ts";

type Finding = Report["findings"][number];

/**
 * Returns measurements and results of models as findings: figures with their paths, without interpretation.
 * `isClassified`: the classifier detected a seizure; null without one.
 */
export function eegFindings(
  { analysis, verdict, segmentation }: MeasuredSignals,
  isClassified: boolean | null,
  texts: HealthTexts,
): Finding[] {
  const { usableChannels, channels, durationSec, median } = analysis;
  const { relativeBandPower: power, spikeRatePerMinute } = median;
  const percent = (value: number | null): string =>
    value === null ? "–" : (value * 100).toFixed(0);
  const findings: Finding[] = [
    {
      title: texts.quality.title,
      summary: fillIn(texts.quality.summary, {
        usable: usableChannels,
        total: channels.length,
        seconds: Math.round(durationSec),
      }),
      confidence: 1,
      evidence: ["local.usable_channels", "local.duration_sec"],
    },
  ];
  if (power.delta !== null) {
    const { delta, theta, alpha, beta } = power;
    findings.push({
      title: texts.spectrum.title,
      summary: fillIn(texts.spectrum.summary, {
        delta: percent(delta),
        theta: percent(theta),
        alpha: percent(alpha),
        beta: percent(beta),
      }),
      confidence: 1,
      evidence: ["local.median.relative_band_power"],
    });
  }
  if (spikeRatePerMinute !== null) {
    findings.push({
      title: texts.transients.title,
      summary: fillIn(texts.transients.summary, { rate: spikeRatePerMinute.toFixed(1) }),
      confidence: 1,
      evidence: ["local.median.spike_rate_per_minute"],
    });
  }
  if (verdict && isClassified !== null) {
    findings.push(classifierFinding(verdict, isClassified, texts));
  }
  if (segmentation) findings.push(...segmentFindings(segmentation, texts));
  return findings;
}

/** One for each class that was found, or one that reports none. */
function segmentFindings({ classes }: SignalSegmentation, texts: HealthTexts): Finding[] {
  const { title, found, none } = texts.segmentation;
  const findings = classes.flatMap(({ label, segments, seconds, longest }, at) => {
    if (!longest) return [];
    const values = { label, count: segments, seconds: seconds.toFixed(1) };
    const [from, to] = [longest.startSec.toFixed(1), longest.endSec.toFixed(1)];
    const summary = fillIn(found, { ...values, from, to });
    const evidence = [`local.segmentation.classes[${at}]`];
    return [{ title, summary, confidence: longest.confidence, evidence }];
  });
  if (findings.length > 0) return findings;
  const highest = Math.max(...classes.map(({ highestScore }) => highestScore));
  return [
    {
      title,
      summary: fillIn(none, { score: highest.toFixed(2) }),
      confidence: 1 - highest,
      evidence: ["local.segmentation.classes"],
    },
  ];
}

function classifierFinding(net: SignalScores, isSeizure: boolean, texts: HealthTexts): Finding {
  const score = net.scores["seizure"] ?? 0;
  const text = isSeizure ? texts.classifier.seizure : texts.classifier.none;
  return {
    title: texts.classifier.title,
    summary: fillIn(text, { at: net.fromSec.toFixed(0), score: score.toFixed(2) }),
    confidence: isSeizure ? score : 1 - score,
    evidence: ["local.classifier"],
  };
}

/** Red flags as findings. */
export function flagFindings(flags: readonly RedFlag[], texts: HealthTexts): Finding[] {
  return flags.map(({ found, source }) => ({
    title: texts.redFlag.title,
    summary: fillIn(texts.redFlag.summary, { flag: found }),
    confidence: 1,
    evidence: [`context: ${found}`, source],
  }));
}
