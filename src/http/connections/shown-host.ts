import { isIPv6 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** Interfaces of the machine, as the system reports them. */
export type Interfaces = Readonly<
  Record<
    string,
    readonly Pick<NetworkInterfaceInfo, "address" | "family" | "internal">[] | undefined
  >
>;

/**
 * Returns the host under which clients reach a server that listens on `host`, in the form for an
 * address. For 0.0.0.0 and :: that is the machine's first address on a network, IPv4 before IPv6,
 * or loopback.
 */
export function shownHost(host: string, interfaces?: Interfaces): string {
  if (host !== "0.0.0.0" && host !== "::") return inAddress(host);
  const outside = Object.values(interfaces ?? networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address));
  const found = outside.find(({ family }) => family === "IPv4") ?? outside[0];
  return inAddress(found?.address ?? "127.0.0.1");
}

function inAddress(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
