import { join } from "node:path";
import type { SiteConfig } from "../../system/config/site-config.ts";

/** Returns the path of the key of the webhook secrets, and the bound of webhooks. */
export function webhookOptions({ webhooks, dataDir }: SiteConfig) {
  const { keyFile, perOrganisation: maxPerOrg } = webhooks;
  const boxKey = { path: join(dataDir, "webhook-key"), make: true };
  return { vault: keyFile === undefined ? boxKey : { path: keyFile, make: false }, maxPerOrg };
}
