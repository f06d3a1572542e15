import { join } from "node:path";
import type { SiteConfig } from "../../system/config/site-config.ts";

/** Returns the path of the key of the webhook secrets. */
export function webhookVault({ webhooks, dataDir }: SiteConfig) {
  const { keyFile } = webhooks;
  if (keyFile !== undefined) return { path: keyFile, make: false };
  return { path: join(dataDir, "webhook-key"), make: true };
}

/** Returns the bound of webhooks. */
export function webhookBound({ webhooks }: SiteConfig) {
  return { maxPerOrg: webhooks.perOrganisation };
}
