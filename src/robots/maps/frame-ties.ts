import { invalidField } from "../../base/contract/fail.ts";
import type { MapPose } from "../driver/command.ts";

/**
 * The place of one map frame in another: the frame's origin, and the heading of its x axis, in metres and radians of
 * the parent. Both frames are in metres, so the way back is always known.
 */
export interface FrameTie {
  frame: string;
  parent: string;
  xM: number;
  yM: number;
  yawRad: number;
}

type Move = Pick<FrameTie, "xM" | "yM" | "yawRad">;
const still: Move = { xM: 0, yM: 0, yawRad: 0 };

/** Map frames with their places in each other: every frame has at most one parent, and none is above itself. */
export class FrameTree {
  readonly #ties: ReadonlyMap<string, FrameTie>;

  constructor(ties: readonly FrameTie[]) {
    this.#ties = new Map(ties.map((tie) => [tie.frame, tie]));
  }

  /** Fails with `invalid_request_body` naming the circle when the tie would put a frame above itself. */
  check(tie: Pick<FrameTie, "frame" | "parent">, at: string): void {
    const way = [tie.frame];
    for (let next: string | undefined = tie.parent; next !== undefined;) {
      way.push(next);
      if (next === tie.frame) {
        const circle = way.join(" → ");
        throw invalidField(at, `leads back to the frame itself (${circle}). Choose another parent`);
      }
      next = this.#ties.get(next)?.parent;
    }
  }

  /** Returns the same pose in another frame; null where the frames are not tied to each other. */
  moved(pose: MapPose, frame: string): MapPose | null {
    if (pose.frame === frame) return pose;
    const up = this.#toRoot(pose.frame);
    const down = this.#toRoot(frame);
    if (up.root !== down.root) return null;
    const atRoot = through(up.move, { xM: pose.xM, yM: pose.yM, yawRad: pose.yawRad ?? 0 });
    const { xM, yM, yawRad } = through(inverse(down.move), atRoot);
    return { frame, xM, yM, yawRad: pose.yawRad === null ? null : turned(yawRad) };
  }

  #toRoot(frame: string): { root: string; move: Move } {
    let [root, move] = [frame, still];
    for (let tie = this.#ties.get(root); tie; tie = this.#ties.get(root)) {
      move = through(tie, move);
      root = tie.parent;
    }
    return { root, move };
  }
}

/** Returns the move `inner`, which is seen from within `outer`, as seen from outside. */
function through(outer: Move, inner: Move): Move {
  const [cos, sin] = [Math.cos(outer.yawRad), Math.sin(outer.yawRad)];
  return {
    xM: outer.xM + cos * inner.xM - sin * inner.yM,
    yM: outer.yM + sin * inner.xM + cos * inner.yM,
    yawRad: outer.yawRad + inner.yawRad,
  };
}

function inverse({ xM, yM, yawRad }: Move): Move {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
  return { xM: -cos * xM - sin * yM, yM: sin * xM - cos * yM, yawRad: -yawRad };
}

/** Within half a turn to either side. */
function turned(yawRad: number): number {
  return Math.atan2(Math.sin(yawRad), Math.cos(yawRad));
}
