import { Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import { count, flag, section, texts, choice } from "../../base/settings/fields.ts";

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
type Weekday = (typeof weekdays)[number];
const time = (title: string, pattern: string) => Type.Optional(Type.String({ title, pattern }));

const quietHours = section(
  "Times in which devices get one summary at the end instead of each incident",
  {
    time_zone: Type.String({
      title: "Time zone of the site, such as Europe/Berlin",
      minLength: 1,
      maxLength: 64,
    }),
    windows: Type.Array(
      section("One window", {
        days: Type.Optional(
          Type.Array(Type.Unsafe<Weekday>({ type: "string", enum: [...weekdays] }), {
            title:
              "Days on which the window begins: `mon` to `sun`. Without them it begins every day",
            minItems: 1,
            uniqueItems: true,
          }),
        ),
        from: time("Beginning, `HH:MM`", "^([01]\\d|2[0-3]):[0-5]\\d$"),
        to: time(
          "End, `HH:MM`. An end earlier than `from` is on the next day",
          "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",
        ),
      }),
      { title: "Times at which the quiet hours begin and end", minItems: 1, maxItems: 50 },
    ),
    through: choice(severities, {
      title: "Lowest severity of incidents that devices get at once even during quiet hours",
      default: "critical",
    }),
  },
);

/** Notifications by Web Push. The default services are those of the browsers' makers. */
export const pushSetting = section(
  "Notifications on phones and computers; docs/integration/notifications.md",
  "live",
  {
    contact: Type.Optional(
      Type.String({
        title:
          "Address at which push services can reach you, as `mailto:` or `https:`. Without it the box sends no notifications, because they leave the site",
        pattern: "^(mailto:[^\\s@<>]+@[^\\s@<>]+|https://\\S+)$",
        maxLength: 254,
      }),
    ),
    services: texts({
      title: "Hosts of push services to which the box may send. `*.` stands for any subdomain",
      default: [
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "*.notify.windows.com",
      ],
    }),
    ttl_minutes: count({
      title: "Time in minutes after which the box drops a notification that it could not send",
      default: 60,
      minimum: 1,
      maximum: 1440,
    }),
    per_day: count({
      title:
        "Largest number of notifications to all devices in a day (UTC). Further ones wait until the next day",
      default: 1000,
      minimum: 1,
      maximum: 100_000,
    }),
    quiet_hours: Type.Optional(quietHours),
    pictures: flag({
      title:
        "Add the address of the incident's picture to notifications. The device loads the picture from the box",
      default: false,
    }),
  },
);
