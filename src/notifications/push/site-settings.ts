import { Type } from "typebox";
import { count, flag, section, texts } from "../../base/settings/fields.ts";

/** Notifications by Web Push. The default services are those of the browsers' makers. */
export const pushSetting = section("Notifications on phones and computers; docs/notifications.md", {
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
  pictures: flag({
    title:
      "Add the address of the incident's picture to notifications. The device loads the picture from the box",
    default: false,
  }),
});
