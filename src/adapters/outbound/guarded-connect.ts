import { isIP, connect as connectPlain, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import type { Network } from "../../notifications/webhooks/outbound-port.ts";
import type { AddressRules } from "./address-rules.ts";
import { blockedMessage, type Progress, KnownFailure } from "./failure.ts";
import type { Resolve, ResolvedAddress } from "./resolve.ts";

/** The options of a connection. */
export interface ConnectParts {
  rules: AddressRules;
  resolve: Resolve;
  /** The trusted authorities, parsed once: that takes longer than a connection. */
  secureContext: SecureContext;
}

/** Addresses of a name that are tried. */
const maxAddresses = 4;
/** After this the next address of the same name is tried beside it. */
const nextAddressMs = 1000;

/** A connector for one request: looks up once, checks every address, and connects to those only. */
export function guardedConnector(
  parts: ConnectParts,
  request: { signal: AbortSignal; progress: Progress },
): buildConnector.connector {
  return (options, callback) => void hand(open(parts, options, request), callback);
}

async function hand(opening: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  let socket: Socket;
  try {
    socket = await opening;
  } catch (error) {
    callback(error as Error, null);
    return;
  }
  callback(null, socket);
}

async function open(
  parts: ConnectParts,
  target: buildConnector.Options,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
): Promise<Socket> {
  const isTls = target.protocol === "https:";
  const hostname = target.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(target.port === "" ? (isTls ? 443 : 80) : target.port);
  const found = await abortable(addressesOf(hostname, parts.resolve), signal);
  progress.network = checked(parts.rules, found, port);
  const allowed = found.slice(0, maxAddresses);
  const lookup: LookupFunction = (_name, { all }, done) => {
    if (all) done(null, [...allowed]);
    else done(null, allowed[0]!.address, allowed[0]!.family);
  };
  const to = { host: hostname, port, lookup, autoSelectFamilyAttemptTimeout: nextAddressMs };
  const { secureContext } = parts;
  const named = isIP(hostname) === 0 ? { servername: hostname.replace(/\.$/, "") } : {};
  const socket = isTls
    ? connectTls({ ...to, ...named, secureContext, ALPNProtocols: ["http/1.1"] })
    : connectPlain(to);
  await established(socket, isTls ? "secureConnect" : "connect", signal);
  // The system may have taken another route than requested: check the address of the connection.
  if (parts.rules.networkOf(socket.remoteAddress ?? "", port) === null) {
    socket.destroy();
    throw new KnownFailure("blocked_address", blockedMessage);
  }
  progress.isConnected = true;
  return socket.setNoDelay(true);
}

async function addressesOf(
  hostname: string,
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(hostname);
  return family === 0 ? await resolve(hostname) : [{ address: hostname, family }];
}

/** One address that is not allowed refuses the name: it may lead anywhere the next time. */
function checked(rules: AddressRules, found: readonly ResolvedAddress[], port: number): Network {
  const networks = found.map(({ address }) => rules.networkOf(address, port));
  const [first] = networks;
  if (first === undefined) throw new KnownFailure("dns", "the name has no address", "unreachable");
  if (first === null || networks.includes(null)) {
    throw new KnownFailure("blocked_address", blockedMessage);
  }
  return first;
}

function established(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      signal.removeEventListener("abort", abort);
      if (error === undefined) {
        resolve();
        return;
      }
      socket.destroy();
      reject(error);
    };
    const abort = (): void => settle(signal.reason as Error);
    socket.on("error", settle);
    socket.once(event, () => {
      socket.removeListener("error", settle);
      settle();
    });
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
