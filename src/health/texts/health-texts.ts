/** Fixed texts of reports in one language. Places in braces are filled in by `filled`. */
export interface HealthTexts {
  disclaimer: string;
  /** Guidance of a report that no model has looked at. */
  measuredOnly: string;
  referral: Readonly<Record<"critical" | "urgent" | "standard" | "low", string>>;
  /** Signs that need help at once, whatever the report says. */
  warningSigns: readonly string[];
  /** Title and summary of a red flag found in the context: `{flag}`. */
  redFlag: { title: string; summary: string };
  quality: { title: string; summary: string };
  spectrum: { title: string; summary: string };
  transients: { title: string; summary: string };
  classifier: { title: string; seizure: string; none: string };
  /** `found` has `{label}`, `{count}`, `{seconds}` and of the longest segment `{from}` and `{to}`. */
  segmentation: { title: string; found: string; none: string };
  selfHarm: string;
}
