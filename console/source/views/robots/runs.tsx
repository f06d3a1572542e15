import type { Job, RobotZone } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { useLoad } from "../../api/load.ts";
import { href } from "../../app/router.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Badge, Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { count, dateTime, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { planOf, reasonText, runOf, type RunView, stepText, taskText } from "./run-view.ts";
import { RunForm } from "./run-form.tsx";
import { runTones } from "./run-tones.ts";

const everyMs = 2000;
/** The newest runs that are shown. */
const mostShown = 5;

/** The runs of a robot: a form for a new one, and the story of the newest while they run. */
export function Runs(props: { robotId: string; zones: readonly RobotZone[]; mayStart: boolean }) {
  const { robotId, zones, mayStart } = props;
  const { runs: own } = words.value;
  const { data, error, reload } = useLoad(
    async (signal) => {
      const args = { type: "robot.run", robot_id: robotId, limit: mostShown } as const;
      return (await box.jobs.listJobs(args, { signal })).data.data;
    },
    [robotId],
    { everyMs },
  );
  const isBusy = data?.some(({ status }) => status === "queued" || status === "processing");
  return (
    <Section title={own.title}>
      <Problem error={error} onRetry={reload} />
      {mayStart && isBusy === false && (
        <RunForm robotId={robotId} zones={zones} onStarted={reload} />
      )}
      {data?.length === 0 && <Empty>{own.none}</Empty>}
      <ul class="stack">
        {data?.map((job) => (
          <Run key={job.job_id} job={job} mayControl={mayStart} onChanged={reload} />
        ))}
      </ul>
    </Section>
  );
}

function Run(props: { job: Job; mayControl: boolean; onChanged: () => void }) {
  const { job, mayControl, onChanged } = props;
  const { runs: own } = words.value;
  const run = runOf(job);
  const isLive = job.status === "queued" || job.status === "processing";
  const state = isLive && run.state ? own.states[run.state] : own.statuses[job.status];
  return (
    <li class="story" data-run={job.job_id}>
      <div class="panel-head">
        <div>
          <h3>
            <a href={href(`/system/jobs/${job.job_id}`)}>{taskText(run.task)}</a>
          </h3>
          <p class="quiet-text">
            {[dateTime(job.created_at), run.isPlanOnly && own.planned].filter(Boolean).join(" · ")}
          </p>
        </div>
        <div class="row">
          <Badge tone={run.state === "paused" && isLive ? "warning" : runTones[job.status]}>
            {state}
          </Badge>
          {isLive && mayControl && <RunControls job={job} run={run} onChanged={onChanged} />}
        </div>
      </div>
      {isLive && run.hindrance !== undefined && run.hindrance !== run.state && (
        <p>{reasonText(run.hindrance)}</p>
      )}
      {job.error && <p>{job.error.message}</p>}
      {isLive && run.at && <p>{say(own.at, { lap: run.at.lap + 1, step: run.at.step + 1 })}</p>}
      <Plan run={run} isLive={isLive} />
      <p class="quiet-text">
        {[
          count(own.incidents, run.incidents),
          run.skipped.length > 0 && count(own.skipped, run.skipped.length),
          ...run.warnings,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
}

/** The steps of the plan; the current one is marked. */
function Plan({ run, isLive }: { run: RunView; isLive: boolean }) {
  return planOf(run).map(({ laps, steps }, section) => (
    <div key={section}>
      {laps !== 1 && (
        <p class="quiet-text">
          {laps === null ? words.value.runs.endless : count(words.value.runs.laps, laps)}
        </p>
      )}
      <ol class="rule-steps">
        {steps.map((step, index) => {
          const isHere = isLive && run.at?.section === section && run.at.step === index;
          return (
            <li key={index} aria-current={isHere ? "step" : undefined}>
              {isHere ? <strong>{stepText(step)}</strong> : stepText(step)}
            </li>
          );
        })}
      </ol>
    </div>
  ));
}

/** The buttons that pause, resume and cancel a run. */
export function RunControls(props: { job: Job; run: RunView; onChanged: () => void }) {
  const { job, run, onChanged } = props;
  const { runs: own } = words.value;
  const act = useAct();
  const args = { job_id: job.job_id };
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (await act.run(work)) onChanged();
  };
  return (
    <>
      {run.state === "paused" ? (
        <Button
          isBusy={act.isRunning}
          onPress={() => void change(() => box.robots.resumeRun(args))}
        >
          {own.resume}
        </Button>
      ) : (
        <Button isBusy={act.isRunning} onPress={() => void change(() => box.robots.pauseRun(args))}>
          {own.pause}
        </Button>
      )}
      <ConfirmButton
        isDisabled={act.isRunning}
        onPress={() => void change(() => box.jobs.cancelJob(args))}
      >
        {own.cancel}
      </ConfirmButton>
      <Problem error={act.error} />
    </>
  );
}
