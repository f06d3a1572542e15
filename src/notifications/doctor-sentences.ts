/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const notificationsSentences = {
  webhooks: "webhook endpoints",
  "webhooks.none": "none was given up",
  "webhooks.gone": "nothing is sent any more: it said that it is gone (410)",
  "webhooks.failing": "nothing is sent any more: it failed for days",
  "webhooks.fix": "Mend the receiver, set is_active again, and recover what was missed.",

  mqtt: "MQTT brokers",
  "mqtt.none": "no broker is configured",
  "mqtt.connected": "the box is connected",
  "mqtt.refused": "{address} answers, but the box is not connected ({problem})",
  "mqtt.unanswered": "{address} answers, but has not yet taken the box",
  "mqtt.refused_fix":
    "Mend user, password and certificates of the broker in mqtt_brokers; gatehouse/# must be allowed.",
  "mqtt.fix": "Start the broker, or mend its address in the configuration.",

  mail_server: "mail server of alarms",
  "mail_server.none": "no mail server is configured",
  "mail_server.fix": "Start the mail server, or mend alarms.smtp; then run gatehouse alarms test.",
} as const;
