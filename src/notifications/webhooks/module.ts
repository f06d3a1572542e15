import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import { webhookBound, webhookVault } from "./site-parts.ts";
import { webhookDeliveryRoutes } from "./routes/webhook-deliveries.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { Webhooks } from "./webhooks.ts";

/** Webhooks: their registry and deliveries. */
export async function startWebhooks(
  start: Start,
  needs: ApplianceContext & BaseParts,
): Promise<Module<{ webhooks: Webhooks }>> {
  const { config, live, store, events, jobs, outbound, version, meter, log, clock } = needs;
  const parts = { store, events, jobs, outbound, version, meter, log, clock };
  const bound = live.view(webhookBound);
  const settings = { vault: webhookVault(config), maxPerOrg: () => bound.maxPerOrg };
  const webhooks = await start("webhooks", new Webhooks({ ...parts, ...settings }));
  needs.attachments.push(webhooks);
  return {
    parts: { webhooks },
    routes: () => [...webhookRoutes(webhooks), ...webhookDeliveryRoutes(webhooks)],
    metrics: () => {
      const { pending, running, refused } = webhooks.counts();
      return [
        { name: "gatehouse_webhook_deliveries_pending", value: pending },
        { name: "gatehouse_webhook_deliveries_running", value: running },
        { name: "gatehouse_webhook_deliveries_dropped_total", value: refused },
      ];
    },
  };
}
