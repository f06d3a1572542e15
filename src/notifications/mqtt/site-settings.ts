import { Type } from "typebox";
import { amount, flag, section, text } from "../../base/settings/fields.ts";

/** The site's broker: events and states that the box publishes, and whether it accepts commands. */
export const mqttSetting = section("MQTT for the site; docs/integration/mqtt.md", "live", {
  broker: Type.Optional(
    Type.String({
      title:
        "Broker to which the box publishes: a name from `mqtt_brokers`. Without it the box publishes nothing",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  base_topic: text({
    title: "First levels of every topic. The level of the box (`mqtt.box`) follows",
    default: "gatehouse",
    pattern: "^[^+#$/\\s][^+#\\s]*[^+#/\\s]$",
    maxLength: 100,
  }),
  box: Type.Optional(
    Type.String({
      title:
        "Level that names this box in every topic, after `base_topic`. The default is a short id of the box",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
  organisation: Type.Optional(
    Type.String({
      title: "Organisation whose events the box publishes. The default is `site.organisation`",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
  ),
  picture_links: flag({
    title: "Add signed addresses of pictures and clips to events. These addresses need no key",
    default: false,
  }),
  telemetry_seconds: amount({
    title: "Interval between two telemetry messages of a moving robot. With 0 the box sends none",
    unit: "seconds",
    default: 1,
    minimum: 0,
    maximum: 3600,
  }),
  picture_seconds: amount({
    title:
      "Interval between two pictures of each camera, at least 5. With 0 the box publishes no pictures",
    unit: "seconds",
    default: 0,
    minimum: 0,
    maximum: 3600,
  }),
  home_assistant: flag({ title: "Publish discovery messages for Home Assistant", default: false }),
  discovery_prefix: text({
    title: "Topic prefix of discovery messages for Home Assistant",
    default: "homeassistant",
    pattern: "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$",
    maxLength: 100,
  }),
  commands: flag({
    title:
      "Accept commands from every client that may write to the broker. The commands have the permissions of the key `command_key`",
    default: false,
  }),
  command_key: Type.Optional(
    Type.String({
      title: "Id (not the secret) of the API key whose permissions commands have",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
    }),
  ),
});
