import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { BlockList, connect, isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";

/** Which addresses the appliance may dial. */
export interface NetworkRules {
  /** Networks in CIDR form that the appliance may reach; undefined allows every address. */
  allowedNetworks?: readonly string[];
  /** Ports of this appliance, which it never dials on an address of this machine. */
  ownPorts?: () => readonly number[];
  /** Addresses of this machine beside loopback; its interfaces when absent. */
  ownAddresses?: () => readonly string[];
}

/** Target of a connection. */
export interface DialTarget {
  /** Name or address; IPv6 without brackets. */
  host: string;
  port: number;
  tls: boolean;
  /** Certificate authorities in PEM, beside the system's. */
  ca?: readonly string[];
}

const loopback = listOf(["127.0.0.0/8", "::1/128"]);
/**
 * Metadata services of clouds, which hold a machine's credentials: the appliance dials one only
 * where the site lists that very address.
 */
export const metadataAddresses: readonly string[] = [
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
];
const metadata = listOf(metadataAddresses);

/**
 * True when the site allows this address: it lies in a listed network. Addresses of the box itself
 * and of a cloud's metadata service must be listed one by one.
 */
export function mayDial(ip: string, port: number, rules: NetworkRules): boolean {
  const { allowedNetworks, ownPorts = () => [], ownAddresses = interfaceAddresses } = rules;
  if (allowedNetworks === undefined) return true;
  const isOwn = holds(listOf(ownAddresses()), ip);
  if ((isOwn || holds(loopback, ip)) && ownPorts().includes(port)) return false;
  const isNarrow = isOwn || holds(metadata, ip);
  return holds(listOf(isNarrow ? allowedNetworks.filter(isSingle) : allowedNetworks), ip);
}

/** True for an address of this machine, including loopback and the unspecified address. */
export function isOwnAddress(ip: string): boolean {
  return ip === "0.0.0.0" || ip === "::" || holds(loopback, ip) || holds(listOf(allOwn()), ip);
}

/**
 * Returns the address that a host names without a resolver: a literal, or `localhost`; else
 * undefined.
 */
export function literalAddress(host: string): string | undefined {
  if (/(^|\.)localhost\.?$/i.test(host)) return "127.0.0.1";
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Resolves the host once; returns the first address that the appliance may dial, null when there is
 * none. Rejects with the resolver's error.
 */
export async function resolveAllowed(
  { host, port }: Pick<DialTarget, "host" | "port">,
  rules: NetworkRules,
): Promise<string | null> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
  return found.find(({ address }) => mayDial(address, port, rules))?.address ?? null;
}

/**
 * Connects to `ip`, for TLS with the certificate checked against the host's name. Rejects with the
 * socket's error or the signal's reason. The caller owns the socket, which does not flow yet.
 */
export async function connectTo(
  ip: string,
  target: DialTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = open(ip, target);
  try {
    await once(socket, target.tls ? "secureConnect" : "connect", { signal });
    return socket.setNoDelay(true).setKeepAlive(true, 10_000);
  } catch (error) {
    socket.on("error", () => {}).destroy();
    throw error;
  }
}

function open(ip: string, { host, port, tls, ca = [] }: DialTarget): Socket {
  if (!tls) return connect({ host: ip, port });
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host: ip, port, ...named, ...(ca.length > 0 ? { ca: [...ca] } : {}) });
}

function isSingle(network: string): boolean {
  const [address = "", bits] = network.split("/");
  return bits === undefined || Number(bits) === (isIP(address) === 6 ? 128 : 32);
}

/**
 * True when the list holds the address. The list treats an IPv4 address inside ::ffff:0:0/96 as
 * that IPv4 address.
 */
function holds(list: BlockList, ip: string): boolean {
  return list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return list;
}

function allOwn(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
}

/** The machine's own addresses, without loopback. */
export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  );
}
