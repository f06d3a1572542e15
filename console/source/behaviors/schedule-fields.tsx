import type { PolicySchedule } from "../../../client/source/generated.ts";
import { Button } from "../parts/button.tsx";
import { CheckField, TextField } from "../parts/field.tsx";
import { ListField } from "../parts/list-field.tsx";
import { say, weekday } from "../words/say.ts";
import { words } from "../words/words.ts";

type Window = PolicySchedule["windows"][number];
type Day = NonNullable<Window["days"]>[number];

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"] as const;

/** The times in which something holds, in a time zone; null stands for `none`: a policy then holds always. */
export function ScheduleFields(props: {
  legend?: string;
  /** Name of the choice without times. */
  none?: string;
  value: PolicySchedule | null;
  onChange: (value: PolicySchedule | null) => void;
}) {
  const { value, onChange } = props;
  const own = words.value.policies;
  const timeZone = value?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const setWindows = (windows: Window[]): void =>
    onChange({ ...value, time_zone: timeZone, windows });
  const windows = value?.windows ?? [];
  return (
    <fieldset class="choices">
      <legend>{props.legend ?? own.schedule}</legend>
      <CheckField
        label={props.none ?? own.allTimes}
        value={value === null}
        onChange={(isAlways) =>
          isAlways ? onChange(null) : setWindows([{ from: "22:00", to: "06:00" }])
        }
      />
      {value && (
        <>
          <TextField
            label={own.timeZone}
            dir="ltr"
            value={timeZone}
            onChange={(zone) => onChange({ ...value, time_zone: zone })}
          />
          {windows.map((window, index) => (
            <WindowFields
              key={index}
              window={window}
              number={index + 1}
              onChange={(changed) => setWindows(windows.with(index, changed))}
              onRemove={() => setWindows(windows.toSpliced(index, 1))}
            />
          ))}
          <ListField
            label={words.value.missions.holidays}
            hint={words.value.missions.holidaysHint}
            value={value.holidays}
            onChange={(holidays) => {
              const { holidays: _before, ...rest } = value;
              onChange({ ...rest, ...(holidays ? { holidays } : {}) });
            }}
          />
          <Button
            icon="plus"
            onPress={() => setWindows([...windows, { from: "22:00", to: "06:00" }])}
          >
            {own.addWindow}
          </Button>
        </>
      )}
    </fieldset>
  );
}

function WindowFields(props: {
  window: Window;
  number: number;
  onChange: (window: Window) => void;
  onRemove: () => void;
}) {
  const { window, onChange } = props;
  const own = words.value.policies;
  const chosen = new Set<Day>(window.days ?? days);
  return (
    <fieldset class="choices">
      <legend>{say(own.window, { number: props.number })}</legend>
      <TextField
        label={own.from}
        type="time"
        value={window.from ?? "00:00"}
        onChange={(from) => onChange({ ...window, from })}
      />
      <TextField
        label={own.to}
        type="time"
        value={window.to ?? "23:59"}
        onChange={(to) => onChange({ ...window, to })}
      />
      {days.map((day, index) => (
        <CheckField
          key={day}
          label={day === "holiday" ? words.value.missions.holidays : weekday(index)}
          value={chosen.has(day)}
          onChange={(isOn) =>
            onChange({
              ...window,
              days: days.filter((one) => (one === day ? isOn : chosen.has(one))),
            })
          }
        />
      ))}
      <Button onPress={props.onRemove}>{words.value.common.delete}</Button>
    </fieldset>
  );
}
