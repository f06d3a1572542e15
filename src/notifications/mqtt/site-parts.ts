import { resolve } from "node:path";
import { type Static, Type } from "typebox";
import { readPem, readSecret } from "../../base/settings/secret-files.ts";
import type { Fault } from "../../base/contract/explain.ts";
import type { MqttLogin } from "../../base/settings/mqtt-login.ts";
import { installDir } from "../../base/settings/install-dir.ts";

function file(title: string) {
  return Type.Optional(Type.String({ title, minLength: 1, maxLength: 4096 }));
}

const brokerSchema = Type.Object(
  {
    name: Type.String({
      title: "Name that robots and `mqtt` refer to it by",
      pattern: "^[a-z][a-z0-9-]{0,31}$",
    }),
    url: Type.String({
      title: "`mqtt://host:1883`, or `mqtts://host:8883` with TLS",
      pattern: "^mqtts?://[^\\s/?#@]+$",
      maxLength: 255,
    }),
    username: Type.Optional(
      Type.String({ title: "User of the box on the broker", minLength: 1, maxLength: 256 }),
    ),
    password_file: file("File whose first line is the user's password"),
    ca_file: file("Certificate authority (PEM) of the broker, in place of the public ones"),
    cert_file: file("Certificate (PEM) of the box for the broker"),
    key_file: file("Its private key (PEM)"),
  },
  { title: "An MQTT broker", additionalProperties: false },
);

/** The MQTT brokers of the site. */
export const brokersSetting = Type.Array(brokerSchema, {
  title:
    "MQTT brokers, for VDA 5050 robots (docs/robots/vda5050.md) and for `mqtt` (docs/integration/mqtt.md)",
  applies: "restart",
  default: [],
  maxItems: 20,
});

/** A broker as written. */
export type BrokerYaml = Static<typeof brokerSchema>;

/** A broker with the contents of its files. */
export interface BrokerConfig extends MqttLogin {
  name: string;
}

/** Reads the files of the brokers. An unreadable one is a fault of its broker. */
export async function readBrokers(
  brokers: readonly BrokerYaml[],
): Promise<{ brokers: BrokerConfig[]; faults: Fault[] }> {
  const faults: Fault[] = [];
  const read = await Promise.all(
    brokers.map(async ({ name, url, username, password_file: passwordFile, ...pem }, at) => {
      const broker: BrokerConfig = { name, url, ...(username === undefined ? {} : { username }) };
      const take = async (
        field: "password" | "ca" | "cert" | "key",
        path: string | undefined,
      ): Promise<void> => {
        if (path === undefined) return;
        const text = await (field === "password" ? readSecret : readPem)(resolve(installDir, path));
        if (typeof text === "string") broker[field] = text;
        else faults.push({ path: ["mqtt_brokers", at, `${field}_file`], message: text.message });
      };
      await take("password", passwordFile);
      await take("ca", pem.ca_file);
      await take("cert", pem.cert_file);
      await take("key", pem.key_file);
      return broker;
    }),
  );
  return { brokers: read, faults };
}
