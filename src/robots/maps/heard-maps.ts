import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { DriverMap } from "../driver/driver-port.ts";
import type { Maps } from "./maps.ts";

/** A robot that sends maps. */
interface MapRobot {
  org: string;
  id: string;
  name: string;
}

/**
 * Returns what stores the maps that robots send: of each robot one at a time, and of those that come meanwhile only the
 * newest. A map that cannot be stored is logged; the next one is tried again.
 */
export function keepingMaps(
  maps: Pick<Maps, "putHeard">,
  log: Logger,
): (robot: MapRobot, map: DriverMap) => void {
  const waiting = new Map<string, DriverMap | null>();
  const store = async ({ org, id, name }: MapRobot, map: DriverMap): Promise<void> => {
    const { topic, frame, ...grid } = map;
    const heard = { robotId: id, topic, name: `${name} ${topic}`, frame };
    try {
      await maps.putHeard(org, heard, grid);
    } catch (error) {
      log.warn(
        { robot_id: id, topic, error: describeError(error) },
        "a robot's map was not stored",
      );
    }
  };
  return (robot, map) => {
    const key = `${robot.org}\0${robot.id}\0${map.topic}`;
    const isBusy = waiting.has(key);
    waiting.set(key, isBusy ? map : null);
    if (isBusy) return;
    const next = async (now: DriverMap): Promise<void> => {
      await store(robot, now);
      const newer = waiting.get(key) ?? null;
      if (newer === null) return void waiting.delete(key);
      waiting.set(key, null);
      await next(newer);
    };
    void next(map);
  };
}
