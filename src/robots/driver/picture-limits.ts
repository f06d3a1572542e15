/** How old the picture may be by which somebody drives. */
export interface PictureLimits {
  /** The stream that the driver watches. */
  streamId: string;
  /** Up to this age the robot may drive at its full speed, in milliseconds. */
  fullSpeedAgeMs: number;
  /** From this age on it stands, in milliseconds. */
  stopAgeMs: number;
}

/**
 * Returns the share of the robot's greatest speeds, 0 to 1, at which it may be driven by a picture of this age; null
 * is a picture that nobody has seen. It falls in a straight line between the two limits.
 */
export function speedShare(
  ageMs: number | null,
  { fullSpeedAgeMs, stopAgeMs }: Pick<PictureLimits, "fullSpeedAgeMs" | "stopAgeMs">,
): number {
  if (ageMs === null || !(ageMs < stopAgeMs)) return 0;
  return Math.min(1, (stopAgeMs - ageMs) / (stopAgeMs - fullSpeedAgeMs));
}
