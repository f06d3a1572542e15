import type { Behavior, PolicySchedule } from "../../../client/source/generated.ts";
import { ChoicesField } from "../parts/choices-field.tsx";
import { NumberField } from "../parts/field.tsx";
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
      <ChoicesField
        legend={own.modes}
        hint={own.modesHint}
        value={value.modes}
        onChange={(modes) => set({ modes })}
        options={siteModes.map((mode) => [mode, own.modeNames[mode]])}
      />
    </>
  );
}
