import { useEffect, useState } from "preact/hooks";
import type { Robot, RobotZone } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { robotEvents } from "../../api/events.ts";
import { useLoad } from "../../api/load.ts";
import { pageMax, readAll } from "../../api/pages.ts";

/** A robot with the moment at which it was heard of here. */
export interface HeardRobot extends Robot {
  /** `performance.now()` of its last telemetry or answer. */
  heardAtMs: number;
}

/** The robots of the site as they are now, and the zones of their maps. */
export interface Fleet {
  robots: readonly HeardRobot[] | undefined;
  zones: readonly RobotZone[];
  error: unknown;
  reload(): void;
}

/** A site has some dozens of either. */
const maxPages = 5;
const limit = pageMax;
const everyMs = 10_000;

/** Reads the robots, and follows their telemetry while the view is shown. */
export function useFleet(): Fleet {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const [all, areas] = await Promise.all([
        readAll(
          (after) => box.robots.listRobots({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
        readAll((after) => box.robots.listZones({ limit, ...after }, { signal }), signal, maxPages),
      ]);
      return { robots: all, zones: areas };
    },
    [],
    { everyMs },
  );
  const [robots, setRobots] = useState<readonly HeardRobot[] | undefined>(undefined);
  useEffect(() => {
    if (!data) return;
    const heardAtMs = performance.now();
    setRobots(data.robots.map((robot) => ({ ...robot, heardAtMs })));
  }, [data]);
  useEffect(() => {
    const take = (type: string, news: Partial<Robot> & { robot_id: string }): void => {
      if (type !== "robot.telemetry") return reload();
      const heardAtMs = performance.now();
      setRobots((now) =>
        now?.map((robot) =>
          robot.robot_id === news.robot_id ? { ...robot, ...news, heardAtMs } : robot,
        ),
      );
    };
    return robotEvents.follow(["robot.telemetry", "robot.command"], take, reload);
  }, [reload]);
  return { robots, zones: data?.zones ?? [], error, reload };
}

/** The time now, again every second, for ages that grow. */
export function useSeconds(): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What a robot is called. */
export function nameOf(robot: Pick<Robot, "robot_id" | "name">): string {
  return robot.name ?? robot.robot_id;
}
