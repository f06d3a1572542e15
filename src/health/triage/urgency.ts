/** Levels of urgency, the most urgent first (contract section 4.8). */
export const urgencies = ["critical", "urgent", "standard", "low"] as const;

/** One of them. */
export type Urgency = (typeof urgencies)[number];

/** The more urgent of two. */
export function moreUrgent(a: Urgency, b: Urgency): Urgency {
  return urgencies[Math.min(urgencies.indexOf(a), urgencies.indexOf(b))]!;
}
