/** One area that a robot has. */
export interface Hold {
  /** Of the area. */
  key: string;
  /** The area's name when it was reserved. */
  name: string;
  /** Rises with every reservation of the organisation: of two holds of an area, the higher one counts. */
  fence: number;
  /** Unix milliseconds. */
  sinceMs: number;
}

/** An area with its holder. */
export interface Held extends Hold {
  robotId: string;
}

/** Areas and their holders: one robot each. Pure; the caller makes it durable. */
export class Reservations {
  readonly #held = new Map<string, Held>();
  readonly #byRobot = new Map<string, Map<string, Held>>();
  #fence: number;

  constructor(fence = 0) {
    this.#fence = fence;
  }

  /** The highest fence so far. */
  get fence(): number {
    return this.#fence;
  }

  /** Takes what an earlier process stored. */
  restore(robotId: string, holds: readonly Hold[]): void {
    for (const hold of holds) {
      this.#fence = Math.max(this.#fence, hold.fence);
      const other = this.#held.get(hold.key);
      if (other && other.fence > hold.fence) continue;
      if (other) this.#byRobot.get(other.robotId)?.delete(hold.key);
      this.#set({ ...hold, robotId });
    }
  }

  /** Returns the holder of the area; undefined while it is free. */
  holderOf(key: string): Held | undefined {
    return this.#held.get(key);
  }

  /** Returns what the robot has, the oldest first. */
  of(robotId: string): Held[] {
    return [...(this.#byRobot.get(robotId)?.values() ?? [])];
  }

  /** True when the robot has the area. */
  has(robotId: string, key: string): boolean {
    return this.#byRobot.get(robotId)?.has(key) ?? false;
  }

  /** Returns every hold. */
  all(): Held[] {
    return [...this.#held.values()];
  }

  /** Returns the robots that have any of these areas, without `robotId`. */
  holdersOf(robotId: string, keys: Iterable<string>): Set<string> {
    const others = new Set<string>();
    for (const key of keys) {
      const held = this.#held.get(key);
      if (held && held.robotId !== robotId) others.add(held.robotId);
    }
    return others;
  }

  /** Takes the areas that the robot does not have, all or none; false while another robot has one. */
  take(robotId: string, areas: readonly { key: string; name: string }[], sinceMs: number): boolean {
    if (
      this.holdersOf(
        robotId,
        areas.map(({ key }) => key),
      ).size > 0
    )
      return false;
    for (const { key, name } of areas) {
      if (this.#held.has(key)) continue;
      this.#fence += 1;
      this.#set({ key, name, robotId, sinceMs, fence: this.#fence });
    }
    return true;
  }

  /** Gives one area of a robot back; false when the robot does not have it. */
  release(robotId: string, key: string): boolean {
    const mine = this.#byRobot.get(robotId);
    if (!mine?.delete(key)) return false;
    this.#held.delete(key);
    if (mine.size === 0) this.#byRobot.delete(robotId);
    return true;
  }

  #set(held: Held): void {
    this.#held.set(held.key, held);
    const mine = this.#byRobot.get(held.robotId) ?? new Map<string, Held>();
    mine.set(held.key, held);
    this.#byRobot.set(held.robotId, mine);
  }
}
