import type { SimSettings } from "../../robots/driver/sim-document.ts";
import { fail } from "../../base/contract/fail.ts";
import { encodePng } from "../../base/core/png.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { MovingPictureSink } from "../../base/core/moving-pictures.ts";
import type { RobotCamera, RobotPicture } from "../../robots/driver/driver-port.ts";
import type { SimRobot } from "./sim-robot.ts";
import { drawView, viewSize } from "./sim-view.ts";

/** Of `sim.camera`, where it does not say. */
const usual = { fov_degrees: 70, height_m: 0.9, down_degrees: 8 } as const;

/** The camera of a simulated robot: draws the scene at the moment of the call. */
export class SimCamera implements RobotCamera {
  readonly #robot: SimRobot;
  readonly #lens: NonNullable<RobotPicture["lens"]>;
  #taking: Promise<RobotPicture> | undefined;

  constructor(robot: SimRobot, settings: NonNullable<SimSettings["camera"]>) {
    this.#robot = robot;
    const {
      fov_degrees: fov = usual.fov_degrees,
      height_m: heightM = usual.height_m,
      down_degrees: down = usual.down_degrees,
    } = settings;
    this.#lens = { fovRad: radOf(fov), heightM, downRad: radOf(down) };
  }

  /** Whoever asks while a picture is being made gets that one. */
  take(): Promise<RobotPicture> {
    this.#taking ??= this.#draw().finally(() => (this.#taking = undefined));
    return this.#taking;
  }

  /** As `RobotDriver.followCamera`; a silent robot sends nothing. */
  follow({ fps }: { fps: number }, sink: MovingPictureSink, clock: Clock): () => void {
    const form = { kind: "raw", pixels: "rgb24", ...viewSize } as const;
    const timer = clock.every(1000 / fps, () => {
      if (this.#robot.faults.silent === true) return;
      const capturedMs = clock.monoMs();
      sink.onPicture({ bytes: this.#view().bytes, form, capturedMs });
    });
    return () => timer.cancel();
  }

  async #draw(): Promise<RobotPicture> {
    if (this.#robot.faults.silent === true)
      throw fail("robot_unreachable", "robot: does not answer. Change the fault in its settings");
    const { bytes, pose } = this.#view();
    return {
      bytes: await encodePng({ ...viewSize, channels: 3, bytes }),
      pose,
      lens: this.#lens,
    };
  }

  #view(): { bytes: Uint8Array; pose: NonNullable<RobotPicture["pose"]> } {
    const { body, frame, obstacles } = this.#robot;
    const pose = { frame, xM: body.xM, yM: body.yM, yawRad: body.yawRad };
    const aspect = viewSize.widthPx / viewSize.heightPx;
    const scene = { obstacles, people: this.#robot.people() };
    return { bytes: drawView(scene, { ...pose, ...this.#lens, aspect }), pose };
  }
}

function radOf(degrees: number): number {
  return (degrees / 180) * Math.PI;
}
