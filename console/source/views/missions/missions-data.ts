import type { Job, RobotMission } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { robotEvents } from "../../api/events.ts";
import { type Loaded, useLoad } from "../../api/load.ts";
import { pageMax, readAll } from "../../api/pages.ts";
import { may } from "../../app/session.ts";
import { useEffect } from "preact/hooks";

/** The box stores at most 500 missions. */
const maxPages = 5;
const everyMs = 5000;

/** The stored missions with the newest runs of the site. */
export interface SeenMissions {
  missions: readonly RobotMission[];
  /** Newest first; empty without the right to see jobs. */
  runs: readonly Job[];
}

/** Reads the missions, again whenever a robot's command begins or ends. */
export function useMissions(): Loaded<SeenMissions> {
  const loaded = useLoad(
    async (signal) => {
      const [missions, runs] = await Promise.all([
        readAll(
          (after) => box.robots.listMissions({ limit: pageMax, ...after }, { signal }),
          signal,
          maxPages,
        ),
        listRuns(signal),
      ]);
      return { missions, runs };
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

/** The newest run of a mission among `runs`. */
export function lastRunOf(runs: readonly Job[], missionId: string): Job | undefined {
  return runs.find(({ payload }) => payload.input["mission_id"] === missionId);
}
