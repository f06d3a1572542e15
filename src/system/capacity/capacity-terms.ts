/** What bounds the number of cameras. */
export const capacityLimits = ["processor", "detector", "memory"] as const;

/** One of `capacityLimits`. */
export type CapacityLimit = (typeof capacityLimits)[number];

/** Where the video of a measurement came from: cameras of the box, or the clip that every box has. */
export const sampleOrigins = ["cameras", "clip"] as const;

/** One of `sampleOrigins`. */
export type SampleOrigin = (typeof sampleOrigins)[number];

/** The states of a measurement, in order. */
export const capacityStates = ["not_measured", "measuring", "done", "failed"] as const;

/** One of `capacityStates`. */
export type CapacityState = (typeof capacityStates)[number];

/** The camera that the box counts in: 1280 × 720 pixels, 15 frames and 5 analysed frames a second. */
export const referenceCamera = { widthPx: 1280, heightPx: 720, fps: 15, looksPerSec: 5 } as const;
