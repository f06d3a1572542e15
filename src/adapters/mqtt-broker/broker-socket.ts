import { createConnection, isIP, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { MqttLogin } from "../../base/settings/mqtt-login.ts";

/** A connection to a broker that is being made. */
export interface BrokerSocket {
  /** What the MQTT client reads and writes. Errors of TLS come as `error`. */
  stream: Socket | TLSSocket;
  /** Ends the connection, and discards what was written and is still under way. */
  discard(): void;
}

/**
 * Dials a broker, `mqtt://` or `mqtts://`. The client's own dialling hides the TCP socket below TLS, and only that one can
 * discard what the kernel would send again for minutes, also after the end of the connection.
 */
export function dialBroker({ url, ca, cert, key }: MqttLogin): BrokerSocket {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "mqtts:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = createConnection({ host, port: Number(port || (isSecure ? 8883 : 1883)) });
  const discard = (): void => void socket.resetAndDestroy();
  if (!isSecure) return { stream: socket, discard };
  const name = isIP(host) === 0 ? { servername: host } : { host };
  return { stream: connect({ socket, ...name, ...omitUndefined({ ca, cert, key }) }), discard };
}
