import { modalityKey } from "../../health/wire/modality.ts";
import { reservedRobotIds } from "../../robots/wire/robot.ts";
import { reservedRuleIds } from "../../automation/rules/wire/rule.ts";
import type { Fault } from "../../base/contract/explain.ts";
import type { RobotYaml } from "../../robots/site-settings.ts";
import type { RuleYaml } from "../../automation/rules/site-settings.ts";
import { cameraFaults } from "../../perception/site-checks.ts";
import { literalAddress } from "../../base/core/guarded-dial.ts";
import { isCidr, isLoopback, within } from "../../base/settings/networks.ts";
import type { SiteYaml } from "./schema.ts";
import { uplinkFaults } from "../../uplink/site-checks.ts";

function serverFaults({ server }: SiteYaml): Fault[] {
  const { tls, host } = server;
  const faults: Fault[] = [];
  if (tls.mode === "off" && !isLoopback(host) && !server.allow_plain_http_beyond_loopback) {
    faults.push({
      path: ["server", "tls", "mode"],
      message:
        `leaves ${host} without TLS: keys and pictures would cross the network in clear. ` +
        "Take auto, or set server.allow_plain_http_beyond_loopback: true",
    });
  }
  for (const name of ["cert_file", "key_file"] as const) {
    if (tls.mode === "files" && tls[name] === undefined) {
      faults.push({ path: ["server", "tls", name], message: "is needed with mode: files" });
    }
  }
  return faults;
}

function robotFaults(robot: RobotYaml, at: number, all: readonly RobotYaml[]): Fault[] {
  const path = ["robots", at, "id"];
  const twin = all.findIndex(
    (each) => each.id === robot.id && each.organisation === robot.organisation,
  );
  if (twin < at) return [{ path, message: `is the id of robot ${twin + 1} already` }];
  const { driver } = robot;
  if ((driver === "ros2" || driver === "rosbridge") && !robot[driver]) {
    return [{ path: ["robots", at, driver], message: `is needed with driver: ${driver}` }];
  }
  return reservedRobotIds.has(robot.id) ? [{ path, message: "is a word of the API's paths" }] : [];
}

function ruleFaults(rule: RuleYaml, at: number, all: readonly RuleYaml[]): Fault[] {
  const path = ["rules", at, "id"];
  const twin = all.findIndex(
    (each) => each.id === rule.id && each.organisation === rule.organisation,
  );
  if (twin < at) return [{ path, message: `is the id of rule ${twin + 1} already` }];
  return reservedRuleIds.has(rule.id) ? [{ path, message: "is a word of the API's paths" }] : [];
}

function brokerFaults({ mqtt_brokers: brokers, robots }: SiteYaml): Fault[] {
  const names = brokers.map(({ name }) => name);
  const twins = names.flatMap((name, at) =>
    names.indexOf(name) < at
      ? [{ path: ["mqtt_brokers", at, "name"], message: "is the name of another broker already" }]
      : [],
  );
  const strays = robots.flatMap(({ driver, vda5050 }, at) => {
    if (driver !== "vda5050") return [];
    const path = ["robots", at, "vda5050"];
    if (!vda5050) return [{ path, message: "is needed with driver: vda5050" }];
    return names.includes(vda5050.broker)
      ? []
      : [{ path: [...path, "broker"], message: "is the name of no entry of mqtt_brokers" }];
  });
  return [...twins, ...strays];
}

function mqttFaults({ mqtt, mqtt_brokers: brokers }: SiteYaml): Fault[] {
  const { broker, commands, command_key: key } = mqtt;
  const faults: Fault[] = [];
  if (broker !== undefined && !brokers.some(({ name }) => name === broker)) {
    const message = "is the name of no entry of mqtt_brokers";
    faults.push({ path: ["mqtt", "broker"], message });
  }
  if (commands && key === undefined) {
    const message = "is needed with commands: the id of a key (gatehouse keys list)";
    faults.push({ path: ["mqtt", "command_key"], message });
  }
  return faults;
}

