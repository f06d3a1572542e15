import type { MdnsState } from "../../adapters/mdns/mdns-announcer.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import { localHostNames } from "../config/parts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";

/** What the announcement is made from. */
interface AnnounceOptions {
  config: SiteConfig;
  /** The port that the server listens on. */
  port: number;
  isTls: boolean;
  boxId: string;
  version: string;
  clock: Clock;
  log: Logger;
}

/** The box's name on the local network, unless it is off or nobody else could reach the box. */
export async function startAnnouncer(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  { config, port, isTls, boxId, version, clock, log }: AnnounceOptions,
): Promise<{ state(): MdnsState } | undefined> {
  const { host, announce } = config.server;
  if (!announce || isLoopback(host)) return undefined;
  const { MdnsAnnouncer } = await import("../../adapters/mdns/mdns-announcer.ts");
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return await start(
    "mdns",
    new MdnsAnnouncer({
      hostNames: localHostNames(config).map((name) => name.replace(/\.local$/, "")),
      instance: config.site.name.slice(0, 50),
      port,
      isTls,
      txt: { path: "/", id: boxId, version },
      ...(isEverywhere ? {} : { on: [host] }),
      clock,
      log,
    }),
  );
}
