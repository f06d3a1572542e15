import type { RobotCommandBody, RuleStep } from "../../../../../client/source/generated.ts";
import { robotName, site } from "../../../app/site.ts";
import { Button } from "../../../parts/button.tsx";
import { CheckField, NumberField, SelectField, TextField } from "../../../parts/field.tsx";
import { say } from "../../../words/say.ts";
import { words } from "../../../words/words.ts";
import { useSiteMaps } from "../../robots/site-maps.ts";
import { actionOf, formCommands, newAlert, type StepAction, withAction } from "./rule-draft.ts";

/** The most steps of a rule. */
const mostSteps = 20;

interface StepProps {
  value: RuleStep;
  onChange: (value: RuleStep) => void;
}

/** What a rule does, in order. */
export function RuleStepFields(props: {
  value: readonly RuleStep[];
  onChange: (value: RuleStep[]) => void;
}) {
  const { value, onChange } = props;
  const { rules: own, common } = words.value;
  return (
    <>
      <h3>{own.then}</h3>
      {value.map((step, index) => (
        <fieldset key={index} class="choices nested">
          <legend>{say(own.step, { number: index + 1 })}</legend>
          <StepFields value={step} onChange={(changed) => onChange(value.with(index, changed))} />
          {value.length > 1 && (
            <Button
              icon="trash"
              tone="quiet"
              label={`${common.delete}: ${say(own.step, { number: index + 1 })}`}
              onPress={() => onChange(value.toSpliced(index, 1))}
            />
          )}
        </fieldset>
      ))}
      {value.length < mostSteps && (
        <div class="row">
          <Button icon="plus" onPress={() => onChange([...value, newAlert])}>
            {own.addStep}
          </Button>
        </div>
      )}
    </>
  );
}

function StepFields({ value, onChange }: StepProps) {
  const { rules: own, robots, common } = words.value;
  const action = actionOf(value);
  const set = (change: Partial<RuleStep>): void => onChange({ ...value, ...change });
  const ids = new Set((site.robots.value ?? []).map(({ robot_id: id }) => id));
  if (value.robot_id !== undefined) ids.add(value.robot_id);
  const actions: readonly StepAction[] = ["alert", ...formCommands];
  const all = actions.includes(action) ? actions : [...actions, action];
  return (
    <>
      <div class="fields">
        <SelectField
          label={own.action}
          value={action}
          onChange={(chosen) => onChange(withAction(value, chosen))}
          options={all.map((each) => [each, each === "alert" ? own.alert : robots.commands[each]])}
        />
        <SelectField
          label={own.robot}
          value={value.robot_id ?? ""}
          onChange={(id) => set({ robot_id: id === "" ? undefined : id })}
          options={[
            ["", action === "alert" ? common.none : words.value.behaviors.choose],
            ...[...ids].map((id) => [id, robotName(id)] as const),
          ]}
        />
      </div>
      {action === "alert" ? (
        <AlertFields value={value} onChange={onChange} />
      ) : (
        <CommandFields value={value} onChange={onChange} />
      )}
    </>
  );
}

function AlertFields({ value, onChange }: StepProps) {
  const { robots, incidents, common } = words.value;
  return (
    <div class="fields">
      <SelectField
        label={incidents.severity}
        value={value.severity ?? "warning"}
        onChange={(severity) => onChange({ ...value, severity })}
        options={[
          ["info", incidents.severities.info],
          ["warning", incidents.severities.warning],
          ["critical", incidents.severities.critical],
        ]}
      />
      <TextField
        label={robots.message}
        hint={common.optional}
        maxLength={500}
        value={value.message ?? ""}
        onChange={(message) =>
          onChange({ ...value, message: message === "" ? undefined : message })
        }
      />
    </div>
  );
}

