import type { Socket } from "node:net";
import { fail } from "../../../../base/contract/fail.ts";
import {
  connectTo,
  type NetworkRules,
  resolveAllowed,
} from "../../../../base/core/guarded-dial.ts";
import { timeLimit } from "../../../../base/concurrency/time-limit.ts";

/** From the look-up of the name to the end of the TLS handshake, in milliseconds. */
const connectTimeoutMs = 5000;

/**
 * Connects to the one checked address of a `ws(s)://` URL. Rejects with `forbidden_address` where the
 * site does not allow it, and with the error of the resolver or the socket; the caller owns the socket.
 */
export async function dialRobot(
  url: URL,
  networks: NetworkRules,
  signal: AbortSignal,
): Promise<Socket> {
  const late = timeLimit(connectTimeoutMs, signal);
  const tls = url.protocol === "wss:";
  const port = url.port === "" ? (tls ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const ip = await resolveAllowed({ host, port }, networks);
  late.throwIfAborted();
  if (ip === null) {
    throw fail(
      "forbidden_address",
      `url: the site does not allow robots at ${url.host}. Add its network to robot_networks and save the robot again`,
    );
  }
  return await connectTo(ip, { host, port, tls }, late);
}
