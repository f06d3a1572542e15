import { useState } from "preact/hooks";
import type { Job, MissionStep, RobotMission } from "../../../../client/source/generated.ts";
import { box } from "../../api/box.ts";
import { go, href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { robotName } from "../../app/site.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Loading, Notice, Problem } from "../../parts/notice.tsx";
import { Facts, Page, Section } from "../../parts/page.tsx";
import { Removal } from "../../parts/removal.tsx";
import { count, duration, number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import type { ViewProps } from "../registry.ts";
import { isRunOf, type SeenMissions, useMissions } from "./missions-data.ts";
import { resultText, storedStepText } from "./mission-words.ts";
import { PastRuns } from "./past-runs.tsx";
import { Queue } from "./queue.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { StartsSection } from "./starts.tsx";

/** One stored mission: its steps, its schedule, what waits or runs of it, and its past runs. */
export function View({ params }: ViewProps) {
  const id = params["id"]!;
  const lists = useMissions();
  const { data, error, reload } = lists;
  const mission = data?.missions.find((each) => each.id === id);
  const { missions: own, errors } = words.value;
  return (
    <Page
      title={mission?.name ?? own.mission}
      back={{ href: href("/missions"), label: own.title }}
      actions={mission && <Actions mission={mission} lists={data!} />}
    >
      <Problem error={error} onRetry={reload} />
      {!data && error === undefined && <Loading />}
      {data && !mission && <Empty>{errors.codes.not_found}</Empty>}
      {data && mission && <Details mission={mission} lists={data} onChanged={reload} />}
    </Page>
  );
}

function Actions({ mission, lists }: { mission: RobotMission; lists: SeenMissions }) {
  const { missions: own } = words.value;
  const [isSending, setSending] = useState(false);
  const { id, name, steps, starts } = mission;
  const live = lists.tasks.filter(({ mission_id: of }) => of === id).length;
  const past = runsOf(lists, id).length - live;
  return (
    <>
      {may("robots:command") && (
        <Button tone="main" icon="play" onPress={() => setSending(true)}>
          {own.start}
        </Button>
      )}
      {may("robots:write") && (
        <a class="button" href={href(`/missions/${id}/edit`)}>
          <Icon name="pencil" />
          {words.value.common.edit}
        </a>
      )}
      {may("robots:write") && (
        <Removal
          name={name}
          goes={[count(own.steps, steps.length), ...(starts ? [own.itsSchedule] : [])]}
          stays={[
            ...(live > 0 ? [count(own.liveRuns, live)] : []),
            ...(past > 0 ? [own.itsRuns] : []),
          ]}
          remove={() => box.robots.deleteMission({ mission_id: id })}
          onDone={() => go("/missions")}
        />
      )}
      {isSending && (
        <SendDialog
          mission={mission}
          onClose={() => setSending(false)}
          onSent={(job) => go(`/missions/runs/${job}`)}
        />
      )}
    </>
  );
}

function Details(props: { mission: RobotMission; lists: SeenMissions; onChanged: () => void }) {
  const { mission, lists, onChanged } = props;
  const { missions: own, rules } = words.value;
  const tasks = lists.tasks.filter(({ mission_id: id }) => id === mission.id);
  const isReadOnly = !may("robots:write") || !may("robots:command");
  return (
    <>
      {isReadOnly && (
        <Notice>
          {say(own.readOnly, { scope: may("robots:command") ? "robots:write" : "robots:command" })}
        </Notice>
      )}
      {mission.description !== null && <p dir="auto">{mission.description}</p>}
      <Facts
        entries={[
          [rules.robot, mission.robot_id === null ? own.anyRobot : robotName(mission.robot_id)],
          [own.priority, number(mission.priority)],
          [own.interruptible, mission.interruptible ? own.yes : words.value.common.no],
          [own.atMost, duration(mission.max_minutes * 60)],
        ]}
      />
      {tasks.length > 0 && <Queue tasks={tasks} runs={lists.runs} onChanged={onChanged} />}
      <Section title={own.itsSteps}>
        <ol class="rule-steps numbered">
          {mission.steps.map((step, index) => (
            <li key={index}>
              <Step step={step} steps={mission.steps} />
            </li>
          ))}
        </ol>
      </Section>
      <StartsSection mission={mission} onChanged={onChanged} />
      <PastRuns runs={runsOf(lists, mission.id)} />
    </>
  );
}

function Step({ step, steps }: { step: MissionStep; steps: readonly MissionStep[] }) {
  const { missions, missionEditor: own } = words.value;
  const targetText = (to: string): string => {
    const at = steps.findIndex(({ id }, index) => (id ?? `step_${index + 1}`) === to);
    if (at >= 0) return `${number(at + 1)}. ${storedStepText(steps[at]!)}`;
    return to === "fail" ? own.fail : own.end;
  };
  return (
    <>
      {storedStepText(step)}
      {step.branches?.map(({ on, to }) => (
        <span key={on} class="quiet-text">
          {" · "}
          {say(missions.branch, { result: resultText(on), step: targetText(to) })}
        </span>
      ))}
    </>
  );
}

function runsOf({ runs }: SeenMissions, id: string): readonly Job[] {
  return runs.filter((job) => isRunOf(job, id));
}
