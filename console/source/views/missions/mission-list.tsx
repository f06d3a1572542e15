import type { Job, RobotMission } from "../../../../client/source/generated.ts";
import { robotName } from "../../app/site.ts";
import { Badge } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { count, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { lastRunOf } from "./missions-data.ts";
import { runTones } from "../robots/run-tones.ts";

/** The missions with the robot, the last run and how it ended. */
export function MissionList(props: { missions: readonly RobotMission[]; runs: readonly Job[] }) {
  const { missions, runs } = props;
  const { missions: own, common, rules } = words.value;
  return (
    <Table label={own.title} head={[common.name, rules.robot, own.lastRun]}>
      {missions.map((mission) => (
        <tr key={mission.id} data-mission={mission.id}>
          <td>
            <bdi>{mission.name}</bdi>
            <p class="quiet-text">{count(own.steps, mission.steps.length)}</p>
          </td>
          <td>{mission.robot_id === null ? own.anyRobot : robotName(mission.robot_id)}</td>
          <td>
            <LastRun job={lastRunOf(runs, mission.id)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function LastRun({ job }: { job: Job | undefined }) {
  const { runs, common } = words.value;
  if (!job) return common.never;
  return (
    <>
      <Badge tone={runTones[job.status]}>{runs.statuses[job.status]}</Badge>{" "}
      <time class="quiet-text">{time(job.completed_at ?? job.created_at)}</time>
    </>
  );
}
