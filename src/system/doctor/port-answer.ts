import type { Host } from "./host-port.ts";

/** Default ports of addresses without one. */
const usualPorts: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "mqtt:": 1883,
  "mqtts:": 8883,
  "nats:": 4222,
  "tls:": 4222,
};

/** Host and port of an address. */
export function endpointOf(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port) || (usualPorts[protocol] ?? 0) };
}

/**
 * Tries to connect to a port. `problem` is the reason why it does not answer, and undefined when it
 * does.
 */
export async function tryPort(
  host: Host,
  { host: name, port }: { host: string; port: number },
): Promise<{ address: string; problem: string | undefined }> {
  return { address: `${name}:${port}`, problem: await host.refusal(name, port) };
}
