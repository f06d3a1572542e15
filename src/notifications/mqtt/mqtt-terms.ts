/** Bounds of the site's MQTT side; the box refuses what exceeds them. */
export const mqttLimits = {
  /** Bytes of one command. */
  commandBytes: 65_536,
  /** Commands running at once, and begun in one minute; stops do not count. */
  commandsAtOnce: 8,
  commandsPerMinute: 120,
  responseTopicLength: 512,
} as const;

/** Values of a stream's recording mode. */
export const recordingModes = ["off", "incidents", "continuous"] as const;
