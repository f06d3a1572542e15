import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { BlockList, connect, isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { connect as connectTls } from "node:tls";
import { domainToASCII } from "node:url";
import { isProblem } from "./is-problem.ts";
import { type CameraService, problemOfSocketError, relayProblems } from "./relay-problems.ts";
import type { SourceProblem, SourceSpec } from "../../cameras/source.ts";
import { timeLimit } from "../../core/time-limit.ts";

/** How cameras may be reached. */
export interface DialOptions {
  /** Networks in CIDR form that cameras may be in; undefined allows every address. */
  allowedNetworks?: readonly string[];
  /** Ports of this appliance: never dialled on an address of this machine. */
  ownPorts?: () => readonly number[];
  /** Addresses of this machine beside loopback, listed or not; its interfaces when absent. */
  ownAddresses?: () => readonly string[];
  /** Certificate authorities in PEM for `rtsps` cameras, beside the system's own. */
  ca?: readonly string[];
  /** From the start of the connection to the end of the TLS handshake; default 5 s. */
  connectTimeoutMs?: number;
  /** The address of the camera's name when it is known already: nothing is looked up. */
  ip?: string;
  /** What the camera is asked by, for the words of problems; RTSP when absent. */
  service?: CameraService;
}

/** A source's URL taken apart. */
export interface CameraAddress {
  host: string;
  port: number;
  tls: boolean;
  /** `host:port`, for people. */
  at: string;
  /** The URL to request: without user info. */
  requestUrl: string;
}

/** Default ports of RTSP (RFC 2326 3.2) and RTSP over TLS (RFC 7826 4.2). */
const defaultPort = { rtsp: 554, rtsps: 322 } as const;

/** Takes `source.url` apart; undefined when it is no URL of that kind. */
export function cameraAddress(source: SourceSpec): CameraAddress | undefined {
  if (source.kind === "file" || !URL.canParse(source.url)) return undefined;
  const url = new URL(source.url);
  if (url.protocol !== `${source.kind}:` || url.hostname === "") return undefined;
  const host = asciiName(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const port = url.port === "" ? defaultPort[source.kind] : Number(url.port);
  // The authority inside a request is rtsp:// also over TLS for many cameras; most accept their own.
  const requestUrl = `${source.kind}://${url.host}${url.pathname}${url.search}`;
  return {
    host,
    port,
    tls: source.kind === "rtsps",
    at: `${shown(url.hostname)}:${port}`,
    requestUrl,
  };
}

/** A host as people write it: the URL of a camera holds what is beyond ASCII in escapes. */
function shown(hostname: string): string {
  try {
    return decodeURIComponent(hostname).replaceAll(/[\p{C}\p{Z}]/gu, "?");
  } catch {
    return hostname;
  }
}

/** The name as resolvers know it. */
function asciiName(hostname: string): string {
  return hostname.includes("%") ? domainToASCII(shown(hostname)) || hostname : hostname;
}

const loopback = listOf(["127.0.0.0/8", "::1/128"]);
/** Where clouds keep the credentials of a machine, as the guarded way out knows them. */
const metadata = listOf([
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
]);

/**
 * Whether the site means this address: it lies in a listed network, and where that network is wide it
 * does not mean the box itself nor a cloud's store of credentials; these must be listed one by one.
 */
export function mayDial(ip: string, port: number, options: DialOptions): boolean {
  const { allowedNetworks, ownPorts = () => [], ownAddresses = interfaceAddresses } = options;
  if (allowedNetworks === undefined) return true;
  const own = listOf(ownAddresses());
  const isOwn = holds(own, ip);
  if ((isOwn || holds(loopback, ip)) && ownPorts().includes(port)) return false;
  const isNarrow = isOwn || holds(metadata, ip);
  return holds(listOf(isNarrow ? allowedNetworks.filter(isSingle) : allowedNetworks), ip);
}

function isSingle(network: string): boolean {
  const [address = "", bits] = network.split("/");
  return bits === undefined || Number(bits) === (isIP(address) === 6 ? 128 : 32);
}

/** An IPv4 address inside of ::ffff:0:0/96 is that IPv4 address to the list. */
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

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  );
}

/**
 * Why a camera can never be dialled: its URL names, as a literal or as `localhost`, an address that the
 * site does not allow. Null when only a connection can tell.
 */
export function refusalOf(source: SourceSpec, options: DialOptions): SourceProblem | null {
  const address = cameraAddress(source);
  if (!address) return null;
  const ip = /(^|\.)localhost\.?$/i.test(address.host) ? "127.0.0.1" : address.host;
  if (isIP(ip) === 0 || mayDial(ip, address.port, options)) return null;
  return relayProblems.notAllowed(address.at);
}

/** Resolves the camera's name once; gives the one address that is dialled. */
async function resolve(
  address: CameraAddress,
  options: DialOptions,
): Promise<string | SourceProblem> {
  const ip = options.ip ?? (isIP(address.host) === 0 ? undefined : address.host);
  if (ip !== undefined) {
    return mayDial(ip, address.port, options) ? ip : relayProblems.notAllowed(address.at);
  }
  const found = await lookup(address.host, { all: true });
  const allowed = found.find((each) => mayDial(each.address, address.port, options));
  return allowed?.address ?? relayProblems.notAllowed(address.at);
}

/**
 * Connects to the camera, for `rtsps` with a checked certificate. Never rejects. The caller owns
 * the socket; it is not yet flowing.
 */
export async function dial(
  address: CameraAddress,
  options: DialOptions,
  signal: AbortSignal,
): Promise<Socket | SourceProblem> {
  const late = timeLimit(options.connectTimeoutMs ?? 5000, signal);
  let socket: Socket | undefined;
  try {
    const ip = await abortable(resolve(address, options), late);
    if (isProblem(ip)) return ip;
    socket = open(ip, address, options);
    await once(socket, address.tls ? "secureConnect" : "connect", { signal: late });
    socket.setNoDelay(true).setKeepAlive(true, 10_000);
    return socket;
  } catch (error) {
    socket?.on("error", () => {}).destroy();
    return problemOfSocketError(error, address.at, options.service);
  }
}

function open(ip: string, address: CameraAddress, options: DialOptions): Socket {
  if (!address.tls) return connect({ host: ip, port: address.port });
  const named = isIP(address.host) === 0 ? { servername: address.host } : {};
  const ca = options.ca && options.ca.length > 0 ? { ca: [...options.ca] } : {};
  return connectTls({ host: ip, port: address.port, ...named, ...ca });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    const done = (): void => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort, { once: true });
    work.finally(done).then(resolve, reject);
  });
}
