import { resolve } from "node:path";
import { installDir } from "../base/settings/install-dir.ts";
import { webhookVault } from "./webhooks/site-parts.ts";
import {
  type Check,
  type DoctorPart,
  bad,
  each,
  ofSubject,
  ok,
  skip,
  warn,
} from "../system/doctor/check.ts";
import { endpointOf, tryPort } from "../system/doctor/port-answer.ts";

const webhooks: Check = {
  id: "webhooks",
  position: 110,
  run: ({ store }) => {
    if (typeof store === "string") return skip("any.store_unasked", { problem: store });
    return each(store.disabledWebhooks, "webhooks.none", ({ id, org, reason }) => {
      const why = reason === "gone" ? "webhooks.gone" : "webhooks.failing";
      return ofSubject(`${org}/${id}`, warn(why, "webhooks.fix"));
    });
  },
};

const mqtt: Check = {
  id: "mqtt",
  position: 330,
  run: ({ config, host, box }) =>
    each(config.mqttBrokers, "mqtt.none", async ({ name, url }) => {
      const link = box?.mqtt;
      if (link?.broker === name && link.connected) return ofSubject(name, ok("mqtt.connected"));
      const { address, problem } = await tryPort(host, endpointOf(url));
      if (problem !== undefined)
        return ofSubject(name, bad("any.port_silent", "mqtt.fix", { address, problem }));
      if (link?.broker !== name) return ofSubject(name, ok("any.port_answers", { address }));
      const { last_error: why } = link;
      return ofSubject(
        name,
        why === null
          ? bad("mqtt.unanswered", "mqtt.refused_fix", { address })
          : bad("mqtt.refused", "mqtt.refused_fix", { address, problem: why }),
      );
    }),
};

const mailServer: Check = {
  id: "mail_server",
  position: 340,
  async run({ config: { alarms }, host }) {
    if (!alarms.smtp) return skip("mail_server.none");
    const { address, problem } = await tryPort(host, alarms.smtp);
    if (problem === undefined) return ok("any.port_answers", { address });
    return bad("any.port_silent", "mail_server.fix", { address, problem });
  },
};

/** Checks of webhooks, MQTT brokers and the mail server. */
export const notificationsDoctor: DoctorPart = {
  checks: [webhooks, mqtt, mailServer],
  keyFiles: (config) => [
    webhookVault(config).path,
    ...(config.alarms.smtp?.passwordFile === undefined
      ? []
      : [resolve(installDir, config.alarms.smtp.passwordFile)]),
  ],
  hosts: ({ mqttBrokers, alarms }) => [
    ...mqttBrokers.map(({ url }) => url),
    ...(alarms.smtp ? [alarms.smtp.host] : []),
  ],
  certificates: ({ webhooks: { caFile } }) =>
    caFile === undefined ? [] : [{ name: "webhooks.ca_file", file: caFile, isOwn: false }],
};
