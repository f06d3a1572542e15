import type { NetVerdict } from "../compute-port.ts";
import type { RecordingAnalysis } from "../eeg/analysis.ts";
import { filled, type HealthTexts } from "../texts/texts.ts";
import type { RedFlag } from "./red-flags.ts";
import type { Report } from "./report.ts";

type Finding = Report["findings"][number];

/** What was measured, as findings: figures with the paths where they stand, and no meaning given to them. */
export function eegFindings(
  analysis: RecordingAnalysis,
  verdict: { net: NetVerdict; isSeizure: boolean } | null,
  texts: HealthTexts,
): Finding[] {
  const { usableChannels, channels, durationSec, median } = analysis;
  const { relativeBandPower: power, spikeRatePerMinute } = median;
  const percent = (value: number | null): string =>
    value === null ? "–" : (value * 100).toFixed(0);
  const findings: Finding[] = [
    {
      title: texts.quality.title,
      summary: filled(texts.quality.summary, {
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
      summary: filled(texts.spectrum.summary, {
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
      summary: filled(texts.transients.summary, { rate: spikeRatePerMinute.toFixed(1) }),
      confidence: 1,
      evidence: ["local.median.spike_rate_per_minute"],
    });
  }
  if (verdict) findings.push(classifierFinding(verdict, texts));
  return findings;
}

function classifierFinding(
  { net, isSeizure }: { net: NetVerdict; isSeizure: boolean },
  texts: HealthTexts,
): Finding {
  const score = net.scores["seizure"] ?? 0;
  const text = isSeizure ? texts.classifier.seizure : texts.classifier.none;
  return {
    title: texts.classifier.title,
    summary: filled(text, { at: net.fromSec.toFixed(0), score: score.toFixed(2) }),
    confidence: isSeizure ? score : 1 - score,
    evidence: ["local.classifier"],
  };
}

/** Red flags as findings. */
export function flagFindings(flags: readonly RedFlag[], texts: HealthTexts): Finding[] {
  return flags.map(({ found, source }) => ({
    title: texts.redFlag.title,
    summary: filled(texts.redFlag.summary, { flag: found }),
    confidence: 1,
    evidence: [`context: ${found}`, source],
  }));
}