function CommandFields({ value, onChange }: StepProps) {
  const { rules: own, robots, common } = words.value;
  const command = value.command!;
  const set = (change: Partial<RuleStep>): void => onChange({ ...value, ...change });
  const order = (change: Partial<RobotCommandBody>): void =>
    set({ command: { ...command, ...change } });
  const isKnown = formCommands.some((each) => each === command.command);
  return (
    <>
      {!isKnown && <p class="hint">{own.keptAsIs}</p>}
      {command.command === "move_to" && <GoalFields value={value} onChange={onChange} />}
      <div class="fields">
        {command.command === "announce" && (
          <TextField
            label={robots.message}
            required
            maxLength={500}
            value={command.message ?? ""}
            onChange={(message) => order({ message })}
          />
        )}
        {(command.command === "move_to" || command.command === "set_speed_limit") && (
          <NumberField
            label={`${robots.speedLimit} (m/s)`}
            hint={common.optional}
            min={0}
            value={command.max_speed_mps ?? undefined}
            onChange={(speed) => order({ max_speed_mps: limitOf(command.command, speed) })}
          />
        )}
        <NumberField
          label={own.waitForRobot}
          hint={common.optional}
          min={0}
          max={300}
          value={value.wait_seconds}
          onChange={(seconds) => set({ wait_seconds: seconds })}
        />
      </div>
      <CheckField
        label={own.afterArrival}
        value={value.after === "arrived"}
        onChange={(isOn) => set({ after: isOn ? "arrived" : undefined })}
      />
    </>
  );
}

/** A `set_speed_limit` without a figure removes the limit. */
function limitOf(command: string, speed: number | undefined): number | null | undefined {
  return command === "set_speed_limit" ? (speed ?? null) : speed;
}

/** Where a `move_to` goes: to the incident, or to a place on the map. */
function GoalFields({ value, onChange }: StepProps) {
  const { rules: own, common } = words.value;
  const command = value.command!;
  const isToIncident = value.target_from === "incident";
  const place = command.target ?? { frame: "map", x: 0, y: 0 };
  const put = (target: typeof place): void =>
    onChange({ ...value, command: { ...command, target } });
  return (
    <>
      <CheckField
        label={own.toIncident}
        value={isToIncident}
        onChange={(isOn) => {
          const { target: _target, ...rest } = command;
          const { target_from: _from, standoff_m: _standoff, ...others } = value;
          onChange(
            isOn
              ? { ...others, target_from: "incident", command: rest }
              : { ...others, command: { ...rest, target: place } },
          );
        }}
      />
      <div class="fields">
        {isToIncident ? (
          <NumberField
            label={own.standoff}
            hint={common.optional}
            min={0}
            max={50}
            value={value.standoff_m}
            onChange={(metres) => onChange({ ...value, standoff_m: metres })}
          />
        ) : (
          <>
            <PlaceField
              name={place.place}
              onChange={(name) =>
                put(name === undefined ? { frame: "map", x: 0, y: 0 } : { place: name })
              }
            />
            {place.place === undefined && (
              <>
                <TextField
                  label={words.value.robots.mapFrame}
                  required
                  dir="ltr"
                  value={place.frame ?? ""}
                  onChange={(frame) => put({ ...place, frame })}
                />
                <NumberField
                  label="x (m)"
                  value={place.x}
                  onChange={(x = 0) => put({ ...place, x })}
                />
                <NumberField
                  label="y (m)"
                  value={place.y}
                  onChange={(y = 0) => put({ ...place, y })}
                />
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** A stored place instead of a position; nothing where there are none. */
function PlaceField(props: {
  name: string | undefined;
  onChange: (name: string | undefined) => void;
}) {
  const { name = "", onChange } = props;
  const { maps: own } = words.value;
  const { places } = useSiteMaps();
  const names = [...new Set([...(name === "" ? [] : [name]), ...places.map((each) => each.name)])];
  if (names.length === 0) return null;
  return (
    <SelectField
      label={own.place}
      value={name}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      options={[["", own.anyPosition], ...names.map((each) => [each, each] as const)]}
    />
  );
}
