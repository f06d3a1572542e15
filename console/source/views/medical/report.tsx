import { assetAddress } from "../../api/assets.ts";
import { Badge, MissingParts, Notice, type Tone } from "../../parts/notice.tsx";
import { Facts } from "../../parts/page.tsx";
import { percent } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** What of a triage job is shown; a job that has not completed has no `output`. */
export interface TriagePayload {
  input: { type: "image" | "eeg"; modality?: string };
  output?: {
    urgency: "critical" | "urgent" | "standard" | "low";
    confidence: number;
    findings: readonly {
      title: string;
      summary: string;
      confidence: number;
      evidence: readonly string[];
    }[];
    care_guidance: string;
    referral_guidance: string;
    warning_signs: readonly string[];
    locale: string;
    seizure_detected: boolean | null;
    segmentation_overlay_url: string | null;
    disclaimer: string;
  } | null;
  missing?: readonly { part: string; reason: string; setting: string }[];
  placeholder?: boolean;
}

const urgencyTones = {
  critical: "critical",
  urgent: "critical",
  standard: "warning",
  low: "good",
} as const satisfies Record<string, Tone>;

/** A triage report: the disclaimer first, then urgency, findings with their evidence, and guidance. */
export function Report({ of: payload }: { of: TriagePayload }) {
  const { input, output, missing = [], placeholder } = payload;
  const { medical: own, media, common } = words.value;
  if (!output) return null;
  const { locale, seizure_detected: seizure, segmentation_overlay_url: url } = output;
  const overlay = url === null ? undefined : assetAddress(url);
  return (
    <div class="stack" lang={locale} dir="auto">
      <Notice tone="warning">{output.disclaimer}</Notice>
      {placeholder === true && <Badge tone="warning">{media.placeholder}</Badge>}
      <ul>
        {output.findings.map((finding) => (
          <li key={finding.title}>
            <strong>{finding.title}</strong> ({percent(finding.confidence)}): {finding.summary}
            <p class="hint">{finding.evidence.join(" · ")}</p>
          </li>
        ))}
      </ul>
      {overlay !== undefined && <img class="job-picture" src={overlay} alt={own.overlay} />}
      <Facts
        entries={[
          [media.kind, input.type === "eeg" ? own.kinds.eeg : (input.modality ?? own.kinds.image)],
          [
            own.urgency,
            <Badge key="urgency" tone={urgencyTones[output.urgency]}>
              {own.urgencies[output.urgency]}
            </Badge>,
          ],
          [own.confidence, percent(output.confidence)],
          ...(seizure === null
            ? []
            : [[own.seizure, seizure ? own.detected : own.notDetected] as const]),
          [own.care, output.care_guidance],
          [own.referral, output.referral_guidance],
          [own.signs, output.warning_signs.join(" · ") || common.none],
        ]}
      />
      <MissingParts
        sentences={missing.map(({ part, reason, setting }) => `${part}: ${reason} (${setting})`)}
      />
    </div>
  );
}
