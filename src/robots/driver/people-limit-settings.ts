/** How the distance to people bounds the speed of a robot. */
export interface PeopleLimitSettings {
  /** The streams that watch the ground on which it drives. */
  streamIds: readonly string[];
  /** The highest speed at which a person is assumed to approach, unless cameras see them move faster; metres per second. */
  personMps: number;
  /** Time from a frame of the camera until the robot begins to brake, in milliseconds. */
  reactionMs: number;
  /** How hard it brakes, in metres per second squared. */
  brakeMps2: number;
  /** The distance to a person that must remain once it stands, in metres. */
  clearanceM: number;
  /** The limit never falls below this speed, in metres per second. */
  slowestMps: number;
  /** True when ground that no camera watches counts as if a person stood on it. */
  isUnobservedOccupied: boolean;
}
