import { useState } from "preact/hooks";
import type {
  MissionStarts,
  RobotMission,
  StoredMissionRequest,
} from "../../../../client/source/generated.ts";
import { useAct } from "../../api/act.ts";
import { box } from "../../api/box.ts";
import { fieldProblems } from "../../api/field-problems.ts";
import { href } from "../../app/router.ts";
import { may } from "../../app/session.ts";
import { ScheduleFields } from "../../behaviors/schedule-fields.tsx";
import { siteModes } from "../../behaviors/terms-fields.tsx";
import { modesLine, scheduleLine } from "../../behaviors/terms-words.ts";
import { Button } from "../../parts/button.tsx";
import { ChoicesField } from "../../parts/choices-field.tsx";
import { CheckField, NumberField } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Empty, Notice } from "../../parts/notice.tsx";
import { Facts, Section } from "../../parts/page.tsx";
import { dateTime, duration, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** When a mission starts by itself, when it did so last, and when it did not. */
export function StartsSection(props: { mission: RobotMission; onChanged: () => void }) {
  const { mission, onChanged } = props;
  const { missions: own, common, policies } = words.value;
  const [isOpen, setOpen] = useState(false);
  const { starts, last_start: last } = mission;
  return (
    <Section
      title={policies.schedule}
      actions={
        may("robots:write") &&
        may("robots:command") && (
          <Button icon="pencil" onPress={() => setOpen(true)}>
            {own.changeSchedule}
          </Button>
        )
      }
    >
      {!starts && <Empty>{own.notScheduled}</Empty>}
      {starts && <StartFacts mission={mission} starts={starts} />}
      {last?.code && (
        <Notice tone="warning">
          {say(own.missedAt, { time: dateTime(last.at) })} <bdi lang="en">{last.reason}</bdi>
        </Notice>
      )}
      {isOpen && (
        <StartsDialog
          mission={mission}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
      {last?.job_id && !last.code && (
        <p>
          <a href={href(`/missions/runs/${last.job_id}`)}>
            {say(own.startedAt, { time: dateTime(last.at) })}
          </a>
        </p>
      )}
      {last === null && starts && <p class="quiet-text">{`${own.lastStart}: ${common.never}`}</p>}
    </Section>
  );
}

function StartFacts({ mission, starts }: { mission: RobotMission; starts: MissionStarts }) {
  const { missions: own, policies, rules, common } = words.value;
  const { next_start_at: next } = mission;
  const { schedule, modes = [], every_minutes: every, enabled = true } = starts;
  return (
    <Facts
      entries={[
        [own.nextStart, !enabled ? policies.off : next === null ? common.none : dateTime(next)],
        [policies.schedule, `${scheduleLine(schedule)} (${schedule.time_zone})`],
        [rules.modes, modesLine(modes)],
        ...(every === undefined ? [] : [[own.every, duration(every * 60)] as const]),
      ]}
    />
  );
}

function StartsDialog(props: { mission: RobotMission; onClose: () => void; onSaved: () => void }) {
  const { mission, onClose, onSaved } = props;
  const { missions: own, policies, common } = words.value;
  const [draft, setDraft] = useState<MissionStarts | null>(mission.starts);
  const { run, error, isRunning } = useAct();
  const { of, rest } = fieldProblems(error, ["starts.every_minutes"]);
  const set = (change: Partial<MissionStarts>): void => setDraft({ ...draft!, ...change });
  const save = async (): Promise<void> => {
    const body = requestOf(mission, draft);
    if (await run(() => box.robots.setMission({ mission_id: mission.id }, body))) onSaved();
  };
  return (
    <FormDialog
      title={own.changeSchedule}
      onClose={onClose}
      error={rest}
      isBusy={isRunning}
      submitLabel={common.save}
      onSubmit={save}
    >
      <ScheduleFields
        none={own.notScheduled}
        value={draft?.schedule ?? null}
        onChange={(schedule) => setDraft(schedule && { ...draft, schedule })}
      />
      {draft && (
        <>
          <NumberField
            label={own.everyMinutes}
            hint={own.everyHint}
            problem={of("starts.every_minutes")}
            min={1}
            value={draft.every_minutes}
            onChange={(minutes) => set({ every_minutes: minutes })}
          />
          <ChoicesField
            legend={policies.modes}
            hint={policies.modesHint}
            value={draft.modes ?? []}
            onChange={(modes) => set({ modes: [...modes] })}
            options={siteModes.map((mode) => [mode, policies.modeNames[mode]])}
          />
          <CheckField
            label={policies.enabled}
            value={draft.enabled ?? true}
            onChange={(enabled) => set({ enabled })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The mission as it is stored, with other starts. */
function requestOf(mission: RobotMission, starts: MissionStarts | null): StoredMissionRequest {
  const { description, priority, interruptible } = mission;
  const { name, robot_id: robotId, steps, stream_ids: streamIds } = mission;
  return {
    name,
    ...(description === null ? {} : { description }),
    robot_id: robotId,
    steps,
    stream_ids: streamIds,
    max_steps: mission.max_steps,
    max_minutes: mission.max_minutes,
    priority,
    interruptible,
    after_restart: mission.after_restart,
    starts,
  };
}
