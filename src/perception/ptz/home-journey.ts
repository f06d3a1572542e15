import { isOnvifProblem, type PtzCommand, type PtzPosition } from "../../cameras/onvif-port.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";

/** The camera as a journey uses it. */
export interface HomeCamera {
  send(command: PtzCommand): Promise<{ preset: string | null } | SourceProblem | "held">;
  position(): Promise<PtzPosition | null | SourceProblem>;
}

/** The camera is asked this often where it looks. */
const askMs = 500;
/** A camera that was told to move may stand still for this long before it begins. */
const startMs = 1500;
/** It has arrived when it looks the same place twice, and at the latest after this. */
const longestMs = 30_000;
/** A camera that does not say where it looks has arrived after this. */
const blindMs = 10_000;
/** Positions nearer than this are the same. */
const sameUnits = 0.002;
/** The picture of the arrival comes this much later. */
const settleMs = 1500;

/** The way of a camera to its home view. */
export class HomeJourney {
  readonly #clock: Clock;
  readonly #preset: string | null;
  #sentAtMs: number | undefined;
  #askedAtMs = 0;
  #last: PtzPosition | null = null;
  #arrivedAtMs: number | undefined;

  /** `preset`: token of the preset with the home view; null for the camera's home position. */
  constructor(clock: Clock, preset: string | null) {
    this.#clock = clock;
    this.#preset = preset;
  }

  /** True once the camera's pictures show the home view. */
  get isOver(): boolean {
    return this.#arrivedAtMs !== undefined && this.#clock.monoMs() >= this.#arrivedAtMs + settleMs;
  }

  /** Sends the camera home, then asks from time to time where it is. Resolves with the camera's refusal, else null. */
  async step(camera: HomeCamera): Promise<SourceProblem | null> {
    if (this.#sentAtMs === undefined) return await this.#depart(camera);
    const nowMs = this.#clock.monoMs();
    if (this.#arrivedAtMs !== undefined || nowMs < this.#askedAtMs + askMs) return null;
    this.#askedAtMs = nowMs;
    const answer = await camera.position();
    const underwayMs = this.#clock.monoMs() - this.#sentAtMs;
    // A camera that cannot be asked now goes on all the same.
    const position = answer !== null && isOnvifProblem(answer) ? null : answer;
    const isThere =
      position === null
        ? underwayMs >= blindMs
        : underwayMs >= startMs && this.#last !== null && isSame(position, this.#last);
    if (isThere || underwayMs >= longestMs) this.#arrivedAtMs = this.#clock.monoMs();
    this.#last = position;
    return null;
  }

  async #depart(camera: HomeCamera): Promise<SourceProblem | null> {
    const command: PtzCommand =
      this.#preset === null ? { action: "home" } : { action: "goto_preset", preset: this.#preset };
    const answer = await camera.send(command);
    if (answer === "held") return null;
    if (isOnvifProblem(answer)) return answer;
    this.#sentAtMs = this.#clock.monoMs();
    this.#askedAtMs = this.#sentAtMs;
    return null;
  }
}

function isSame(a: PtzPosition, b: PtzPosition): boolean {
  return (["pan", "tilt", "zoom"] as const).every(
    (axis) => Math.abs((a[axis] ?? 0) - (b[axis] ?? 0)) <= sameUnits,
  );
}
