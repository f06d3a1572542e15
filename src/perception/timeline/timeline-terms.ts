/** Bounds of a timeline: streams, steps of its span, and marks of one stream. */
export const timelineLimits = { streams: 32, steps: 1000, usualSteps: 500, gaps: 1000 } as const;
