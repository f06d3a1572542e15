import ipaddr from "ipaddr.js";
import type { Network } from "../../notifications/webhooks/outbound-port.ts";
import { metadataAddresses } from "../../base/core/guarded-dial.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Subnet = [Address, number];

/** The settings of the rules. */
export interface AddressRulesOptions {
  /** Networks in CIDR form that may be reached beside the internet. Read for each address. */
  allowedNetworks(): readonly string[];
  /** Addresses of this machine's interfaces. */
  ownAddresses(): readonly string[];
  /** Ports of this appliance: never reached, whatever the site lists. */
  ownPorts(): readonly number[];
}

/** Ports of the internet; in listed networks every port is open. */
const publicPorts: ReadonlySet<number> = new Set([443, 8443]);
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
const metadata: ReadonlySet<string> = new Set(metadataAddresses);
/** Ranges that a wider network never lists: it must lie in the range itself. Bits of each range. */
const narrowRanges: Readonly<Record<string, readonly [v4: number, v6: number]>> = {
  loopback: [8, 128],
  linkLocal: [16, 10],
};
/** No receiver has such an address. */
const never: ReadonlySet<string> = new Set([
  "unspecified",
  "broadcast",
  "multicast",
  "rfc6145",
  "rfc6052",
  "6to4",
  "teredo",
]);

/**
 * Decides which addresses are allowed: the internet on its usual ports, and the site's networks. Loopback,
 * link-local addresses and those of this machine only where a listed network is as narrow; the appliance's
 * own ports, multicast and translated IPv4 addresses never.
 */
export class AddressRules {
  readonly #options: AddressRulesOptions;

  constructor(options: AddressRulesOptions) {
    this.#options = options;
  }

  /** Returns the zone of `ip`; null when connections to it are forbidden. */
  networkOf(ip: string, port: number): Network | null {
    if (!ipaddr.isValid(ip)) return null;
    // An IPv4 address inside ::ffff:0:0/96 is that IPv4 address.
    const address = ipaddr.process(ip);
    const range: string = address.range();
    const { ownAddresses, ownPorts } = this.#options;
    if (never.has(range)) return null;
    const isOwn = ownAddresses().some((own) => isSame(own, address));
    if ((isOwn || range === "loopback") && ownPorts().includes(port)) return null;
    const bits = this.#listedBits(address);
    const isGlobal = isOnTheInternet(address, range);
    if (bits !== null && bits >= neededBits(address, { range, isOwn })) {
      return isGlobal ? "public" : "listed";
    }
    if (isOwn || metadata.has(address.toString())) return null;
    return isGlobal && publicPorts.has(port) ? "public" : null;
  }

  /**
   * True when a name could lead to an allowed address on `port`; the connection checks its addresses. Ports
   * count as they do for addresses: beyond the usual ones only listed networks can be meant.
   */
  canNameReach(port: number): boolean {
    return publicPorts.has(port) || this.#listed.length > 0;
  }

  get #listed(): Subnet[] {
    return this.#options.allowedNetworks().map((network) => ipaddr.parseCIDR(network));
  }

  /** Bits of the narrowest listed network around `address`; null when there is none. */
  #listedBits(address: Address): number | null {
    const kind = address.kind();
    const around = this.#listed.filter(
      ([base, bits]) => base.kind() === kind && address.match(base as never, bits),
    );
    return around.length === 0 ? null : Math.max(...around.map(([, bits]) => bits));
  }
}

/** Returns the shortest prefix of a listed network that means this address. */
function neededBits(address: Address, is: { range: string; isOwn: boolean }): number {
  const isV4 = address.kind() === "ipv4";
  const all = isV4 ? 32 : 128;
  if (metadata.has(address.toString())) return all;
  const narrow = narrowRanges[is.range];
  if (narrow) return narrow[isV4 ? 0 : 1];
  return is.isOwn ? all : 0;
}

function isOnTheInternet(address: Address, range: string): boolean {
  if (range !== "unicast") return false;
  // IPv6 has more unassigned space than names for it: only 2000::/3 is in use (RFC 4291 2.4).
  return address.kind() === "ipv4" || address.match(globalUnicast as never);
}

function isSame(text: string, address: Address): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).toString() === address.toString();
}
