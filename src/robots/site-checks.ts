import type { Fault } from "../base/contract/explain.ts";
import { literalAddress } from "../base/core/guarded-dial.ts";
import { cidrFaults, isLoopback, within } from "../base/settings/networks.ts";
import type { RobotYaml } from "./site-settings.ts";
import type { SiteYaml } from "../system/config/schema.ts";
import { reservedRobotIds } from "./robot-terms.ts";

/** Returns the faults of robots: ids, settings that their driver needs, and forbidden addresses. */
export function robotsFaults(yaml: SiteYaml): Fault[] {
  return [
    ...cidrFaults(["robot_networks"], yaml.robot_networks),
    ...yaml.robots.flatMap(robotFaults),
    ...robotNetworkFaults(yaml),
    ...robotBrokerFaults(yaml),
  ];
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
