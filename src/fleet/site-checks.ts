import { isIP } from "node:net";
import type { Fault } from "../base/contract/explain.ts";
import type { SiteYaml } from "../system/config/schema.ts";
import { voterCounts } from "./fleet-terms.ts";

const address = /^(tls|nats):\/\/(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/;

/** Returns the faults of the fleet: addresses, voters, and credentials that do not fit together. */
export function fleetFaults({ fleet }: SiteYaml): Fault[] {
  const faults: Fault[] = [];
  const fault = (path: (string | number)[], message: string): void => {
    faults.push({ path: ["fleet", ...path], message });
  };
  for (const [at, server] of fleet.servers.entries()) {
    const problem = serverProblem(server);
    if (problem !== undefined) fault(["servers", at], problem);
  }
  if (!voterCounts.includes(fleet.voters)) fault(["voters"], "must be 1, 3 or 5");
  const { username, password_file: password, credentials_file: credentials } = fleet;
  if ((username === undefined) !== (password === undefined)) {
    const field = username === undefined ? "username" : "password_file";
    fault([field], "is needed: user and password go together");
  }
  if (credentials !== undefined && username !== undefined) {
    fault(["credentials_file"], "cannot be used together with username. Remove one of the two");
  }
  if ((fleet.cert_file === undefined) !== (fleet.key_file === undefined)) {
    const field = fleet.cert_file === undefined ? "cert_file" : "key_file";
    fault([field], "is needed: certificate and key go together");
  }
  return faults;
}

function serverProblem(server: string): string | undefined {
  const parts = address.exec(server);
  if (!parts) return "must be tls://host:port or nats://host:port, without user or password";
  const [, scheme, host] = parts;
  if (scheme === "tls" || isLoopback(host!)) return undefined;
  return "must begin with tls://, because the connection leaves the box";
}

function isLoopback(host: string): boolean {
  if (host === "localhost" || host === "[::1]") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}
