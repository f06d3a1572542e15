/** A person's verdicts on an incident. */
export const incidentVerdicts = ["true_positive", "false_positive"] as const;

/** One verdict. */
export type IncidentVerdict = (typeof incidentVerdicts)[number];

/** Bounds of what people add to incidents; `reviewed`: incidents of one review. */
export const incidentLimits = { notes: 50, noteLength: 2000, reviewed: 500 } as const;

/** Longest time between the beginnings of two incidents of one group, in seconds: bounds and default. */
export const groupGapSec = { least: 1, most: 86_400, usual: 300 } as const;

/** Changes that a review makes. */
export const reviewChanges = ["acknowledged", "resolved", "verdict"] as const;

/** One of them. */
export type ReviewChange = (typeof reviewChanges)[number];
