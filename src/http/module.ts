import { join } from "node:path";
import type { ApplianceContext } from "../appliance-options.ts";
import type { BaseParts } from "../base/module.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { FleetModule } from "../fleet/module.ts";
import type { Module, Start } from "../module.ts";
import type { PerceptionModule } from "../perception/module.ts";
import { guardedIntake } from "../system/selfcare/module.ts";
import { certificateAlarms } from "./alarms-wire.ts";
import { httpReadings } from "./metrics.ts";
import { HttpServer } from "./server.ts";
import { HttpServices } from "./services.ts";
import { tlsDirectory } from "../adapters/tls/files.ts";
import { maxOpenFiles } from "../adapters/linux/open-files.ts";
import { OperatorTls } from "../adapters/tls/operator-tls.ts";
import { SiteTls } from "../adapters/tls/site-tls.ts";
import { defaultQuotas } from "./connections/quotas.ts";
import { httpQuotas, serverOptions, tlsChoice, tlsNames } from "./site-parts.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import { shownHost } from "./connections/shown-host.ts";
import type { TlsIdentity } from "./connections/tls-port.ts";
import { talkLimits } from "../perception/talk/talk-terms.ts";
import { teleopLimits } from "../robots/teleop/teleop-terms.ts";

interface TlsNeeds {
  config: SiteConfig;
  clock: Clock;
  log: Logger;
  /** Names besides the machine's own, read at each check of the certificate; those of `config` when absent. */
  names?: () => readonly string[];
}

/** The site's own certificate or the operator's; undefined for plain HTTP. */
export async function tlsOf(
  start: Start,
  { config, clock, log, names }: TlsNeeds,
): Promise<TlsIdentity | undefined> {
  const choice = tlsChoice(config);
  if (!choice) return undefined;
  if (choice.mode === "files")
    return await start("tls", new OperatorTls({ ...choice, clock, log }));
  const dir = join(config.dataDir, tlsDirectory);
  return await start("tls", new SiteTls({ dir, names: names ?? (() => choice.names), clock, log }));
}

/** Returns the address of the box before it listens; with port 0 the port is unknown until then. */
export function plannedUrl(config: SiteConfig): string {
  const { publicUrl, host, port } = config.server;
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, "");
  return `${tlsChoice(config) ? "https" : "http"}://${shownHost(host)}:${port}`;
}

/** Parts of the HTTP side that routes and the box's description share. */
export async function startHttpServices(
  _start: Start,
  { live, clock, events }: ApplianceContext & BaseParts,
): Promise<Module<{ http: HttpServices }>> {
  const quotas = live.view((config) => ({ ...defaultQuotas, ...httpQuotas(config) }));
  const maxMessageBytes = Math.max(teleopLimits.messageBytes, talkLimits.messageBytes);
  const bounds = { quotas, maxMessageBytes, openFiles: maxOpenFiles() };
  const http = new HttpServices({ clock, events, ...bounds });
  return { parts: { http }, metrics: () => httpReadings(http) };
}

/** The certificate, where the site uses TLS. */
export async function startTls(
  start: Start,
  context: ApplianceContext,
): Promise<Module<{ tls: TlsIdentity | undefined }>> {
  const now = context.live.view((config) => ({ names: tlsNames(config) }));
  const tls = await tlsOf(start, { ...context, names: () => now.names });
  return {
    parts: { tls },
    alarms: () => certificateAlarms(tls?.describe(), context.clock.wallMs()),
  };
}

/** The API and its page; they serve the routes of the modules before. */
export async function startServer(
  start: Start,
  needs: ApplianceContext &
    BaseParts &
    FleetModule &
    Pick<PerceptionModule, "incidents"> & { http: HttpServices; tls: TlsIdentity | undefined },
): Promise<Module<{ server: HttpServer }>> {
  const { config, live, http: services, tls, modules, address } = needs;
  const { version, log, clock, keys, sessions, audit, meter, jobs } = needs;
  const accepted = live.view((now) => ({ names: serverOptions(now).allowedHosts }));
  const server = new HttpServer({
    ...serverOptions(config),
    allowedHosts: () => accepted.names,
    ...(tls ? { tls } : {}),
    ...(needs.fleet.site ? { boxTokens: needs.fleet.site.tokens, site: needs.fleet.site } : {}),
    version,
    log,
    clock,
    keys,
    sessions,
    audit,
    meter,
    services,
    streamOfIncident: (org, id) => needs.incidents.streamOf(org, id),
    intake: guardedIntake(needs.intake, needs),
    idempotency: jobs.idempotency,
    routes: () => modules.routes(services),
    pageDir: join(installDir, "console/dist"),
  });
  address.bind(server);
  await start("http", server);
  return { parts: { server } };
}
