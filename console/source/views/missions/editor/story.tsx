import type { Job } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { timeOfDay } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { type DraftStep, resultsWith } from "./draft.ts";
import { numberedText, resultText } from "./step-words.ts";

/** What a run of a mission tells about itself in the payload of its job. */
interface RunReport {
  state?: string;
  hindrance?: { code: string; message: string } | null;
  at?: { section: number } | null;
  mission?: { choice: { candidates: readonly { reason: string | null }[] } | null };
  laps?: readonly { section: number; ended_at: number | null; result?: string | null }[];
  skipped?: readonly { section: number; code: string; reason: string }[];
}

/** True for a job that has ended. */
export function isOver({ status }: Job): boolean {
  return status !== "queued" && status !== "processing";
}

/** The steps that a trial has carried out with their results, the present one, and how it ended. */
export function TrialStory({ job, steps }: { job: Job; steps: readonly DraftStep[] }) {
  const { missionEditor: own } = words.value;
  const report = job.payload as RunReport;
  const { laps = [], at } = report;
  const present = at && at.section < steps.length ? at.section : undefined;
  return (
    <section class="mission-story" aria-label={own.story}>
      <ol aria-live="polite">
        {laps.map(({ section, ended_at: endedAt, result }, index) => (
          <li key={index} data-told={steps[section]?.id}>
            {endedAt !== null && <time>{timeOfDay(endedAt)}</time>}
            <span>
              {steps[section] && numberedText(steps, section)}
              {result && `: ${resultText(result)}`}
            </span>
          </li>
        ))}
        {!isOver(job) && (
          <li aria-current="step">
            {present !== undefined && <strong>{numberedText(steps, present)} </strong>}
            <State run={report} />
          </li>
        )}
      </ol>
      {!isOver(job) && report.state === "asking" && present !== undefined && (
        <Answers jobId={job.job_id} step={steps[present]!} />
      )}
      <End job={job} steps={steps} present={present} />
    </section>
  );
}

function State({ run: { state = "queued", hindrance, mission } }: { run: RunReport }) {
  const names: Readonly<Record<string, string>> = words.value.missionEditor.states;
  const waits = state === "queued" ? mission?.choice?.candidates[0]?.reason : hindrance?.message;
  return (
    <span>
      {names[state] ?? state}
      {waits && state !== "asking" && (
        <span class="hint" lang="en" dir="auto">
          {" "}
          {waits}
        </span>
      )}
    </span>
  );
}

/** The results that a person can choose for the present step. */
function Answers({ jobId, step }: { jobId: string; step: DraftStep }) {
  const act = useAct();
  const results = step.type === "ask" ? (step.answers ?? []) : resultsWith(step);
  return (
    <>
      <p>{words.value.missionEditor.chooseResult}</p>
      <div class="row">
        {results.map((answer) => (
          <Button
            key={answer}
            isBusy={act.isRunning}
            onPress={() => void act.run(() => box.robots.answerRun({ job_id: jobId }, { answer }))}
          >
            {resultText(answer)}
          </Button>
        ))}
      </div>
      <Problem error={act.error} />
    </>
  );
}

function End(props: { job: Job; steps: readonly DraftStep[]; present: number | undefined }) {
  const { job, steps, present } = props;
  const { missionEditor: own } = words.value;
  if (job.status === "completed") return <Notice tone="good">{own.trialDone}</Notice>;
  if (job.status === "cancelled") return <Notice>{own.trialEnded}</Notice>;
  if (job.status !== "failed") return null;
  return (
    <Notice tone="critical">
      <div>
        <p>
          {own.trialFailed} {present !== undefined && numberedText(steps, present)}
        </p>
        <p lang="en" dir="auto">
          {job.error?.message}
        </p>
      </div>
    </Notice>
  );
}
