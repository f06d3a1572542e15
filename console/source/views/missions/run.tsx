import type { Job } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { dateTime, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { useTraffic, waitText } from "../map/traffic.tsx";
import type { ViewProps } from "../registry.ts";
import { runOf } from "../robots/run-view.ts";
import { RunControls } from "../robots/runs.tsx";
import { ChoiceTable } from "./choice-table.tsx";
import { type MissionRun, missionRunOf } from "./mission-run.ts";
import { useRobotNews } from "./missions-data.ts";
import { resultText } from "./mission-words.ts";
import { RunStory } from "./run-story.tsx";
import { StateBadge } from "./run-state.tsx";

const everyMs = 1000;

/** One run of a mission: what it has done, what it does, why it waits, and why this robot. */
export function View({ params }: ViewProps) {
  const id = params["id"]!;
  const { data, error, reload } = useLoad(
    async (signal) => (await box.jobs.getJob({ job_id: id }, { signal })).data,
    [id],
    { everyMs },
  );
  useRobotNews(reload);
  const { missions: own } = words.value;
  const run = data && missionRunOf(data);
  return (
    <Page
      title={run?.name || own.mission}
      back={{ href: href("/missions"), label: own.title }}
      actions={run && <StateBadge state={stateOf(data, run)} />}
    >
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && run && <Details job={data} run={run} onChanged={reload} />}
    </Page>
  );
}

function Details(props: { job: Job; run: MissionRun; onChanged: () => void }) {
  const { job, run, onChanged } = props;
  const { missions: own, runs } = words.value;
  const isLive = isLiveJob(job);
  return (
    <>
      {job.error && (
        <Notice tone="critical">
          <bdi lang="en">{job.error.message}</bdi>
        </Notice>
      )}
      {isLive && <Waits run={run} />}
      {isLive && run.state === "asking" && <Answers job={job} run={run} onChanged={onChanged} />}
      {isLive && may("robots:command") && (
        <div class="row">
          <RunControls job={job} run={runOf(job)} onChanged={onChanged} />
        </div>
      )}
      <RunFacts job={job} run={run} />
      <Section title={runs.story}>
        <RunStory run={run} isLive={isLive} />
      </Section>
      {run.choice && (
        <Section title={own.choice}>
          <ChoiceTable choice={run.choice} />
        </Section>
      )}
    </>
  );
}

function RunFacts({ job, run }: { job: Job; run: MissionRun }) {
  const { missions: own, rules, common } = words.value;
  const { robotId, missionId, name } = run;
  const robot = robotId !== null && (
    <a href={href(`/robots/${encodeURIComponent(robotId)}`)}>{robotName(robotId)}</a>
  );
  return (
    <Facts
      entries={[
        [rules.robot, robot || common.none],
        ...(missionId === null
          ? []
          : [[own.mission, <a href={href(`/missions/${missionId}`)}>{name}</a>] as const]),
        [own.queued, dateTime(job.created_at)],
        ...(job.completed_at === null ? [] : [[own.ended, dateTime(job.completed_at)] as const]),
        [own.stepsDone, `${number(run.ended.length)} / ${number(run.steps)}`],
      ]}
    />
  );
}

/** Why the run does not go on, or what its robot waits for on the way. */
function Waits({ run: { hindrance, state, robotId } }: { run: MissionRun }) {
  const { traffic } = useTraffic();
  const { maps, runs } = words.value;
  const known: Readonly<Record<string, string>> = runs.reasons;
  const onTheWay = waitText(traffic?.waits.find(({ robot_id: id }) => id === robotId));
  return (
    <div class="stack" role="status">
      {hindrance && state !== "asking" && (
        <Notice tone="warning">
          {known[hindrance.code] ?? ""} <bdi lang="en">{hindrance.message}</bdi>
        </Notice>
      )}
      {onTheWay !== "" && (
        <Notice tone="warning">
          {say("{name}: {value}", { name: maps.traffic.waitsFor, value: onTheWay })}
        </Notice>
      )}
    </div>
  );
}

function Answers(props: { job: Job; run: MissionRun; onChanged: () => void }) {
  const { job, run, onChanged } = props;
  const { run: act, error, isRunning } = useAct();
  const step = run.sections[run.at ?? 0]?.steps[0];
  const answer = (chosen: string): void =>
    void act(() => box.robots.answerRun({ job_id: job.job_id }, { answer: chosen })).then(
      (isDone) => isDone && onChanged(),
    );
  return (
    <Notice tone="info">
      <div class="stack">
        <p>
          <strong dir="auto">{step?.question ?? run.hindrance?.message}</strong>
        </p>
        {may("robots:command") && (
          <div class="row">
            {step?.answers?.map((each) => (
              <Button key={each} tone="main" isBusy={isRunning} onPress={() => answer(each)}>
                {resultText(each)}
              </Button>
            ))}
          </div>
        )}
        <Problem error={error} />
      </div>
    </Notice>
  );
}

function isLiveJob({ status }: Job): boolean {
  return status === "queued" || status === "processing";
}

function stateOf(job: Job, run: MissionRun): string {
  return isLiveJob(job) ? run.state : job.status;
}
