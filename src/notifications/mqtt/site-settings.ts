import { Type } from "typebox";
import { amount, flag, section, text } from "../../base/settings/fields.ts";

/** The site's broker: events and states that the box publishes, and whether it accepts commands. */
export const mqttSetting = section("MQTT for the site; docs/mqtt.md", {
  broker: Type.Optional(
    Type.String({
      title:
        "Name of the entry of `mqtt_brokers` to publish to; without it the box publishes nothing",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  base_topic: text({
    title: "First levels of every topic, before the box's own level",
    default: "gatehouse",
    pattern: "^[^+#$/\\s][^+#\\s]*[^+#/\\s]$",
    maxLength: 100,
  }),
  box: Type.Optional(
    Type.String({
      title: "The box's own level below `base_topic`; default: a short id of the box",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
  organisation: Type.Optional(
    Type.String({
      title: "Organisation whose events the box publishes; default: `site.organisation`",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  picture_links: flag({
    title: "Events carry signed addresses of pictures and clips, which need no key",
    default: false,
  }),
  telemetry_seconds: amount({
    title: "Interval of a moving robot's telemetry; 0 sends none",
    unit: "seconds",
    default: 1,
    minimum: 0,
    maximum: 3600,
  }),
  home_assistant: flag({ title: "Publish discovery messages for Home Assistant", default: false }),
  discovery_prefix: text({
    title: "Topic prefix of Home Assistant's discovery",
    default: "homeassistant",
    pattern: "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$",
    maxLength: 100,
  }),
  commands: flag({
    title: "Accept commands as `command_key` from every client that may write to the broker",
    default: false,
  }),
  command_key: Type.Optional(
    Type.String({
      title: "Id (not the secret) of the API key that commands act as",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
});
