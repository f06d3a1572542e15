import { join } from "node:path";
import { tlsDirectory } from "../adapters/tls/files.ts";
import { OperatorTls } from "../adapters/tls/operator-tls.ts";
import { SiteTls } from "../adapters/tls/site-tls.ts";
import { tlsChoice } from "../system/config/parts.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Part } from "../base/core/parts.ts";
import { shownHost } from "./connections/shown-host.ts";
import type { TlsIdentity } from "./connections/tls-port.ts";

/** The site's own certificate or the operator's; undefined for plain HTTP. */
export async function startTls(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  { config, clock, log }: { config: SiteConfig; clock: Clock; log: Logger },
): Promise<TlsIdentity | undefined> {
  const choice = tlsChoice(config);
  if (!choice) return undefined;
  if (choice.mode === "files")
    return await start("tls", new OperatorTls({ ...choice, clock, log }));
  const dir = join(config.dataDir, tlsDirectory);
  return await start("tls", new SiteTls({ dir, names: choice.names, clock, log }));
}

/** How clients will reach the box, before it listens; with port 0 not the whole truth. */
export function plannedUrl(config: SiteConfig): string {
  const { publicUrl, host, port } = config.server;
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, "");
  return `${tlsChoice(config) ? "https" : "http"}://${shownHost(host)}:${port}`;
}
