import { connect, credsAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { omitUndefined } from "../../base/core/omit-undefined.ts";

/** How a box signs in to the NATS servers of its site. */
export interface NatsLogin {
  servers: readonly string[];
  /** Name of the box in the servers' logs. */
  name: string;
  username?: string | undefined;
  password?: string | undefined;
  /** Contents of a credentials file (JWT and seed). */
  credentials?: string | undefined;
  /** PEM. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  /** Uniform in [0, 1); `Math.random` when absent. */
  random?: () => number;
}

const connectTimeoutMs = 3000;
/** A half-open connection is noticed after two pings without an answer. */
const pingMs = 2000;
const maxPingsOut = 2;

/** Connects to the first of the servers that answers, from a random one on; fails with the error of the last one. */
export async function connectToFirst(
  login: NatsLogin,
  signal: AbortSignal,
): Promise<NatsConnection> {
  const { servers, random = Math.random } = login;
  const first = Math.floor(random() * servers.length);
  let failure: unknown;
  for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
    if (signal.aborted) break;
    try {
      return await connect(optionsOf(login, server));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function optionsOf(login: NatsLogin, server: string) {
  const { name, username, password, credentials, ca, cert, key } = login;
  const { protocol, hostname } = new URL(server);
  // The library names the server for the certificate only when it is no IP address; TLS would then expect `localhost`.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    servers: server,
    name,
    ...omitUndefined({ user: username, pass: password }),
    ...(credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    ...(protocol === "tls:" ? { tls: omitUndefined({ ca, cert, key, host }) } : { tls: null }),
    timeout: connectTimeoutMs,
    pingInterval: pingMs,
    maxPingOut: maxPingsOut,
    reconnect: false,
    // The site names its servers; others could be out of reach for this box.
    ignoreClusterUpdates: true,
  };
}
