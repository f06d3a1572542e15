import { motionLabel } from "./motion-boxes.ts";

/** What a summary speaks of. */
export interface SummaryFacts {
  type: string;
  zone: string | null;
  classes: readonly string[];
  count: number;
  direction: "a_to_b" | "b_to_a" | null;
  seconds: number;
  site: string | null;
}

/** Locales that summaries can be written in. */
export const summaryLocales = ["en"] as const;

/** The locale that a summary will really be in; `en` for those that are not there. */
export function summaryLocale(asked: string | undefined): string {
  const language = asked?.split(/[_-]/, 1)[0]?.toLowerCase();
  return summaryLocales.find((locale) => locale === language) ?? "en";
}

/** One English sentence for a person: what, where, how long. */
export function summarise(facts: SummaryFacts): string {
  const where = facts.zone === null ? "the picture" : `zone “${facts.zone}”`;
  const site = facts.site === null ? "" : ` at ${facts.site}`;
  return `${capitalised(sentence(facts, where))}${site}.`;
}

function sentence(facts: SummaryFacts, where: string): string {
  const who = subject(facts.classes);
  switch (facts.type) {
    case "intrusion":
      return `${who} in ${where}`;
    case "loitering":
      return `${who} in ${where} for ${duration(facts.seconds)}`;
    case "line_crossing":
      return `${who} crossed line “${facts.zone}” ${way(facts.direction)}`;
    case "wrong_direction":
      return `${who} moving against the allowed direction in ${where}`;
    case "crowding":
      return `${facts.count} ${plural(facts.classes)} in ${where} at once`;
    case "speeding":
      return `${who} too fast in ${where}`;
    case "running":
      return `${who} running in ${where}`;
    case "stopped_vehicle":
      return `${who} standing in ${where} for ${duration(facts.seconds)}`;
    case "proximity":
      return `${facts.classes.map((name) => subject([name])).join(" and ") || who} too close in ${where}`;
    case "video_loss":
      return `no picture from the camera for ${duration(facts.seconds)}`;
    case "ppe_missing":
      return `protective equipment missing (${facts.classes.join(", ")}) in ${where}`;
    case "fall":
      return `${who} fallen in ${where}`;
    default:
      return `${facts.type}: ${who} in ${where}`;
  }
}

function subject(classes: readonly string[]): string {
  const name = classes[0] ?? "something";
  if (name === motionLabel) return "something that moves";
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

function plural(classes: readonly string[]): string {
  if (classes.length !== 1 || classes[0] === motionLabel) return "objects";
  if (classes[0] === "person") return "people";
  return `${classes[0]}${/(s|x|ch|sh)$/.test(classes[0]!) ? "es" : "s"}`;
}

function way(direction: SummaryFacts["direction"]): string {
  return direction === "b_to_a" ? "from side b to side a" : "from side a to side b";
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} seconds`;
  return whole < 7200 ? `${Math.round(whole / 60)} minutes` : `${Math.round(whole / 3600)} hours`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
