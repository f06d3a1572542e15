/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const notificationsSentences = {
  webhooks: "webhook endpoints",
  "webhooks.none": "the box has switched none off",
  "webhooks.gone": "switched off, because the receiver answered 410 Gone",
  "webhooks.failing": "switched off, because the receiver failed for days",
  "webhooks.fix": "Fix the receiver, set is_active again, and recover the missed events.",

  mqtt: "MQTT brokers",
  "mqtt.none": "no broker is configured",
  "mqtt.connected": "the box is connected",
  "mqtt.refused": "{address} answers, but the box is not connected ({problem})",
  "mqtt.unanswered": "{address} answers, but has not yet accepted the box",
  "mqtt.refused_fix":
    "Correct the user, password and certificates of the broker in mqtt_brokers; the broker must allow gatehouse/#.",
  "mqtt.fix": "Start the broker, or correct its address in the configuration.",

  mail_server: "mail server for alarms",
  "mail_server.none": "no mail server is configured",
  "mail_server.fix":
    "Start the mail server, or correct alarms.smtp; then run gatehouse alarms test.",
} as const;
