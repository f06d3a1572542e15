/** A person as one frame of a camera shows them on the ground; metres of the frame of the look. */
export interface SeenPerson {
  /** Unique within the stream. */
  trackId: number;
  xM: number;
  yM: number;
  /** Error of the calibration's fit, in metres. */
  errorM: number;
}

/** The newest frame of one calibrated stream that was judged. */
export interface GroundLook {
  /** Map frame of the positions. */
  frame: string;
  /** Differs for each frame. */
  frameId: number;
  /** When the camera took it, on the box's monotonic clock in milliseconds. */
  capturedMs: number;
  people: readonly SeenPerson[];
  /**
   * True where the camera sees the ground: within its calibrated view and outside of privacy masks. The same function
   * object until the view changes.
   */
  covers(xM: number, yM: number): boolean;
}

/** The ground as the cameras of the site see it. */
export interface GroundSight {
  /**
   * Returns the newest look of a stream; null while it does not run, has no calibration, or detects no people. It asks
   * the stream to decode every frame for the next seconds.
   */
  look(org: string, streamId: string): GroundLook | null;
}
