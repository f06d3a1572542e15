import { Type } from "typebox";
import { amount, flag, section, text } from "../../base/settings/fields.ts";

/** The site's broker: what the box tells there, and whether it takes commands. */
export const mqttSetting = section("MQTT for the site; docs/mqtt.md", {
  broker: Type.Optional(
    Type.String({
      title: "Name of the entry of `mqtt_brokers` that the box tells what happens; without it none",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  base_topic: text({
    title: "First levels of every topic; the box's own level follows",
    default: "gatehouse",
    pattern: "^[^+#$/\\s][^+#\\s]*[^+#/\\s]$",
    maxLength: 100,
  }),
  box: Type.Optional(
    Type.String({
      title: "The box's own level below `base_topic`; a short id of the box when absent",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
  organisation: Type.Optional(
    Type.String({
      title: "Organisation whose happenings are told; `site.organisation` when absent",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  picture_links: flag({
    title: "Events carry signed addresses of pictures and clips, which need no key",
    default: false,
  }),
  telemetry_seconds: amount({
    title: "Between two messages of a moving robot's telemetry; 0 sends none",
    unit: "seconds",
    default: 1,
    minimum: 0,
    maximum: 3600,
  }),
  home_assistant: flag({ title: "Home Assistant finds the box by itself", default: false }),
  discovery_prefix: text({
    title: "Where Home Assistant looks",
    default: "homeassistant",
    pattern: "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$",
    maxLength: 100,
  }),
  commands: flag({
    title:
      "Take commands, on behalf of `command_key`: whoever may write to the broker can give them",
    default: false,
  }),
  command_key: Type.Optional(
    Type.String({
      title: "Id (not the secret) of the API key whose scopes and life hold for commands",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
});
