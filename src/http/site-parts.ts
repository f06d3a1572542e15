import { isIP } from "node:net";
import { isLoopback } from "../base/settings/networks.ts";
import type { SiteConfig } from "../system/config/site-config.ts";

/**
 * Names below `.local` for the box: the announcer takes the next one where another machine has the
 * first.
 */
export function localHostNames({ server }: SiteConfig): string[] {
  if (!server.announce || isLoopback(server.host)) return [];
  const others = [2, 3, 4, 5].map((n) => `${server.localName}-${n}`);
  return [server.localName, ...others].map((name) => `${name}.local`);
}

/** Listening address of the API, and the bounds of one key. */
export function serverOptions(config: SiteConfig) {
  const { server } = config;
  return {
    host: server.host,
    port: server.port,
    allowedHosts: [...server.allowedHosts, ...server.tls.names, ...localHostNames(config)],
    ...(server.publicUrl === undefined ? {} : { publicUrl: server.publicUrl }),
  };
}

/** The limits of the HTTP side. */
export function httpQuotas({ limits }: SiteConfig) {
  const { readsPerMinute, createsPerMinute, robotCommandsPerMinute, failedLoginsPerMinute } =
    limits;
  const { readersPerKey, readers, connectionsPerAddress } = limits;
  return {
    readsPerMinute,
    createsPerMinute,
    robotCommandsPerMinute,
    failedLoginsPerMinute,
    readersPerKey,
    readers,
    connectionsPerAddress,
  };
}

/** Returns the source of the API's certificate; undefined for plain HTTP. */
export function tlsChoice(
  config: SiteConfig,
):
  | { mode: "site"; names: string[] }
  | { mode: "files"; certFile: string; keyFile: string }
  | undefined {
  const { server } = config;
  const { mode, certFile = "", keyFile = "" } = server.tls;
  if (mode === "files") return { mode, certFile, keyFile };
  const isPlain = isLoopback(server.host) || server.allowPlainHttpBeyondLoopback;
  if (mode === "off" || (mode === "auto" && isPlain)) return undefined;
  return { mode: "site", names: tlsNames(config) };
}

/** Returns the names of the certificate of `site` besides those of the machine. */
export function tlsNames(config: SiteConfig): string[] {
  const { server } = config;
  const publicName =
    server.publicUrl === undefined
      ? []
      : [new URL(server.publicUrl).hostname.replace(/^\[|\]$/g, "")];
  const bound = isIP(server.host) === 0 ? [server.host] : [];
  const local = localHostNames(config);
  return [...publicName, ...server.tls.names, ...server.allowedHosts, ...bound, ...local];
}
