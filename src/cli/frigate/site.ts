import type { ImportFindings } from "./findings.ts";
import type { FrigateSection } from "./section.ts";
import type { FrigateSources } from "./sources.ts";
import type { PlannedCamera } from "./camera.ts";

/** Parts of a file that lead to the site file of the box. */
export interface SiteOptions {
  root: FrigateSection;
  cameras: readonly PlannedCamera[];
  sources: FrigateSources;
  findings: ImportFindings;
}

const brokerName = "site";
const passwordFile = "/etc/gatehouse/mqtt-password";
/** Bounds of `retention` in the site file, in days. */
const days = { least: 0.01, most: 3650 };

/**
 * Returns the lines of the site file that stand in place of Frigate's MQTT, retention and contact
 * for push: YAML, without passwords. Empty if nothing of it is set.
 */
export function siteYaml(options: SiteOptions): string {
  const blocks = [mqttLines(options), retentionLines(options), pushLines(options)];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("");
}

function mqttLines({ root, sources, findings }: SiteOptions): string[] {
  const mqtt = root.section("mqtt");
  const valueOf = (key: string): string | undefined => {
    const text = mqtt.text(key);
    return text === undefined ? undefined : sources.substituted(text, mqtt.at(key));
  };
  const host = valueOf("host");
  if (host === undefined || host === "" || mqtt.flag("enabled") === false) return [];
  const hasTls = ["tls_ca_certs", "tls_client_cert", "tls_insecure"].some((key) => mqtt.has(key));
  const address = `${hasTls ? "mqtts" : "mqtt"}://${host}:${mqtt.number("port") ?? 1883}`;
  if (!/^mqtts?:\/\/[^\s/?#@]+$/.test(address)) {
    findings.problem(mqtt.at("host"), "is not a host name or IP address. Correct it");
    return [];
  }
  noteMqtt(root, findings);
  const user = valueOf("user");
  const files = (
    [
      ["tls_ca_certs", "ca_file", "mqtt-ca.pem"],
      ["tls_client_cert", "cert_file", "mqtt-client.pem"],
      ["tls_client_key", "key_file", "mqtt-client.key"],
    ] as const
  ).filter(([key]) => mqtt.has(key));
  return [
    "mqtt_brokers:",
    `  - name: ${brokerName}`,
    `    url: ${JSON.stringify(address)}`,
    ...(user === undefined ? [] : [`    username: ${JSON.stringify(user)}`]),
    ...(mqtt.has("password")
      ? [`    password_file: ${passwordFile}  # its first line is mqtt.password; mode 0600`]
      : []),
    ...files.map(([key, to, name]) => `    ${to}: /etc/gatehouse/${name}  # a copy of mqtt.${key}`),
    "mqtt:",
    `  broker: ${brokerName}`,
    "  home_assistant: true  # remove this line if no Home Assistant uses the broker",
  ];
}

function noteMqtt(root: FrigateSection, findings: ImportFindings): void {
  const mqtt = root.section("mqtt");
  const message =
    "becomes the broker of the box, whose topics and messages differ (docs/integration/mqtt.md). Adapt automations that read topics of Frigate";
  findings.difference(root.at("mqtt"), message);
  if (mqtt.flag("tls_insecure") === true) {
    const insecure =
      "has no counterpart: the box always checks the broker's certificate. Name its authority in ca_file";
    findings.difference(mqtt.at("tls_insecure"), insecure);
  }
}

function retentionLines({ root, cameras, findings }: SiteOptions): string[] {
  const lines: string[] = [];
  const add = (key: string, values: readonly number[], at: readonly (string | number)[]): void => {
    if (values.length === 0) return;
    if (new Set(values).size > 1) {
      const message = `differs between cameras, and the box keeps those of all cameras equally long. ${key} becomes the longest time: shorten it if the disk is small`;
      findings.difference(at, message);
    }
    const value = Math.min(days.most, Math.max(days.least, ...values));
    lines.push(`  ${key}: ${value}`);
  };
  const known = (of: "continuousDays" | "incidentDays") =>
    cameras.flatMap(({ recordings }) => recordings[of] ?? []);
  add("recordings_days", known("continuousDays"), root.at("record"));
  add("clips_days", known("incidentDays"), root.at("record"));
  const snapshots = root.section("snapshots");
  const pictureDays = snapshots.section("retain").number("default");
  if (pictureDays !== undefined && snapshots.flag("enabled") !== false) {
    add("assets_days", [pictureDays], snapshots.at("retain"));
  }
  return lines.length === 0 ? [] : ["retention:", ...lines];
}

function pushLines({ root }: SiteOptions): string[] {
  const notifications = root.section("notifications");
  const email = notifications.text("email");
  if (notifications.flag("enabled") !== true || email === undefined) return [];
  return [
    "push:",
    `  contact: ${JSON.stringify(`mailto:${email}`)}  # then each person allows notifications on the page`,
  ];
}
