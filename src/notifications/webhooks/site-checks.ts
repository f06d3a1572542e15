import type { Fault } from "../../base/contract/explain.ts";
import { cidrFaults } from "../../base/settings/networks.ts";
import type { SiteYaml } from "../../system/config/schema.ts";

/** Returns the faults of webhooks: networks that are not in CIDR form. */
export function webhooksFaults({ webhooks }: SiteYaml): Fault[] {
  return cidrFaults(["webhooks", "allowed_networks"], webhooks.allowed_networks);
}
