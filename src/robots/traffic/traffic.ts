import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { link } from "../commands/chain.ts";
import type { Holder } from "../commands/lease.ts";
import type { RobotDriver } from "../driver/driver-port.ts";
import { readSettings } from "../driver/robot-settings.ts";
import type { RobotRecord } from "../fleet/robot-record.ts";
import type { Doors } from "../doors/doors.ts";
import type { Places } from "../maps/places.ts";
import type { Hold } from "./reservations.ts";
import type { TrafficFinding } from "./members.ts";
import { type KeptHolds, SiteTraffic } from "./site-traffic.ts";
import { findingEvent } from "./traffic-wire.ts";
import { withTraffic } from "./with-traffic.ts";

/** The parts of the traffic of the box. */
export interface TrafficParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  places: Pick<Places, "corridors" | "places" | "onChange">;
  /** The doors and lifts of the site; absent where it has none. */
  doors?: Pick<Doors, "find" | "onChange">;
}

/** What a robot has, with the version of the record. */
interface HoldsRecord extends KeptHolds {
  v: 1;
}

const prefix = (org: string): StoreKey => [org, "robot-traffic"];

/** The reserved corridors and places of every organisation. Reservations outlast a crash of the box. */
export class Traffic implements Part {
  readonly #parts: TrafficParts;
  readonly #sites = new Map<string, SiteTraffic>();

  constructor(parts: TrafficParts) {
    this.#parts = parts;
    parts.places.onChange((org) => this.#sites.get(org)?.redraw());
    parts.doors?.onChange(({ settings }) => this.#sites.get(settings.org)?.doorChanged());
  }

  /** Returns the traffic of an organisation; the first call reads what an earlier process stored. */
  of(org: string): SiteTraffic {
    const known = this.#sites.get(org);
    if (known) return known;
    const { store, clock, places, doors } = this.#parts;
    const site = new SiteTraffic({
      clock,
      corridors: () => places.corridors(org),
      places: () => places.places(org),
      keep: (robots) => this.#keep(org, robots),
      kept: store.range<HoldsRecord>({ prefix: prefix(org) }).map(({ value }) => value),
      onFinding: (finding) => void this.#tell(org, finding),
      door: (id) => doors?.find(org, id),
    });
    this.#sites.set(org, site);
    return site;
  }

  /** Returns the robot's driver as one that keeps to reservations. */
  driverOf({ org, id, request }: RobotRecord, driver: RobotDriver): RobotDriver {
    const { clock } = this.#parts;
    const { radiusM } = readSettings(request);
    return withTraffic({ driver, robotId: id, radiusM, clock, traffic: this.of(org) });
  }

  /**
   * Frees all that a robot has, and records who did it. The robot's present command must end. Returns what it had; the
   * robot takes at once what it is seen to stand in.
   */
  async free(
    { org, robotId }: { org: string; robotId: string },
    who: Holder,
    why: string | null,
  ): Promise<Hold[]> {
    const site = this.of(org);
    const atMs = this.#parts.clock.wallMs();
    const areas = site.reservations.of(robotId).map(({ name }) => name);
    const entry = { event: "reservations_freed", commandId: null, who, why, atMs, robotId };
    await this.#parts.store.transact(
      (tx) => link(tx, org, { ...entry, detail: { areas: areas.join(", ") } }),
      { essential: true },
    );
    return await site.free(robotId);
  }

  async start(): Promise<void> {
    // Each organisation begins with its first robot.
  }

  /** Ends the looks for deadlocks. */
  async stop(): Promise<void> {
    await Promise.all([...this.#sites.values()].map((site) => site.stop()));
  }

  async #keep(org: string, robots: readonly KeptHolds[]): Promise<void> {
    await this.#parts.store.transact(
      (tx) => {
        for (const robot of robots) {
          const record: HoldsRecord = { v: 1, ...robot };
          tx.put([...prefix(org), robot.robotId], record);
        }
      },
      { essential: true },
    );
  }

  async #tell(org: string, finding: TrafficFinding): Promise<void> {
    const { events, clock, log } = this.#parts;
    try {
      await events.append(findingEvent(org, finding, clock.wallMs()));
    } catch (error) {
      log.warn(
        { robot_id: finding.robotId, error: describeError(error) },
        "an incident of traffic was not written",
      );
    }
  }
}
