/** The signal of a channel. The box computes nothing from `other`: neither volts nor a known sensor. */
export type ChannelKind = "eeg" | "ecog" | "ecg" | "eog" | "emg" | "other";

/** Factor to microvolts; undefined for other units. */
export function microvoltsPer(unit: string): number | undefined {
  const factors: Readonly<Record<string, number>> = { nV: 1e-3, uV: 1, mV: 1e3, V: 1e6 };
  // Both Unicode forms of the micro sign, and the Latin-1 one.
  return factors[unit.replace(/^[µμ]/, "u")];
}

/** Sensors by the names that EDF+ recommends ("standard texts") and recorders use, first match wins. */
const names: readonly (readonly [ChannelKind, RegExp])[] = [
  ["ecg", /\b(ecg|ekg)\d*\b/i],
  ["eog", /\b(eog|loc|roc)\d*\b/i],
  ["emg", /\b(emg|chin|tib|leg)\d*\b/i],
  [
    "other",
    /\b(status|trig\w*|stim\w*|event\w*|marker|dc\d*|osat|spo2|sao2|resp\w*|pulse|temp|pr)\b/i,
  ],
];

/** Returns the signal of the channel by its label and unit; `asked` for a plain voltage. */
export function channelKind(
  { label, unit }: { label: string; unit: string },
  fallback: Exclude<ChannelKind, "other" | "eog">,
): ChannelKind {
  if (microvoltsPer(unit) === undefined) return "other";
  return names.find(([, pattern]) => pattern.test(label))?.[0] ?? fallback;
}
