import { BlockList, isIP } from "node:net";

interface Network {
  address: string;
  bits: number;
  family: "ipv4" | "ipv6";
}

function parsed(cidr: string): Network | undefined {
  const [address = "", bits = "", ...rest] = cidr.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return undefined;
  const family = version === 6 ? "ipv6" : "ipv4";
  return Number(bits) <= (version === 6 ? 128 : 32)
    ? { address, bits: Number(bits), family }
    : undefined;
}

/** True when `text` is a network such as `192.168.10.0/24` or `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return parsed(text) !== undefined;
}

/** A socket that listens on IPv6 shows IPv4 addresses as `::ffff:192.0.2.1`. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/**
 * True when `address` is in one of `networks`; an empty list allows every address, and an absent
 * address matches only that.
 */
export function isWithin(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const plainAddress = plain(address ?? "");
  const version = isIP(plainAddress);
  return version !== 0 && listOf(networks).check(plainAddress, version === 6 ? "ipv6" : "ipv4");
}

/** True when `outer` contains every address of the networks `inner`; both as for `isWithin`. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return (
    inner.length > 0 &&
    inner.every((cidr) => {
      const network = parsed(cidr);
      return outer.some((each) => {
        const wide = parsed(each);
        if (!network || wide?.family !== network.family || wide.bits > network.bits) return false;
        return listOf([each]).check(network.address, network.family);
      });
    })
  );
}

/** Compiled lists of the keys in memory: each request needs that of its key. */
const blockLists = new WeakMap<readonly string[], BlockList>();

function listOf(networks: readonly string[]): BlockList {
  const known = blockLists.get(networks);
  if (known) return known;
  const list = new BlockList();
  blockLists.set(networks, list);
  for (const cidr of networks) {
    const network = parsed(cidr);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}
