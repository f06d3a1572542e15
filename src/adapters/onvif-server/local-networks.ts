import { BlockList } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import type { DiscoveryNetwork } from "./discovery-responder.ts";

/** The group and port of WS-Discovery (1.1, 3.1.1). */
const group = { host: "239.255.255.250", port: 3702 } as const;

/**
 * Returns the machine's IPv4 networks for discovery, or only that of `host` where the server listens at one address.
 * Only peers in one of these networks get answers, because answers are longer than searches; and not the box itself,
 * whose own search for cameras would find the box.
 */
export function localNetworks(host: string): DiscoveryNetwork {
  const own = (): NetworkInterfaceInfo[] =>
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .filter(({ address }) => host === "0.0.0.0" || host === "::" || host === address);
  const interfaces = own().map(({ address }) => address);
  return {
    listen: { address: "0.0.0.0", port: group.port, joins: interfaces },
    group: { ...group, interfaces },
    addressFor(peer) {
      const addresses = own();
      if (addresses.some(({ address }) => address === peer)) return undefined;
      return addresses.find((each) => isIn(each, peer))?.address;
    },
  };
}

function isIn({ cidr }: NetworkInterfaceInfo, peer: string): boolean {
  const [network, prefix] = (cidr ?? "").split("/");
  if (!network || prefix === undefined) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), "ipv4");
  return list.check(peer, "ipv4");
}
