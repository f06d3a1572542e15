/** Where an MQTT broker is and how one logs in there. */
export interface MqttLogin {
  /** `mqtt://host:1883` or `mqtts://host:8883`. */
  url: string;
  username?: string;
  password?: string;
  /** Certificate authorities (PEM) that are trusted in place of the public ones. */
  ca?: string;
  /** Client certificate and its key (PEM). */
  cert?: string;
  key?: string;
}
