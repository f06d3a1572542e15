import type {
  WebhookCreate,
  WebhookPatch,
  WebhookRotate,
} from "../../../src/notifications/webhooks/wire/webhook.ts";
import {
  deliveryWire,
  rotatedWire,
  webhookChange,
  webhookOrder,
  webhookWire,
} from "../../../src/notifications/webhooks/webhook-wire.ts";
import type { Webhooks } from "../../../src/notifications/webhooks/webhooks.ts";

/** Webhooks with requests and answers as the API has them. */
export function webhookApi(webhooks: Webhooks) {
  return {
    forStreams: webhooks.forStreams,
    start: () => webhooks.start(),
    stop: () => webhooks.stop(),
    counts: () => webhooks.counts(),
    create: async (org: string, request: WebhookCreate) =>
      webhookWire(await webhooks.create(org, webhookOrder(request))),
    list: (org: string) => webhooks.list(org).map(webhookWire),
    get(org: string, id: string) {
      const state = webhooks.get(org, id);
      return state && webhookWire(state);
    },
    async patch(org: string, id: string, change: WebhookPatch) {
      const state = await webhooks.patch(org, id, webhookChange(change));
      return state && webhookWire(state);
    },
    remove: (org: string, id: string) => webhooks.remove(org, id),
    async rotate(org: string, id: string, { secret, grace_seconds: graceSec }: WebhookRotate) {
      const rotated = await webhooks.rotate(org, id, { secret, graceSec });
      return rotated && rotatedWire(rotated);
    },
    async test(org: string, id: string) {
      const delivery = await webhooks.test(org, id);
      return delivery && deliveryWire(delivery);
    },
    deliveries(org: string, id: string, query: Parameters<Webhooks["deliveries"]>[2]) {
      const page = webhooks.deliveries(org, id, query);
      return page && { ...page, items: page.items.map(deliveryWire) };
    },
    async redeliver(org: string, id: string, again: { deliveryId: string }) {
      const delivery = await webhooks.redeliver(org, id, again);
      return delivery && deliveryWire(delivery);
    },
    recover: (...about: Parameters<Webhooks["recover"]>) => webhooks.recover(...about),
    removeOfJob: (org: string, jobId: string) => webhooks.removeOfJob(org, jobId),
  };
}
