import { useState } from "preact/hooks";
import type { Job, RobotMission } from "../../../../client/source/generated.ts";
import { go, href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { Table } from "../../parts/paged.tsx";
import { count, time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { isRunOf } from "./missions-data.ts";
import { StateBadge } from "./run-state.tsx";
import { SendDialog } from "./send-dialog.tsx";

/** The missions with the robot, the last run and how it ended, and the next start. */
export function MissionList(props: { missions: readonly RobotMission[]; runs: readonly Job[] }) {
  const { missions, runs } = props;
  const { missions: own, common, rules } = words.value;
  const [sent, setSent] = useState<RobotMission | undefined>(undefined);
  const mayCommand = may("robots:command");
  const actions = mayCommand ? [common.actions] : [];
  const head = [common.name, ...actions, rules.robot, own.lastRun, own.nextStart];
  return (
    <>
      <Table label={own.stored} head={head}>
        {missions.map((mission) => (
          <tr key={mission.id} data-mission={mission.id}>
            <td>
              <a href={href(`/missions/${mission.id}`)}>
                <bdi>{mission.name}</bdi>
              </a>
              <p class="quiet-text">{count(own.steps, mission.steps.length)}</p>
            </td>
            {mayCommand && (
              <td>
                <Button
                  icon="play"
                  label={`${own.start}: ${mission.name}`}
                  onPress={() => setSent(mission)}
                >
                  {own.start}
                </Button>
              </td>
            )}
            <td>{mission.robot_id === null ? own.anyRobot : robotName(mission.robot_id)}</td>
            <td>
              <LastRun job={runs.find((job) => isRunOf(job, mission.id))} />
            </td>
            <td>
              {mission.next_start_at === null ? "–" : time(mission.next_start_at)}
              {mission.last_start?.code && <p class="quiet-text">{own.missed}</p>}
            </td>
          </tr>
        ))}
      </Table>
      {sent && (
        <SendDialog
          mission={sent}
          onClose={() => setSent(undefined)}
          onSent={(id) => go(`/missions/runs/${id}`)}
        />
      )}
    </>
  );
}

function LastRun({ job }: { job: Job | undefined }) {
  if (!job) return words.value.common.never;
  return (
    <>
      <StateBadge state={job.status} />{" "}
      <a class="quiet-text" href={href(`/missions/runs/${job.job_id}`)}>
        {time(job.completed_at ?? job.created_at)}
      </a>
    </>
  );
}
