import { isOnvifProblem, type PtzPosition } from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { LookLimits } from "../settings/autotracking-document.ts";
import type { SteeredCamera } from "./ptz-service.ts";
import { type Velocity, within } from "./steering.ts";

/** The camera is asked this often where it looks. */
const askMs = 400;
/** Time in which a stop takes effect, and the next question comes. */
const aheadMs = 800;

interface Known {
  atMs: number;
  position: PtzPosition;
}

/** Where a camera looks while it follows an object, for the limits of its settings. */
export class LookPosition {
  readonly #clock: Clock;
  readonly #camera: Pick<SteeredCamera, "position">;
  #known: Known | undefined;
  #before: Known | undefined;

  constructor(clock: Clock, camera: Pick<SteeredCamera, "position">) {
    this.#clock = clock;
    this.#camera = camera;
  }

  /** Forgets what the camera said before a pause. */
  forget(): void {
    this.#known = undefined;
    this.#before = undefined;
  }

  /** Returns the velocity without the parts that lead out of the limits; a problem where the camera does not say where it looks. */
  async within(velocity: Velocity, limits: LookLimits): Promise<Velocity | SourceProblem> {
    const nowMs = this.#clock.monoMs();
    if (!this.#known || nowMs - this.#known.atMs >= askMs) {
      const answer = await this.#camera.position();
      if (answer !== null && isOnvifProblem(answer)) return answer;
      if (answer === null || isMissing(answer, limits)) return noPosition;
      this.#before = this.#known;
      this.#known = { atMs: nowMs, position: answer };
    }
    return within(velocity, limits, this.#ahead());
  }

  /** Where the camera looks by the time that a stop has taken effect. */
  #ahead(): PtzPosition {
    const { position, atMs } = this.#known!;
    const before = this.#before;
    const at = (axis: keyof PtzPosition): number | null => {
      const now = position[axis];
      const then = before?.position[axis];
      if (now === null || then === null || then === undefined) return now;
      const perMs = (now - then) / Math.max(1, atMs - before!.atMs);
      return now + perMs * aheadMs;
    };
    return { pan: at("pan"), tilt: at("tilt"), zoom: at("zoom") };
  }
}

const noPosition: SourceProblem = {
  code: "ptz_failed",
  message: "The camera does not say where it looks, so the limits cannot be held. Remove them.",
};

function isMissing(position: PtzPosition, limits: LookLimits): boolean {
  return (["pan", "tilt", "zoom"] as const).some(
    (axis) => limits[axis] !== undefined && position[axis] === null,
  );
}
