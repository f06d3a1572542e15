import { href } from "../../app/router.ts";
import { Badge } from "../../parts/notice.tsx";
import { count, say, timeOfDay } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { EndedStep, MissionRun } from "./mission-run.ts";
import { resultText, runStepText } from "./mission-words.ts";
import { StateBadge } from "./run-state.tsx";

/** The steps that have ended with their results, the present one, and those that follow without a branch. */
export function RunStory({ run, isLive }: { run: MissionRun; isLive: boolean }) {
  const { missions: own } = words.value;
  const { at, ended, steps, operationJobId } = run;
  const isPresent = isLive && at !== undefined && at < steps;
  const ahead = isPresent ? run.sections.slice(at + 1) : [];
  return (
    <div class="story">
      <ol aria-live="polite">
        {ended.map((step, index) => (
          <Ended key={index} run={run} step={step} />
        ))}
        {isPresent && (
          <li aria-current="step">
            <span />
            <div>
              <p>
                <strong>{textOf(run, at)}</strong> <StateBadge state={run.state} />
              </p>
              {operationJobId !== null && (
                <a href={href(`/system/jobs/${operationJobId}`)}>{own.operationJob}</a>
              )}
            </div>
          </li>
        )}
      </ol>
      {ahead.length > 0 && (
        <details>
          <summary>{say(own.ahead, { steps: count(own.steps, steps - at! - 1) })}</summary>
          <ol class="rule-steps numbered quiet-text" start={at! + 2}>
            {ahead.map(({ id }, index) => (
              <li key={id}>{textOf(run, at! + 1 + index)}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Ended({ run, step }: { run: MissionRun; step: EndedStep }) {
  const { section, ended_at: at, result } = step;
  const skipped = run.skipped.find((each) => each.section === section && each.at === at);
  return (
    <li data-result={result}>
      <time>{at === null ? "" : timeOfDay(at)}</time>
      <div>
        <p>
          {textOf(run, section)}{" "}
          {result && (
            <Badge tone={result === "failed" ? "critical" : "good"}>{resultText(result)}</Badge>
          )}
        </p>
        {skipped && (
          <p class="quiet-text">
            <bdi lang="en">{skipped.reason}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

function textOf({ sections }: MissionRun, at: number): string {
  const section = sections[at];
  const step = section?.steps[0];
  return step ? runStepText(step) : (section?.id ?? String(at + 1));
}
