import type { RobotCaller } from "../fleet/robot-service.ts";
import type { Robots } from "../fleet/robots.ts";
import type { SiteTraffic } from "./site-traffic.ts";
import type { Traffic } from "./traffic.ts";

/** Reservations for callers of the API. */
export class TrafficService {
  readonly #traffic: Traffic;
  readonly #robots: Pick<Robots, "unit">;

  constructor(parts: { traffic: Traffic; robots: Pick<Robots, "unit"> }) {
    this.#traffic = parts.traffic;
    this.#robots = parts.robots;
  }

  /** Returns the reserved corridors and places. */
  of(org: string): SiteTraffic {
    return this.#traffic.of(org);
  }

  /**
   * Frees all that a robot has reserved, also one that was removed, and ends its present command. Returns the names of
   * what it had; undefined for a robot that is unknown and has nothing.
   */
  async free(caller: RobotCaller, id: string, why: string | null): Promise<string[] | undefined> {
    const { org, keyId, priority, name } = caller;
    const unit = this.#robots.unit(org, id);
    if (!unit && this.of(org).reservations.of(id).length === 0) return undefined;
    const { active } = unit ?? {};
    if (active)
      await unit?.endCommand(active.id, "reservation_lost: somebody freed what it had reserved");
    const who = { keyId, priority, ...(name === undefined ? {} : { name }) };
    const freed = await this.#traffic.free({ org, robotId: id }, who, why);
    return freed.map(({ name: area }) => area);
  }
}
