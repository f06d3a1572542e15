import type { Behavior, PolicySchedule } from "../../../client/source/generated.ts";
import { duration, secondsOf, weekday } from "../words/say.ts";
import { words } from "../words/words.ts";
import type { Terms } from "./terms-fields.tsx";

type Day = NonNullable<PolicySchedule["windows"][number]["days"]>[number];

const weekdays: readonly Day[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** A schedule in one line, such as `Mon–Fri 22:00–06:00, Sat, Sun`. */
export function scheduleLine(schedule: PolicySchedule | null): string {
  if (schedule === null) return words.value.policies.allTimes;
  return schedule.windows
    .map(({ days, from = "00:00", to = "24:00" }) => {
      const isWholeDay = from === "00:00" && (to === "24:00" || to === "23:59");
      const hours = isWholeDay ? "" : `${from}–${to}`;
      return [days === undefined ? "" : dayLine(days), hours].filter(Boolean).join(" ");
    })
    .map((line) => line || words.value.policies.allTimes)
    .join(", ");
}

/** Days by name; three and more in a row as a range. */
function dayLine(days: readonly Day[]): string {
  const ranges: [number, number][] = [];
  for (const [index, day] of weekdays.entries()) {
    if (!days.includes(day)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const names = ranges.flatMap(([first, last]) => {
    if (last - first >= 2) return [`${weekday(first)}–${weekday(last)}`];
    return first === last ? [weekday(first)] : [weekday(first), weekday(last)];
  });
  if (days.includes("holiday")) names.push(words.value.rules.holidays);
  return names.join(", ");
}

/** The modes in which a rule holds. */
export function modesLine(modes: Terms["modes"]): string {
  const { policies, rules } = words.value;
  return modes.length === 0
    ? rules.everyMode
    : modes.map((mode) => policies.modeNames[mode]).join(", ");
}

/** A cooldown in words: seconds up to two minutes, then the greatest unit. */
export function cooldownLine(seconds: number | undefined): string {
  if (seconds === undefined) return words.value.rules.ofCamera;
  return seconds < 120 ? secondsOf(seconds) : duration(seconds);
}

/** What limits a camera's own behavior, in one line; empty for one that nothing limits. */
export function limitsLine({ schedule, modes = [], cooldown_seconds: cooldown }: Behavior): string {
  return [
    schedule && scheduleLine(schedule),
    modes.length > 0 && modesLine(modes),
    cooldown !== undefined && `${words.value.rules.cooldown}: ${cooldownLine(cooldown)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
