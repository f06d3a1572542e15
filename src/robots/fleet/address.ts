import { lookup } from "node:dns/promises";
import { fail } from "../../base/contract/fail.ts";
import type { RobotRequest } from "../driver/robot-document.ts";
import {
  isOwnAddress,
  literalAddress,
  mayDial,
  type NetworkRules,
} from "../../base/core/guarded-dial.ts";
import { percentDecoded } from "../../base/core/percent-decoded.ts";

/** The deadline of a resolver. */
const lookupMs = 2000;

/**
 * Fails with `forbidden_address` for an address that the site does not allow. Names are checked at each
 * connection.
 */
export function assertAllowed({ rosbridge }: RobotRequest, networks: NetworkRules): void {
  if (!rosbridge) return;
  const { host, port } = targetOf(rosbridge.url);
  const ip = literalAddress(host);
  if (ip === undefined || mayDial(ip, port, networks)) return;
  const param = "rosbridge.url";
  const message = `${param}: the site does not allow robots at ${host}. Add its network to robot_networks`;
  throw fail("forbidden_address", message, { param });
}

/**
 * Returns the identities of the machine: two robots that share one are the same machine and would have two
 * holders. Empty for simulated robots. `boxDomainId` is the ROS domain of robots that name none. Never
 * rejects.
 */
export async function identitiesOf(
  request: RobotRequest,
  boxDomainId: number,
): Promise<readonly string[]> {
  const { driver, vda5050, ros2, rosbridge } = request;
  if (driver === "vda5050" && vda5050) {
    // Unique to the robot by VDA 5050 6.5, whichever broker it is behind.
    return [["vda5050", vda5050.manufacturer, vda5050.serial_number].join(" ")];
  }
  if (driver === "ros2" && ros2) {
    return [["ros2", ros2.domain_id ?? boxDomainId, bare(ros2.namespace)].join(" ")];
  }
  if (driver === "rosbridge" && rosbridge) {
    const { host, port, path } = targetOf(rosbridge.url);
    const rest = [port, path, bare(rosbridge.namespace)].join(" ");
    return (await machinesAt(host)).map((machine) => `rosbridge ${machine} ${rest}`);
  }
  return [];
}

/** Returns the addresses of a host; its name when they are unknown. The box's own addresses count as one. */
async function machinesAt(host: string): Promise<string[]> {
  const literal = literalAddress(host);
  const found = literal === undefined ? await addressesOf(host) : [literal];
  const addresses = found.map((ip) => (isOwnAddress(ip) ? "box" : unmapped(ip)));
  return addresses.length === 0 ? [host.replace(/\.$/, "")] : [...new Set(addresses)];
}

async function addressesOf(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never[]>((resolve) => {
    timer = setTimeout(() => resolve([]), lookupMs);
  });
  const found = lookup(host, { all: true }).catch(() => []);
  const first = await Promise.race([found, timeout]);
  clearTimeout(timer);
  return first.map(({ address }) => address);
}

/** Returns an IPv4 address inside of ::ffff:0:0/96 as that IPv4 address; a URL writes it in hexadecimal. */
function unmapped(ip: string): string {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(ip);
  if (!match) return ip.replace(/^::ffff:(?=\d+\.)/i, "");
  const bits = [match[1]!, match[2]!].map((each) => Number.parseInt(each, 16));
  return bits.flatMap((each) => [each >> 8, each & 0xff]).join(".");
}

/** Splits a URL into a canonical form; servers ignore `//` and a trailing `/`. */
function targetOf(text: string): { host: string; port: number; path: string } {
  const url = new URL(text);
  const usual = url.protocol === "wss:" ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? usual : Number(url.port),
    path: bare(percentDecoded(url.pathname).replaceAll(/\/+/g, "/")),
  };
}

/** Returns a namespace or path without its outer slashes. */
function bare(text = ""): string {
  return text.replaceAll(/^\/+|\/+$/g, "");
}
