import type { Socket } from "node:net";
import { domainToASCII } from "node:url";
import { isProblem } from "./is-problem.ts";
import { type CameraService, problemOfSocketError, relayProblems } from "./relay-problems.ts";
import type { SourceProblem, SourceSpec } from "../../cameras/source.ts";
import {
  connectTo,
  literalAddress,
  mayDial,
  type NetworkRules,
  resolveAllowed,
} from "../../base/core/guarded-dial.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";

/** The rules for connections to cameras. */
export interface DialOptions extends NetworkRules {
  /** Certificate authorities in PEM for `rtsps` cameras, beside the system's own. */
  ca?: readonly string[];
  /** From the start of the connection to the end of the TLS handshake; default 5 s. */
  connectTimeoutMs?: number;
  /** The camera's address when known: skips the look-up. */
  ip?: string;
  /** The protocol that problems name; RTSP when absent. */
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
  const { kind } = source;
  if (kind === "file" || kind === "robot" || !URL.canParse(source.url)) return undefined;
  const url = new URL(source.url);
  if (url.protocol !== `${kind}:` || url.hostname === "") return undefined;
  const host = asciiName(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const port = url.port === "" ? defaultPort[kind] : Number(url.port);
  // The authority inside a request is rtsp:// also over TLS for many cameras; most accept their own.
  const requestUrl = `${source.kind}://${url.host}${url.pathname}${url.search}`;
  return {
    host,
    port,
    tls: source.kind === "rtsps",
    at: `${withoutBrackets(url.hostname)}:${port}`,
    requestUrl,
  };
}

/** A host as people write it: the URL of a camera holds what is beyond ASCII in escapes. */
function withoutBrackets(hostname: string): string {
  try {
    return decodeURIComponent(hostname).replaceAll(/[\p{C}\p{Z}]/gu, "?");
  } catch {
    return hostname;
  }
}

/** The name as resolvers know it. */
function asciiName(hostname: string): string {
  return hostname.includes("%") ? domainToASCII(withoutBrackets(hostname)) || hostname : hostname;
}

/**
 * Returns why a camera can never be dialled: its URL names, as a literal or as `localhost`, a forbidden
 * address. Null when only a connection can decide.
 */
export function refusalOf(source: SourceSpec, options: DialOptions): SourceProblem | null {
  const address = cameraAddress(source);
  if (!address) return null;
  const ip = literalAddress(address.host);
  if (ip === undefined || mayDial(ip, address.port, options)) return null;
  return relayProblems.notAllowed(address.at);
}

/** Resolves the camera's name once; returns the one address to dial. */
async function resolve(
  address: CameraAddress,
  options: DialOptions,
): Promise<string | SourceProblem> {
  const target = { host: options.ip ?? address.host, port: address.port };
  return (await resolveAllowed(target, options)) ?? relayProblems.notAllowed(address.at);
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
  const { ca = [] } = options;
  try {
    const ip = await abortable(resolve(address, options), late);
    if (isProblem(ip)) return ip;
    return await connectTo(ip, { ...address, ca }, late);
  } catch (error) {
    return problemOfSocketError(error, address.at, options.service);
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    const done = (): void => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort, { once: true });
    work.finally(done).then(resolve, reject);
  });
}
