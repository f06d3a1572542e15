import { robotName, site } from "../../../app/site.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { useStreams } from "../../../cameras/streams.ts";
import { CheckField, NumberField, SelectField, TextAreaField } from "../../../parts/field.tsx";
import { ChoicesField } from "../../../parts/choices-field.tsx";
import { words } from "../../../words/words.ts";
import type { Draft } from "./draft.ts";

interface SettingsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** What holds for the whole mission. */
export function MissionSettings({ draft, onChange }: SettingsProps) {
  const { missionEditor: own, common, rules } = words.value;
  const { robot_id: robot } = draft;
  const ids = new Set((site.robots.value ?? []).map(({ robot_id: id }) => id));
  if (robot) ids.add(robot);
  const hasLook = draft.steps.some(({ type }) => type === "look");
  return (
    <>
      <div class="fields">
        <SelectField
          label={rules.robot}
          value={robot ?? ""}
          onChange={(id) => onChange({ robot_id: id === "" ? null : id })}
          options={[
            ["", words.value.missions.anyRobot],
            ...[...ids].map((id) => [id, robotName(id)] as const),
          ]}
        />
        <NumberField
          label={own.priority}
          hint={own.priorityHint}
          min={0}
          max={100}
          step={1}
          value={draft.priority ?? 50}
          onChange={(priority) => onChange({ priority })}
        />
        <NumberField
          label={own.maxMinutes}
          hint={own.maxMinutesHint}
          min={1}
          max={10_080}
          value={draft.max_minutes ?? 1440}
          onChange={(minutes) => onChange({ max_minutes: minutes })}
        />
        <NumberField
          label={own.maxSteps}
          hint={own.maxStepsHint}
          min={1}
          max={100_000}
          step={1}
          value={draft.max_steps ?? 1000}
          onChange={(steps) => onChange({ max_steps: steps })}
        />
        <SelectField
          label={own.afterRestart}
          value={draft.after_restart ?? "pause"}
          onChange={(after) => onChange({ after_restart: after })}
          options={[
            ["pause", own.pauses],
            ["resume", own.resumes],
          ]}
        />
      </div>
      <CheckField
        label={own.interruptible}
        value={draft.interruptible ?? true}
        onChange={(isOn) => onChange({ interruptible: isOn })}
      />
      <TextAreaField
        label={own.description}
        hint={common.optional}
        rows={2}
        maxLength={500}
        value={draft.description ?? ""}
        onChange={(description) => onChange({ description })}
      />
      {hasLook && <Cameras draft={draft} onChange={onChange} />}
    </>
  );
}

/** The cameras that look beside the robot's own. */
function Cameras({ draft, onChange }: SettingsProps) {
  const { missionEditor: own, nav } = words.value;
  const { streams = [] } = useStreams();
  const { stream_ids: chosen = [] } = draft;
  const ids = new Set([...streams.map(({ stream_id: id }) => id), ...chosen]);
  if (ids.size === 0) return null;
  return (
    <ChoicesField
      legend={nav.cameras}
      hint={own.camerasHint}
      value={chosen}
      onChange={(stream_ids) => onChange({ stream_ids })}
      options={[...ids].map((id) => [id, nameOf(id)])}
    />
  );
}
