import type { ApplianceContext } from "../../appliance-options.ts";
import { standIn } from "../../base/settings/live-settings.ts";
import type { BaseParts } from "../../base/module.ts";
import type { TlsIdentity } from "../../http/connections/tls-port.ts";
import type { Module, Start } from "../../module.ts";
import { isLoopback } from "../../base/settings/networks.ts";
import { localHostNames } from "../../http/site-parts.ts";

type AnnouncerNeeds = ApplianceContext & BaseParts & { tls: TlsIdentity | undefined };

/** The box's name on the local network, unless it is off or only this machine can reach the box. */
export async function startAnnouncer(
  start: Start,
  { config, live, tls, events, version, clock, log, address }: AnnouncerNeeds,
): Promise<Module> {
  const { host, announce } = config.server;
  if (!announce || isLoopback(host)) return { parts: {} };
  const { MdnsAnnouncer } = await import("../../adapters/mdns/mdns-announcer.ts");
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const slot = await live.part(start, {
    name: "mdns",
    select: ({ site: { name } }) => name,
    make: (name) =>
      new MdnsAnnouncer({
        hostNames: localHostNames(config).map((each) => each.replace(/\.local$/, "")),
        instance: name.slice(0, 50),
        port: address.port(),
        isTls: tls !== undefined,
        txt: { path: "/", id: events.boxId, version },
        ...(isEverywhere ? {} : { on: [host] }),
        clock,
        log,
      }),
  });
  address.announce(standIn(slot));
  return { parts: {} };
}
