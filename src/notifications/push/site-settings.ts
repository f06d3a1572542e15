import { Type } from "typebox";
import { count, flag, section, texts } from "../../base/settings/fields.ts";

/** Notifications by Web Push. The default services are those of the browsers' makers. */
export const pushSetting = section("Notifications on phones and computers; docs/notifications.md", {
  contact: Type.Optional(
    Type.String({
      title:
        "Address for push services, `mailto:` or `https:`; notifications are off without it, as they leave the site",
      pattern: "^(mailto:[^\\s@<>]+@[^\\s@<>]+|https://\\S+)$",
      maxLength: 254,
    }),
  ),
  services: texts({
    title: "Hosts of push services to which the box may send; `*.` stands for any name before",
    default: [
      "fcm.googleapis.com",
      "updates.push.services.mozilla.com",
      "web.push.apple.com",
      "*.notify.windows.com",
    ],
  }),
  ttl_minutes: count({
    title: "Time after which a notification that could not be sent is dropped, in minutes",
    default: 60,
    minimum: 1,
    maximum: 1440,
  }),
  per_day: count({
    title: "Notifications in a day (UTC), of all devices; further ones wait",
    default: 1000,
    minimum: 1,
    maximum: 100_000,
  }),
  pictures: flag({
    title: "Notifications name the incident's picture, which the device loads from the box",
    default: false,
  }),
});
