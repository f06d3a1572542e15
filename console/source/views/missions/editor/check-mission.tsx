import { useEffect } from "preact/hooks";
import type { Job, RobotTaskCandidate } from "../../../../../client/source/generated.ts";
import { box } from "../../../api/box.ts";
import { useJob } from "../../../api/job.ts";
import { robotName } from "../../../app/site.ts";
import { Button } from "../../../parts/button.tsx";
import { Notice } from "../../../parts/notice.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { type Draft, requestOf } from "./draft.ts";

/** Asks the box whether the mission can be carried out, and by which robot; nothing moves. */
export function CheckMission(props: {
  draft: Draft;
  /** Returns true where nothing is known to be wrong with the draft. */
  isReady: () => boolean;
  onRefused: (error: unknown) => void;
}) {
  const { draft, isReady, onRefused } = props;
  const { missionEditor: own } = words.value;
  const { job, error, isRunning, start } = useJob();
  useEffect(() => onRefused(error), [error]);
  const candidates = candidatesOf(job);
  const chosen = candidates?.find(({ is_chosen: isChosen }) => isChosen);
  const check = (): void => {
    if (!isReady()) return;
    const { starts: _starts, ...mission } = requestOf(draft);
    void start((options) => box.robots.createTask({ mission, dry_run: true }, options));
  };
  return (
    <>
      <p class="hint">{own.checkHint}</p>
      <div class="row">
        <Button
          icon="check"
          isBusy={isRunning}
          isDisabled={draft.steps.length === 0}
          onPress={check}
        >
          {own.check}
        </Button>
      </div>
      <div role="status">
        {chosen && (
          <Notice tone="good">{say(own.wouldTake, { name: robotName(chosen.robot_id) })}</Notice>
        )}
        {candidates && !chosen && (
          <Notice tone="warning">
            <div>
              <p>{own.noRobotNow}</p>
              <ul lang="en" dir="auto">
                {candidates.map(({ robot_id: id, reason }) => (
                  <li key={id}>{`${robotName(id)}: ${reason}`}</li>
                ))}
              </ul>
            </div>
          </Notice>
        )}
      </div>
    </>
  );
}

/** The robots that the box has looked at; undefined before the check has ended. */
function candidatesOf(job: Job | undefined): readonly RobotTaskCandidate[] | undefined {
  if (job?.status !== "completed") return undefined;
  const choice = job.payload["choice"] as { candidates: readonly RobotTaskCandidate[] } | undefined;
  return choice?.candidates ?? [];
}
