import type { Fault } from "../../base/contract/explain.ts";
import type { pushSetting } from "./site-settings.ts";
import type { Static } from "typebox";

/** Returns the faults of the site's quiet hours. */
export function pushFaults({ push }: { push: Static<typeof pushSetting> }): Fault[] {
  const { quiet_hours: quietHours } = push;
  if (!quietHours) return [];
  const windows = quietHours.windows.flatMap(({ from = "00:00", to = "24:00" }, index) =>
    from === to
      ? [
          {
            path: ["push", "quiet_hours", "windows", index, "to"],
            message: "is the same as from, so that the window never holds. Set another time",
          },
        ]
      : [],
  );
  return isZone(quietHours.time_zone)
    ? windows
    : [
        {
          path: ["push", "quiet_hours", "time_zone"],
          message: "is not a time zone. Set an IANA name such as Europe/Berlin",
        },
        ...windows,
      ];
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
