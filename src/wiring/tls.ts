import { join } from "node:path";
import { tlsDirectory } from "../adapters/tls/files.ts";
import { OperatorTls } from "../adapters/tls/operator-tls.ts";
import { SiteTls } from "../adapters/tls/site-tls.ts";
import { tlsChoice } from "../config/parts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { TlsIdentity } from "../http/tls-port.ts";

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
