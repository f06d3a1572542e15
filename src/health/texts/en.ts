import type { HealthTexts } from "./health-texts.ts";

/** English. */
export const en: HealthTexts = {
  disclaimer:
    "This report supports triage. It is not a diagnosis and does not replace the judgement of a qualified health professional.",
  measuredOnly:
    "The recording was measured on this device and was not interpreted. A qualified professional has to read it.",
  referral: {
    critical: "Call the emergency services or bring the person to an emergency department now.",
    urgent: "Have the person seen by a clinician today.",
    standard: "Arrange an appointment with a clinician.",
    low: "Routine follow-up is enough unless something changes.",
  },
  warningSigns: [
    "Trouble breathing or blue lips",
    "Chest pain or pressure",
    "Sudden weakness, facial droop or trouble speaking",
    "A seizure that lasts longer than five minutes, or several without waking up in between",
    "Loss of consciousness or new confusion",
    "Heavy bleeding that does not stop",
  ],
  redFlag: {
    title: "Warning sign in the information given",
    summary: "The information given mentions: {flag}.",
  },
  quality: {
    title: "Quality of the recording",
    summary: "{usable} of {total} channels can be used; the recording lasts {seconds} s.",
  },
  spectrum: {
    title: "Spectrum",
    summary:
      "Median share of power: delta {delta} %, theta {theta} %, alpha {alpha} %, beta {beta} %.",
  },
  transients: {
    title: "Sharp transients",
    summary: "Median {rate} sharp transients per minute; blinks and muscle cause them too.",
  },
  classifier: {
    title: "Seizure classifier",
    seizure:
      "The configured classifier reports a seizure pattern near {at} s with a score of {score}.",
    none: "The configured classifier reports no seizure pattern; its highest score is {score}.",
  },
  segmentation: {
    title: "Segments of the recording",
    found:
      "Segments that the configured model marks as “{label}”: {count}, together {seconds} s; the longest is from {from} s to {to} s.",
    none: "The configured model marks no segments; its highest score is {score}.",
  },
  selfHarm:
    "Thoughts of self-harm were reported: speak with the person now and reach local crisis help or the emergency services.",
};
