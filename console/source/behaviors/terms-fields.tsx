import type { Behavior, PolicySchedule } from "../../../client/source/generated.ts";
import { CheckField, NumberField } from "../parts/field.tsx";
import { words } from "../words/words.ts";
import { ScheduleFields } from "./schedule-fields.tsx";

/** A mode of the site. */
export type SiteMode = NonNullable<Behavior["modes"]>[number];

/** The modes of a site, in the order of the page. */
export const siteModes: readonly SiteMode[] = ["armed", "home", "disarmed"];

/** When a rule holds, and how often it raises; every rule has them, a camera's own and a stored one. */
export interface Terms {
  schedule: PolicySchedule | null;
  modes: readonly SiteMode[];
  /** Undefined: that of the camera. */
  cooldownSec: number | undefined;
}

/** The fields for when a rule holds. */
export function TermsFields({
  value,
  onChange,
}: {
  value: Terms;
  onChange: (value: Terms) => void;
}) {
  const { policies: own, common } = words.value;
  const set = (change: Partial<Terms>): void => onChange({ ...value, ...change });
  return (
    <>
      <div class="fields">
        <NumberField
          label={own.cooldown}
          hint={common.optional}
          min={0}
          value={value.cooldownSec}
          onChange={(cooldownSec) => set({ cooldownSec })}
        />
      </div>
      <ScheduleFields value={value.schedule} onChange={(schedule) => set({ schedule })} />
      <fieldset class="choices">
        <legend>{own.modes}</legend>
        {siteModes.map((mode) => (
          <CheckField
            key={mode}
            label={own.modeNames[mode]}
            value={value.modes.includes(mode)}
            onChange={(isOn) =>
              set({
                modes: siteModes.filter((one) => (one === mode ? isOn : value.modes.includes(one))),
              })
            }
          />
        ))}
        <p class="hint">{own.modesHint}</p>
      </fieldset>
    </>
  );
}
