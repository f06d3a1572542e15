import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Track } from "./track.ts";

/** The reasons for which a condition holds: names to numbers, words, or null. */
export type FindingDetails = Readonly<Record<string, string | number | null>>;

/** A condition that holds now. It stays the same while `subject` stays the same. */
export interface Finding {
  /** A track's id, two ids for a pair, or `zone` for conditions of the zone as a whole. */
  subject: string;
  tracks: readonly Track[];
  /** Number of things that take part. */
  count: number;
  /** Stream time at its beginning. */
  sinceSec: number;
  /** True for a condition of one moment, such as a crossing. */
  isMomentary: boolean;
  /** Direction of a crossing. */
  direction?: "a_to_b" | "b_to_a";
  /** The place of a condition without tracks. */
  boxNorm?: BoxNorm;
  /** The reason in terms of the behavior; short names in snake_case, which incidents show. */
  details?: FindingDetails;
  /** What the camera itself reports: the incident's type, which replaces the rule's, and its classes. */
  reported?: { type: string; classes: readonly string[] };
}
