import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { Module, Start } from "../../module.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import { localHostNames } from "../../http/site-parts.ts";

type AnnouncerNeeds = ApplianceContext & BaseParts & { tls: TlsIdentity | undefined };

/** The box's name on the local network, unless it is off or only this machine can reach the box. */
export async function startAnnouncer(
  start: Start,
  { config, tls, events, version, clock, log, address }: AnnouncerNeeds,
): Promise<Module> {
  const { host, announce } = config.server;
  if (!announce || isLoopback(host)) return { parts: {} };
  const { MdnsAnnouncer } = await import("../../adapters/mdns/mdns-announcer.ts");
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const announcer = await start(
    "mdns",
    new MdnsAnnouncer({
      hostNames: localHostNames(config).map((name) => name.replace(/\.local$/, "")),
      instance: config.site.name.slice(0, 50),
      port: address.port(),
      isTls: tls !== undefined,
      txt: { path: "/", id: events.boxId, version },
      ...(isEverywhere ? {} : { on: [host] }),
      clock,
      log,
    }),
  );
  address.announce(announcer);
  return { parts: {} };
}