function healthFaults({ health }: SiteYaml): Fault[] {
  const names = ["eeg_classifier", "eeg_segmenter", "neural_decoder"] as const;
  const nets = names.flatMap((name) => signalNetFaults(["health", name], health[name]));
  const seen = new Set<string>();
  const segmenters = health.segmenters.flatMap((net, at) => {
    const path = ["health", "segmenters", at];
    const perChannel = (["mean", "std"] as const).flatMap((name) =>
      net[name] === undefined || net[name].length === net.channels
        ? []
        : [{ path: [...path, name], message: "must have one number for each of the channels" }],
    );
    const twins = net.modalities.flatMap((modality, index) => {
      const key = modalityKey(modality);
      const isTwin = seen.has(key);
      seen.add(key);
      const message = "is named twice";
      return isTwin ? [{ path: [...path, "modalities", index], message }] : [];
    });
    return [...placeFaults(path, net), ...perChannel, ...twins];
  });
  return [...nets, ...stepFaults(health.eeg_segmenter), ...segmenters];
}

function signalNetFaults(
  path: Fault["path"],
  net: SiteYaml["health"]["eeg_classifier" | "eeg_segmenter" | "neural_decoder"],
): Fault[] {
  const { channels, channel_labels: labels } = net ?? {};
  const fits = labels === undefined || labels.length === channels;
  const message = "must have one label for each of the channels";
  return [
    ...placeFaults(path, net),
    ...(fits ? [] : [{ path: [...path, "channel_labels"], message }]),
  ];
}

function stepFaults(net: SiteYaml["health"]["eeg_segmenter"]): Fault[] {
  if (!net) return [];
  const faults: Fault[] = [];
  const refuse = (name: string, message: string): void =>
    void faults.push({ path: ["health", "eeg_segmenter", name], message });
  const steps = net.window_seconds / net.step_seconds;
  if (Math.round(steps) < 1 || Math.abs(steps - Math.round(steps)) > 1e-6 * steps) {
    refuse("step_seconds", "window_seconds must be a whole number of them");
  }
  const { background, classes } = net;
  if (background !== undefined && !classes.includes(background)) {
    refuse("background", "is none of the classes");
  } else if (background !== undefined && classes.length === 1) {
    refuse("classes", "has nothing but the background");
  }
  return faults;
}

function placeFaults(
  path: Fault["path"],
  net: { file?: string; url?: string; remote_name?: string } | undefined,
): Fault[] {
  if (!net) return [];
  const { file, url, remote_name: name } = net;
  if ((file === undefined) === (url === undefined)) {
    return [{ path: [...path, "file"], message: "is needed, or url: one of the two" }];
  }
  if (url === undefined || name !== undefined) return [];
  return [{ path: [...path, "remote_name"], message: "is needed with url" }];
}

function cidrFaults(path: Fault["path"], networks: readonly string[]): Fault[] {
  const message = "must be a network such as 192.168.10.0/24";
  return networks.flatMap((network, at) =>
    isCidr(network) ? [] : [{ path: [...path, at], message }],
  );
}

/** Addresses of robots that are outside of what the site allows; names are looked up when they are dialled. */
function robotNetworkFaults(yaml: SiteYaml): Fault[] {
  const isInside = within(yaml.robot_networks);
  return yaml.robots.flatMap(({ rosbridge }, at) => {
    const host = URL.parse(rosbridge?.url ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
    const ip = literalAddress(host);
    if (!isInside || ip === undefined || isInside(ip)) return [];
    const path = ["robots", at, "rosbridge", "url"];
    if (!isLoopback(ip)) return [{ path, message: "is in no network of robot_networks" }];
    if (yaml.allow_loopback_robots) return [];
    return [{ path, message: "is on this machine: that takes allow_loopback_robots: true" }];
  });
}

/** What is wrong with a configuration whose fields are each right by themselves. */
export function crossChecks(yaml: SiteYaml): Fault[] {
  return [
    ...serverFaults(yaml),
    ...cidrFaults(["camera_networks"], yaml.camera_networks),
    ...cidrFaults(["robot_networks"], yaml.robot_networks),
    ...cidrFaults(["webhooks", "allowed_networks"], yaml.webhooks.allowed_networks),
    ...cameraFaults(yaml),
    ...yaml.robots.flatMap(robotFaults),
    ...robotNetworkFaults(yaml),
    ...yaml.rules.flatMap(ruleFaults),
    ...brokerFaults(yaml),
    ...mqttFaults(yaml),
    ...uplinkFaults(yaml.uplink),
    ...healthFaults(yaml),
  ];
}
