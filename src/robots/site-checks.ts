import type { Fault } from "../base/contract/explain.ts";
import { literalAddress } from "../base/core/guarded-dial.ts";
import { cidrFaults, isLoopback, within } from "../base/settings/networks.ts";
import type { RobotYaml } from "./site-settings.ts";
import type { SiteYaml } from "../system/config/schema.ts";
import { doorLinks } from "./doors/door-terms.ts";
import type { DoorYaml } from "./doors/site-settings.ts";
import { reservedRobotIds } from "./robot-terms.ts";

/** Returns the faults of robots: ids, settings that their driver needs, and forbidden addresses. */
export function robotsFaults(yaml: SiteYaml): Fault[] {
  return [
    ...cidrFaults(["robot_networks"], yaml.robot_networks),
    ...yaml.robots.flatMap(robotFaults),
    ...robotNetworkFaults(yaml),
    ...robotBrokerFaults(yaml),
    ...doorFaults(yaml),
  ];
}

/** Returns the faults of doors: ids, their one connection, its broker or address, levels and words. */
function doorFaults({ doors, mqtt_brokers: brokers }: SiteYaml): Fault[] {
  return doors.flatMap((door, at) => {
    const path = ["doors", at];
    const twin = doors.findIndex(
      ({ id, organisation }) => id === door.id && organisation === door.organisation,
    );
    if (twin < at)
      return [{ path: [...path, "id"], message: `is the id of door ${twin + 1} already` }];
    const links = doorLinks.filter((link) => door[link] !== undefined);
    if (links.length !== 1) return [{ path, message: "needs one of mqtt, http and modbus" }];
    return [...doorLinkFaults(door, brokers), ...doorWordFaults(door)].map(
      ({ field, message }) => ({
        path: [...path, ...field],
        message,
      }),
    );
  });
}

type DoorFault = { field: string[]; message: string };

function doorLinkFaults({ mqtt, http }: DoorYaml, brokers: SiteYaml["mqtt_brokers"]): DoorFault[] {
  if (mqtt && !brokers.some(({ name }) => name === mqtt.broker))
    return [{ field: ["mqtt", "broker"], message: "no entry of mqtt_brokers has this name" }];
  if (!http) return [];
  const urls = [
    { field: ["http", "state_url"], url: http.state_url },
    { field: ["http", "open", "url"], url: http.open.url },
    ...(http.close ? [{ field: ["http", "close", "url"], url: http.close.url }] : []),
  ];
  return urls.flatMap(({ field, url }) => {
    const parsed = URL.parse(url.replaceAll("{level}", "0"));
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      return [{ field, message: "is no http or https URL" }];
    return parsed.username === "" && parsed.password === ""
      ? []
      : [{ field, message: "must hold no user name or password. Use token_file" }];
  });
}

function doorWordFaults({ kind, levels, states, ...links }: DoorYaml): DoorFault[] {
  const words = Object.values(states).flatMap((each) => each ?? []);
  const twice = words.find((word, at) => words.indexOf(word) < at);
  return [
    ...(twice === undefined
      ? []
      : [{ field: ["states"], message: `${twice} means two states. Leave one out` }]),
    ...(kind === "door" && levels.length > 0
      ? [{ field: ["levels"], message: "are for kind: lift" }]
      : []),
    ...(kind === "lift" ? liftFaults(levels, links) : []),
  ];
}

function liftFaults(
  levels: DoorYaml["levels"],
  { modbus, http, mqtt }: Pick<DoorYaml, "modbus" | "http" | "mqtt">,
): DoorFault[] {
  const field = ["levels"];
  if (levels.length < 2) return [{ field, message: "are needed with kind: lift, two or more" }];
  if ((modbus?.level ?? http?.level_field ?? mqtt?.level_field) === undefined)
    return [{ field, message: "need level or level_field: where the lift says its level" }];
  const odd = levels.find(({ name, word = name }) => modbus && !/^[0-9]{1,5}$/.test(word));
  return odd && modbus?.open.value === undefined
    ? [{ field, message: `${odd.name} needs a number as its word for Modbus` }]
    : [];
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

function robotBrokerFaults({ mqtt_brokers: brokers, robots }: SiteYaml): Fault[] {
  return robots.flatMap(({ driver, vda5050 }, at) => {
    if (driver !== "vda5050") return [];
    const path = ["robots", at, "vda5050"];
    if (!vda5050) return [{ path, message: "is needed with driver: vda5050" }];
    return brokers.some(({ name }) => name === vda5050.broker)
      ? []
      : [{ path: [...path, "broker"], message: "no entry of mqtt_brokers has this name" }];
  });
}

/** Returns the addresses of robots outside of the allowed networks; the connection checks names. */
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
