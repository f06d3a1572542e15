/** Address of an MQTT broker and the credentials for it. */
export interface MqttLogin {
  /** `mqtt://host:1883` or `mqtts://host:8883`. */
  url: string;
  username?: string;
  password?: string;
  /** Certificate authorities (PEM) that replace the public ones. */
  ca?: string;
  /** Client certificate and its key (PEM). */
  cert?: string;
  key?: string;
}
