/** How a moving camera's picture is coded. Raw pixels are 8 bit, row after row without padding, as ffmpeg names them. */
export type PictureForm =
  | { kind: "jpeg" | "png" }
  | {
      kind: "raw";
      pixels: "rgb24" | "bgr24" | "rgba" | "bgra" | "gray";
      widthPx: number;
      heightPx: number;
    };

/** One picture of a robot's camera. */
export interface MovingPicture {
  bytes: Uint8Array;
  form: PictureForm;
  /** Monotonic milliseconds of the box's clock at which the camera took it. */
  capturedMs: number;
}

/** Receives the pictures of one camera, in the order of their capture. Calls must not throw. */
export interface MovingPictureSink {
  onPicture(picture: MovingPicture): void;
  /** The camera cannot be followed any longer, in words for a technician. */
  onEnd(reason: string): void;
}

/** A camera of a robot, and how often its pictures are wanted. */
export interface MovingCamera {
  org: string;
  robotId: string;
  /** The camera's topic in ROS; null for the one of the robot's settings. */
  topic: string | null;
  /** Pictures in a second, at most; the others are left out. */
  fps: number;
}

/** Largest picture that becomes video, in pixels. */
export const movingPicturePixels = 1920 * 1200;

/** Cameras of robots as sources of video. */
export interface MovingCameras {
  /**
   * Follows a camera until the returned function is called. Says by `onEnd`, after this call has returned, why it
   * cannot.
   */
  follow(camera: MovingCamera, sink: MovingPictureSink): () => void;
  /** True while the robot can be followed. */
  has(camera: Pick<MovingCamera, "org" | "robotId">): boolean;
}
