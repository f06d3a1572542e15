import type { CalibrationSettings } from "./calibration-document.ts";
import { fail } from "../../base/contract/fail.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import { type GroundMap, groundMap } from "../../base/geo/ground-map.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";

/** A point of a calibration with the error of the fit there. */
export interface FittedPoint {
  imageNorm: [x: number, y: number];
  mapM: [xM: number, yM: number];
  errorM: number;
}

/** The points of a calibration with their errors. */
export interface CalibrationState {
  frame: string;
  points: FittedPoint[];
  /** RMS and largest error of the fit; null when four points leave nothing to measure. */
  rmsErrorM: number | null;
  maxErrorM: number | null;
}

/** The mapping from a camera's picture to a map. */
export class Calibration {
  readonly #settings: CalibrationSettings;
  readonly #ground: GroundMap;

  private constructor(settings: CalibrationSettings, ground: GroundMap) {
    this.#settings = settings;
    this.#ground = ground;
  }

  /** Throws `invalid_request_body` at `param` for points that do not determine a ground plane. */
  static read(settings: CalibrationSettings, param: string): Calibration {
    const points = settings.points.map(({ image, map }) => ({ imageNorm: image, mapM: map }));
    const ground = groundMap(points);
    if (ground) return new Calibration(settings, ground);
    const message = "the points lie on a line, or no flat ground can look like this";
    throw fail("invalid_request_body", `${param}.points: ${message}`, { param: `${param}.points` });
  }

  /** Returns the ground position of `boxNorm`, from the middle of its lower edge; null beyond the horizon. */
  locate(boxNorm: BoxNorm): MapPosition | null {
    const foot = [(boxNorm[0] + boxNorm[2]) / 2, boxNorm[3]] as const;
    const place = this.#ground.toMap(foot);
    if (!place) return null;
    return {
      frame: this.#settings.frame,
      xM: place[0],
      yM: place[1],
      errorM: this.#rmsM(),
      isExtrapolated: !this.#ground.isBetween(foot),
    };
  }

  /** Returns the ground position of a point of the picture, in metres of the frame; null beyond the horizon. */
  toMap(point: PointNorm): readonly [xM: number, yM: number] | null {
    return this.#ground.toMap(point);
  }

  /** The map frame of its positions. */
  get frame(): string {
    return this.#settings.frame;
  }

  /**
   * Returns where the picture shows a point of the ground that lies between the calibration's points; null outside of
   * the picture, and where positions are extrapolated.
   */
  visible(mapM: readonly [xM: number, yM: number]): PointNorm | null {
    const point = this.#ground.toImage(mapM);
    const isInPicture = point?.every((share) => share >= 0 && share <= 1) ?? false;
    return point && isInPicture && this.#ground.isBetween(point) ? point : null;
  }

  /** The points with the error of the fit at each. */
  state(): CalibrationState {
    const { errorsM } = this.#ground;
    const rmsErrorM = this.#rmsM();
    return {
      frame: this.#settings.frame,
      points: this.#settings.points.map(({ image, map }, at) => ({
        imageNorm: image,
        mapM: map,
        errorM: errorsM[at]!,
      })),
      rmsErrorM,
      maxErrorM: rmsErrorM === null ? null : Math.max(...errorsM),
    };
  }

  #rmsM(): number | null {
    const { errorsM } = this.#ground;
    if (errorsM.length === 4) return null;
    return Math.sqrt(errorsM.reduce((sum, error) => sum + error * error, 0) / errorsM.length);
  }
}
