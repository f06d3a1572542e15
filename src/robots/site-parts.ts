import type { SiteConfig } from "../system/config/site-config.ts";

/** Returns the networks of robots, this machine included where the site allows it. */
export function robotNetworks(config: SiteConfig): string[] {
  const own = config.allowLoopbackRobots ? ["127.0.0.0/8", "::1/128"] : [];
  return [...config.robotNetworks, ...own];
}
