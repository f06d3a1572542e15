/** What a camera's microphone hears now. Ages are seconds until now. */
export interface HeardSound {
  /** Alarms that sound, at most one of each pattern. */
  alarms: readonly { pattern: "T3" | "T4"; ageSec: number; frequencyHz: number }[];
  /** The newest level and the usual one, in decibels below full scale; null while the usual one is learnt. */
  level: { levelDb: number; usualDb: number } | null;
  /** Moments in which the level was more than so many decibels above the usual one, within the last 2 s. */
  loudness(overDb: number): { ageSec: number; lengthSec: number } | null;
  /** Seconds for which the microphone has heard nothing at all. */
  silentSec: number;
}
