/** A simulated robot among others, in metres. */
export interface FloorRobot {
  readonly frame: string;
  readonly body: { readonly xM: number; readonly yM: number };
  /** Radius of the circle in which it fits. */
  readonly radiusM: number;
  /** The least distance of its circle to that of another robot while it drives. */
  readonly distanceM: number;
}

/** The floor that simulated robots share: they see each other, as by scanners. */
export class SimFloor {
  readonly #robots = new Set<FloorRobot>();

  add(robot: FloorRobot): void {
    this.#robots.add(robot);
  }

  remove(robot: FloorRobot): void {
    this.#robots.delete(robot);
  }

  /** The other robots in the robot's frame. */
  others(robot: FloorRobot): FloorRobot[] {
    return [...this.#robots].filter((each) => each !== robot && each.frame === robot.frame);
  }

  /** True when `robot` would come too close to another one at a position. It may always move away. */
  isBlocked(robot: FloorRobot, [x, y]: readonly [number, number]): boolean {
    for (const other of this.#robots) {
      if (other === robot || other.frame !== robot.frame) continue;
      const leastM = robot.radiusM + other.radiusM + Math.max(robot.distanceM, other.distanceM);
      const nextM = Math.hypot(x - other.body.xM, y - other.body.yM);
      const nowM = Math.hypot(robot.body.xM - other.body.xM, robot.body.yM - other.body.yM);
      if (nextM < leastM && nextM < nowM) return true;
    }
    return false;
  }
}
