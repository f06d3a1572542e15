import type { SiteConfig } from "../system/config/site-config.ts";

/** Networks that robots may be in, this machine included where the site allows it. */
export function robotNetworks(config: SiteConfig): string[] {
  const own = config.allowLoopbackRobots ? ["127.0.0.0/8", "::1/128"] : [];
  return [...config.robotNetworks, ...own];
}
