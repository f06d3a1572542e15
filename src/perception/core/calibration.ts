import type { CalibrationStateWire, MapPositionWire } from "../wire/calibration.ts";
import type { CalibrationSettings } from "./calibration-document.ts";
import { fail } from "../../base/contract/fail.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import { type GroundMap, groundMap } from "../../base/geo/ground-map.ts";

/** A position on a map, in metres of its frame. */
export interface MapPosition {
  frame: string;
  xM: number;
  yM: number;
  /** RMS error of the calibration in metres; null when four points leave nothing to measure. */
  errorM: number | null;
  /** True beyond the points of the calibration. */
  isExtrapolated: boolean;
}

/** The mapping from a camera's picture to a map. */
export class Calibration {
  readonly #wire: CalibrationSettings;
  readonly #ground: GroundMap;

  private constructor(wire: CalibrationSettings, ground: GroundMap) {
    this.#wire = wire;
    this.#ground = ground;
  }

  /** Throws `invalid_request_body` at `param` for points that do not determine a ground plane. */
  static read(wire: CalibrationSettings, param: string): Calibration {
    const points = wire.points.map(({ image, map }) => ({ imageNorm: image, mapM: map }));
    const ground = groundMap(points);
    if (ground) return new Calibration(wire, ground);
    const message = "the points lie on a line, or no flat ground can look like this";
    throw fail("invalid_request_body", `${param}.points: ${message}`, { param: `${param}.points` });
  }

  /** Returns the ground position of `boxNorm`, from the middle of its lower edge; null beyond the horizon. */
  locate(boxNorm: BoxNorm): MapPosition | null {
    const foot = [(boxNorm[0] + boxNorm[2]) / 2, boxNorm[3]] as const;
    const place = this.#ground.toMap(foot);
    if (!place) return null;
    return {
      frame: this.#wire.frame,
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

  /** The points with the error of the fit at each. */
  state(): CalibrationStateWire {
    const { errorsM } = this.#ground;
    const rms = this.#rmsM();
    return {
      frame: this.#wire.frame,
      points: this.#wire.points.map(({ image, map }, at) => ({
        image,
        map,
        error_m: rounded(errorsM[at]!),
      })),
      rms_error_m: rms === null ? null : rounded(rms),
      max_error_m: rms === null ? null : rounded(Math.max(...errorsM)),
    };
  }

  #rmsM(): number | null {
    const { errorsM } = this.#ground;
    if (errorsM.length === 4) return null;
    return Math.sqrt(errorsM.reduce((sum, error) => sum + error * error, 0) / errorsM.length);
  }
}

/** The position on the wire, to the centimetre. */
export function mapPositionWire(position: MapPosition): MapPositionWire {
  const { frame, xM, yM, errorM, isExtrapolated } = position;
  const cm = (value: number): number => Math.round(value * 100) / 100;
  return {
    frame,
    x: cm(xM),
    y: cm(yM),
    error_m: errorM === null ? null : rounded(errorM),
    extrapolated: isExtrapolated,
  };
}

function rounded(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
