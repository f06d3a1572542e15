import { useEffect } from "preact/hooks";
import type { Job, RobotMission, RobotTask } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { robotEvents } from "../../api/events.ts";
import { type Loaded, useLoad } from "../../api/load.ts";
import { pageMax, readAll } from "../../api/pages.ts";
import { may } from "../../app/session.ts";

/** The box stores at most 500 missions. */
const maxPages = 5;
const everyMs = 2000;

/** The stored missions, those that wait or run, and the newest runs of the site. */
export interface SeenMissions {
  missions: readonly RobotMission[];
  /** First those that have a robot, then the queue in its order. */
  tasks: readonly RobotTask[];
  /** Newest first, with other runs; empty without the right to see jobs. */
  runs: readonly Job[];
}

/** Reads the missions, again whenever a robot's command begins or ends. */
export function useMissions(): Loaded<SeenMissions> {
  const loaded = useLoad(
    async (signal) => {
      const limit = pageMax;
      const [missions, tasks, runs] = await Promise.all([
        readAll(
          (after) => box.robots.listMissions({ limit, ...after }, { signal }),
          signal,
          maxPages,
        ),
        box.robots.listTasks({ limit }, { signal }),
        listRuns(signal),
      ]);
      return { missions, tasks: tasks.data.data, runs };
    },
    [],
    { everyMs },
  );
  useRobotNews(loaded.reload);
  return loaded;
}

/** Calls `reload` when a command of a robot begins or ends, and when news were lost. */
export function useRobotNews(reload: () => void): void {
  useEffect(() => robotEvents.follow(["robot.command"], reload, reload), [reload]);
}

async function listRuns(signal: AbortSignal): Promise<readonly Job[]> {
  if (!may("jobs:read")) return [];
  const args = { type: "robot.run", limit: pageMax } as const;
  return (await box.jobs.listJobs(args, { signal })).data.data;
}

/** True for a run of this mission; false for one that only showed which robot would go. */
export function isRunOf({ payload: { input } }: Job, missionId: string): boolean {
  return input["mission_id"] === missionId && input["dry_run"] !== true;
}
