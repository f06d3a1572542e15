/** Identifies one frame of a stream. */
export interface FrameRef {
  generation: number;
  /** Media time in seconds. */
  ptsSec: number;
}
