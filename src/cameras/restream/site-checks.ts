import type { Fault } from "../../base/contract/explain.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import type { SiteYaml } from "../../system/config/schema.ts";

/** Returns the faults of the RTSP server's settings: a server that could not listen on any port. */
export function rtspFaults({ rtsp, server }: SiteYaml): Fault[] {
  const isPlain = isLoopback(server.host) || server.allow_plain_http_beyond_loopback;
  const hasTls = server.tls.mode !== "off" && !(server.tls.mode === "auto" && isPlain);
  if (!rtsp.enabled || rtsp.plain || hasTls) return [];
  const message =
    "serves nothing: server.tls gives no certificate. Set rtsp.plain: true, or server.tls.mode: site";
  return [{ path: ["rtsp", "enabled"], message }];
}
