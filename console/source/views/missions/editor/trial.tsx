import { useEffect, useRef, useState } from "preact/hooks";
import type { Job, MissionRequest, Robot } from "../../../../../client/source/generated.ts";
import { useAct } from "../../../api/act.ts";
import { box } from "../../../api/box.ts";
import { useLoad } from "../../../api/load.ts";
import { Button } from "../../../parts/button.tsx";
import { CheckField, SelectField } from "../../../parts/field.tsx";
import { Notice, Problem } from "../../../parts/notice.tsx";
import { words } from "../../../words/words.ts";
import type { Draft, DraftStep } from "./draft.ts";
import { isOver, TrialStory } from "./story.tsx";
import { stepText } from "./step-words.ts";
import { trialRequest } from "./trial-request.ts";

/** Carries the draft out with a simulated robot, and tells what happens. */
export function Trial(props: {
  draft: Draft;
  robots: readonly Robot[];
  /** Returns true where nothing is known to be wrong with the draft. */
  isReady: () => boolean;
  onRefused: (error: unknown) => void;
  /** The step at which the trial is; undefined for none. */
  onCurrent: (id: string | undefined) => void;
}) {
  const { draft, robots, isReady, onRefused, onCurrent } = props;
  const { missionEditor: own, rules } = words.value;
  const simulated = robots.filter(({ driver }) => driver === "sim");
  const [chosen, setChosen] = useState("");
  const [isPlayed, setPlayed] = useState(true);
  const [steps, setSteps] = useState<readonly DraftStep[]>([]);
  const { job, error, isRunning, start } = useTrial();
  const robotId =
    simulated.find(({ robot_id: id }) => id === chosen)?.robot_id ?? simulated[0]?.robot_id;
  const at = isRunning ? currentOf(job) : undefined;
  useEffect(() => onCurrent(at === undefined ? undefined : steps[at]?.id), [at, steps]);
  useEffect(() => onRefused(error), [error]);
  useEndWithView(isRunning ? job?.job_id : undefined);
  const run = (): void => {
    if (!isReady() || robotId === undefined) return;
    setSteps(draft.steps);
    const mission = trialRequest(draft, { robotId, isPlayed, textOf: stepText });
    start(mission);
  };
  if (robotId === undefined) return <Notice>{own.noSimulated}</Notice>;
  return (
    <>
      <p class="hint">{own.trialHint}</p>
      {simulated.length > 1 && (
        <SelectField
          label={rules.robot}
          value={robotId}
          onChange={setChosen}
          isDisabled={isRunning}
          options={simulated.map(({ robot_id: id, name }) => [id, name ?? id])}
        />
      )}
      <CheckField
        label={own.played}
        hint={isPlayed ? own.playedHint : own.realHint}
        value={isPlayed}
        onChange={setPlayed}
        isDisabled={isRunning}
      />
      <div class="row">
        <Button icon="play" isBusy={isRunning} isDisabled={draft.steps.length === 0} onPress={run}>
          {own.startTrial}
        </Button>
        {isRunning && job && <EndTrial jobId={job.job_id} />}
      </div>
      {job && <TrialStory job={job} steps={steps} />}
    </>
  );
}

const everyMs = 700;

/** Queues a mission and reads its job again and again until it has ended. */
function useTrial() {
  const { run, error, isRunning: isStarting } = useAct();
  const [jobId, setJobId] = useState<string | undefined>(undefined);
  const newest = useRef<Job | undefined>(undefined);
  const { data } = useLoad(
    async (signal) => {
      const { current: read } = newest;
      const isRead = read?.job_id === jobId && read !== undefined && isOver(read);
      if (jobId !== undefined && !isRead)
        newest.current = (await box.jobs.getJob({ job_id: jobId }, { signal })).data;
      return newest.current;
    },
    [jobId],
    { everyMs },
  );
  const job = data?.job_id === jobId ? data : undefined;
  return {
    job,
    error,
    isRunning: isStarting || (jobId !== undefined && !(job && isOver(job))),
    start: (mission: MissionRequest) =>
      void run(async () => {
        setJobId(undefined);
        setJobId((await box.robots.createTask({ mission })).data.job_id);
      }),
  };
}

/** The index of the step at which a run is. */
function currentOf(job: Job | undefined): number | undefined {
  const at = job?.payload["at"] as { section: number } | null | undefined;
  return at?.section;
}

function EndTrial({ jobId }: { jobId: string }) {
  const act = useAct();
  return (
    <>
      <Button
        icon="stop"
        isBusy={act.isRunning}
        onPress={() => void act.run(() => box.jobs.cancelJob({ job_id: jobId }))}
      >
        {words.value.missionEditor.endTrial}
      </Button>
      <Problem error={act.error} />
    </>
  );
}

/** Cancels the trial when the editor is left: nobody would answer its questions. */
function useEndWithView(jobId: string | undefined): void {
  useEffect(() => {
    if (jobId === undefined) return;
    return () => {
      // One that has ended answers with a conflict.
      box.jobs.cancelJob({ job_id: jobId }).catch(() => undefined);
    };
  }, [jobId]);
}
