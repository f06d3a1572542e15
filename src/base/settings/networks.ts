import { BlockList, isIP } from "node:net";
import type { Fault } from "../contract/explain.ts";

/**
 * Networks of RFC 1918, RFC 4193 and link-local ranges: the usual ones of a site's cameras and
 * robots.
 */
export const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "fc00::/7",
  "fe80::/10",
];

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** True when only this machine can reach a listening address. */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host === "localhost";
  return loopback.check(host, version === 6 ? "ipv6" : "ipv4");
}

/** True when a text is a network in CIDR form. */
export function isCidr(text: string): boolean {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(text);
  const version = isIP(match?.[1] ?? "");
  return version !== 0 && Number(match![2]) <= (version === 6 ? 128 : 32);
}

/** Returns a fault for each entry of a list of networks that is not in CIDR form. */
export function cidrFaults(path: Fault["path"], networks: readonly string[]): Fault[] {
  const message = "must be a network such as 192.168.10.0/24";
  return networks.flatMap((network, at) =>
    isCidr(network) ? [] : [{ path: [...path, at], message }],
  );
}

/** Returns a test for IP addresses in `networks`; undefined when an entry is not a network. */
export function within(networks: readonly string[]): ((ip: string) => boolean) | undefined {
  if (!networks.every(isCidr)) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (ip) => list.check(ip, familyOf(ip));
}

function familyOf(ip: string): "ipv4" | "ipv6" {
  return isIP(ip) === 6 ? "ipv6" : "ipv4";
}
