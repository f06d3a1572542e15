import type { Job } from "../../../../client/source/generated.ts";
import { href } from "../../app/router.ts";
import { robotName } from "../../app/site.ts";
import { Empty } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Table } from "../../parts/paged.tsx";
import { time } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { missionRunOf } from "./mission-run.ts";
import { StateBadge } from "./run-state.tsx";

/** The newest runs that are shown. */
const mostShown = 20;

/** Runs that have ended, newest first. */
export function PastRuns({ runs }: { runs: readonly Job[] }) {
  const { missions: own, common, rules, runs: texts } = words.value;
  const over = runs.filter(({ completed_at: at }) => at !== null).slice(0, mostShown);
  return (
    <Section title={own.past}>
      {over.length === 0 && <Empty>{texts.none}</Empty>}
      {over.length > 0 && (
        <Table label={own.past} head={[own.ended, own.mission, rules.robot, common.state]}>
          {over.map((job) => {
            const { name, robotId } = missionRunOf(job);
            return (
              <tr key={job.job_id} data-run={job.job_id}>
                <td>
                  <a href={href(`/missions/runs/${job.job_id}`)}>{time(job.completed_at!)}</a>
                </td>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>
                  <bdi>{robotId !== null && robotName(robotId)}</bdi>
                </td>
                <td>
                  <StateBadge state={job.status} />
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}
