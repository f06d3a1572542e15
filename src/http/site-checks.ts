import type { Fault } from "../base/contract/explain.ts";
import { isLoopback } from "../base/settings/networks.ts";
import type { SiteYaml } from "../system/config/schema.ts";

/**
 * Returns the faults of the HTTP server's settings: TLS off beyond loopback, missing certificate
 * files.
 */
export function serverFaults({ server }: SiteYaml): Fault[] {
  const { tls, host } = server;
  const faults: Fault[] = [];
  if (tls.mode === "off" && !isLoopback(host) && !server.allow_plain_http_beyond_loopback) {
    faults.push({
      path: ["server", "tls", "mode"],
      message:
        `leaves ${host} without TLS: keys and pictures would cross the network in clear. ` +
        "Take auto, or set server.allow_plain_http_beyond_loopback: true",
    });
  }
  for (const name of ["cert_file", "key_file"] as const) {
    if (tls.mode === "files" && tls[name] === undefined) {
      faults.push({ path: ["server", "tls", name], message: "is needed with mode: files" });
    }
  }
  return faults;
}
