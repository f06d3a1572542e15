/** Bounds of keys. */
export const keyLimits = {
  /** Longest life of a key that expires, in seconds: ten years. */
  lifeMaxSec: 10 * 365 * 86_400,
  /** Longest life of an old secret after a roll, in seconds. */
  graceMaxSec: 7 * 86_400,
  graceDefaultSec: 86_400,
} as const;
