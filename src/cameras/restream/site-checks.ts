import type { Fault } from "../../base/contract/explain.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import type { SiteYaml } from "../../system/config/schema.ts";

/** Returns the faults of the RTSP server's settings: a server that could not listen on any port. */
export function rtspFaults({ rtsp, server }: SiteYaml): Fault[] {
  if (!rtsp.enabled || rtsp.plain || hasCertificate(server)) return [];
  const message =
    "serves nothing: server.tls gives no certificate. Set rtsp.plain: true, or server.tls.mode: site";
  return [{ path: ["rtsp", "enabled"], message }];
}

/** Returns true where `server.tls` gives the box a certificate. */
export function hasCertificate(server: SiteYaml["server"]): boolean {
  const { mode } = server.tls;
  const isPlain = isLoopback(server.host) || server.allow_plain_http_beyond_loopback;
  return mode !== "off" && !(mode === "auto" && isPlain);
}
