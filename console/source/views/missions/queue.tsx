import { useState } from "preact/hooks";
import type { Job, RobotTask } from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Button, ConfirmButton } from "../../parts/button.tsx";
import { Empty, Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { dateTime, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { ChoiceTable } from "./choice-table.tsx";
import { missionRunOf } from "./mission-run.ts";
import { StateBadge } from "./run-state.tsx";

const most = 100;
/** A press raises the priority by so much. */
const raise = 10;

/** The missions that have a robot, then those that wait for one, in their order. */
export function Queue(props: {
  tasks: readonly RobotTask[];
  runs: readonly Job[];
  onChanged: () => void;
}) {
  const { tasks, runs, onChanged } = props;
  const { missions: own } = words.value;
  return (
    <Section title={own.queue}>
      {tasks.length === 0 && <Empty>{own.nothingQueued}</Empty>}
      <ul class="plain-list">
        {tasks.map((task) => (
          <Task
            key={task.id}
            task={task}
            job={runs.find(({ job_id: id }) => id === task.id)}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Section>
  );
}

function Task(props: { task: RobotTask; job: Job | undefined; onChanged: () => void }) {
  const { task, job, onChanged } = props;
  const { missions: own } = words.value;
  const [isOpen, setOpen] = useState(false);
  const { position, choice } = task;
  return (
    <li class="story" data-task={task.id}>
      <div class="panel-head">
        <div>
          <h3>
            {position !== null && `${number(position)}. `}
            <a href={href(`/missions/runs/${task.id}`)}>
              <bdi>{task.mission_name}</bdi>
            </a>
          </h3>
          <p class="quiet-text">{factsOf(task).join(" · ")}</p>
        </div>
        <div class="row">
          <StateBadge state={task.state} />
          {choice && (
            <Button isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {own.choice}
            </Button>
          )}
          {may("robots:command") && <Controls task={task} onChanged={onChanged} />}
        </div>
      </div>
      {job && <Waits job={job} />}
      {position !== null && task.robot_id !== null && (
        <p>{say(own.gaveWay, { name: robotName(task.robot_id) })}</p>
      )}
      {isOpen && choice && <ChoiceTable choice={choice} />}
    </li>
  );
}

function factsOf(task: RobotTask): string[] {
  const { missions: own, rules } = words.value;
  const { deadline_at: deadline } = task;
  const robot = task.robot_id ?? task.wanted_robot_id;
  return [
    `${rules.robot}: ${robot === null ? own.anyRobot : robotName(robot)}`,
    `${own.priority}: ${number(task.priority)}`,
    ...(deadline === null ? [] : [`${own.deadline}: ${dateTime(deadline)}`]),
    say(own.queuedAt, { time: dateTime(task.created_at) }),
  ];
}

function Waits({ job }: { job: Job }) {
  const { hindrance } = missionRunOf(job);
  if (!hindrance) return null;
  const known: Readonly<Record<string, string>> = words.value.runs.reasons;
  return <p>{known[hindrance.code] ?? <bdi lang="en">{hindrance.message}</bdi>}</p>;
}

function Controls({ task, onChanged }: { task: RobotTask; onChanged: () => void }) {
  const { missions: own, runs } = words.value;
  const { run, error, isRunning } = useAct();
  const { id, priority, position, mission_name: name } = task;
  const change = (work: () => Promise<unknown>): void =>
    void run(work).then((isDone) => isDone && onChanged());
  const raised = Math.min(most, priority + raise);
  return (
    <>
      {position !== null && priority < most && (
        <Button
          isBusy={isRunning}
          onPress={() => change(() => box.robots.updateTask({ job_id: id }, { priority: raised }))}
        >
          {own.raise}
        </Button>
      )}
      {may("jobs:write") && (
        <ConfirmButton
          isDisabled={isRunning}
          label={`${runs.cancel}: ${name}`}
          icon="stop"
          onPress={() => change(() => box.jobs.cancelJob({ job_id: id }))}
        >
          {runs.cancel}
        </ConfirmButton>
      )}
      <Problem error={error} />
    </>
  );
}
