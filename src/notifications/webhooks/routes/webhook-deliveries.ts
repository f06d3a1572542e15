import { Type } from "typebox";
import { listOf, oneOfValues } from "../../../base/contract/answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import { deliveryAnswer, recoveredAnswer, rotatedWebhookAnswer } from "../wire/webhook-answers.ts";
import { webhookRecoverSchema, webhookRotateSchema } from "../wire/webhook.ts";
import type { StoreTransaction } from "../../../base/core/store.ts";
import { deliveryWire } from "../webhook-wire.ts";
import type { ShownDelivery } from "../delivery-record.ts";
import type { RotatedWebhook } from "../webhook-record.ts";
import type { Webhooks } from "../webhooks.ts";
import { type Answer, listAnswer } from "../../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters, uuidParameter } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { unknownWebhook, webhookAnswerOf } from "./webhooks.ts";
import { deliveryStatuses, webhookEventTypes } from "../webhook-terms.ts";

const base = "/api/v1/webhooks/:webhook_id";
const params = closedObject({ webhook_id: uuidParameter });

/** Routes of a webhook's deliveries, redelivery, and its secret. */
export function webhookDeliveryRoutes(webhooks: Webhooks): Route[] {
  return [rotate(webhooks), test(webhooks), list(webhooks), redeliver(webhooks), recover(webhooks)];
}

function rotate(webhooks: Webhooks): Route {
  return route({
    method: "POST",
    path: `${base}/rotate-secret`,
    summary: "Replace the secret; both secrets sign for a grace period",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params,
    body: webhookRotateSchema,
    replayable: true,
    secretFields: ["secret"],
    answers: {
      200: {
        description: "The webhook. If the box created the secret, only this answer shows it",
        schema: rotatedWebhookAnswer,
      },
    },
    async handle({ caller, params: { webhook_id: id }, body }, keep) {
      const onStored = (tx: StoreTransaction, webhook: RotatedWebhook): void =>
        keep(tx, webhookAnswerOf(webhook));
      const { secret, grace_seconds: graceSec } = body;
      const rotation = { secret, graceSec, onStored };
      return webhookAnswerOf(await webhooks.rotate(caller.org, id, rotation));
    },
  });
}

function test(webhooks: Webhooks): Route {
  return route({
    method: "POST",
    path: `${base}/test`,
    summary: "Send a `webhook.test` now, and wait until the attempt has ended",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params,
    replayable: true,
    answers: {
      200: { description: "The delivery, after the attempt has ended", schema: deliveryAnswer },
    },
    errors: ["conflict"],
    async handle({ caller, params: { webhook_id: id } }, keep) {
      const done = await webhooks.test(caller.org, id, (tx, delivery) =>
        keep(tx, deliveryAnswerOf(delivery)),
      );
      return deliveryAnswerOf(done);
    },
  });
}

function list(webhooks: Webhooks): Route {
  return route({
    method: "GET",
    path: `${base}/deliveries`,
    summary: "List a webhook's deliveries, newest first",
    tag: "webhooks",
    access: "webhooks:read",
    isTool: true,
    params,
    query: closedObject({
      ...pageParameters,
      status: Type.Optional(oneOfValues(deliveryStatuses)),
      event_type: Type.Optional(oneOfValues([...webhookEventTypes, "webhook.test"])),
    }),
    answers: { 200: { description: "A page of deliveries", schema: listOf(deliveryAnswer) } },
    handle({ caller, params: { webhook_id: id }, query }) {
      const { status, event_type: eventType } = query;
      const filters = {
        ...(status === undefined ? {} : { status }),
        ...(eventType === undefined ? {} : { eventType }),
      };
      const page = webhooks.deliveries(caller.org, id, { filters, page: pageOf(query) });
      if (!page) throw unknownWebhook();
      return listAnswer({ ...page, items: page.items.map(deliveryWire) });
    },
  });
}

function redeliver(webhooks: Webhooks): Route {
  return route({
    method: "POST",
    path: `${base}/deliveries/:delivery_id/redeliver`,
    summary: "Send the event of a delivery again, with the same bytes",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params: closedObject({
      webhook_id: uuidParameter,
      delivery_id: Type.String({ pattern: "^dlv_svc_[0-9a-f-]{36}$" }),
    }),
    replayable: true,
    answers: { 202: { description: "The new delivery", schema: deliveryAnswer } },
    errors: ["conflict"],
    async handle({ caller, params, reply }, keep) {
      const { webhook_id: id, delivery_id: deliveryId } = params;
      reply.code(202);
      const delivery = await webhooks.redeliver(caller.org, id, {
        deliveryId,
        onStored: (tx, stored) => keep(tx, deliveryAnswerOf(stored)),
      });
      return deliveryAnswerOf(delivery);
    },
  });
}

function recover(webhooks: Webhooks): Route {
  return route({
    method: "POST",
    path: `${base}/recover`,
    summary: "Send all events again that did not arrive since a given time",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params,
    body: webhookRecoverSchema,
    replayable: true,
    answers: {
      202: { description: "The number of deliveries that are now due", schema: recoveredAnswer },
    },
    async handle({ caller, params: { webhook_id: id }, body, reply }) {
      const queued = await webhooks.recover(caller.org, id, {
        sinceMs: body.since * 1000,
        ...(body.until === undefined ? {} : { untilMs: body.until * 1000 }),
      });
      if (queued === undefined) throw unknownWebhook();
      reply.code(202);
      return { object: "webhook.recovery", status: "ok", data: { webhook_id: id, queued } };
    },
  });
}

function deliveryAnswerOf(found: ShownDelivery | undefined): Answer {
  if (!found)
    throw fail(
      "not_found",
      "delivery_id: the webhook or its delivery does not exist. List the webhook's deliveries",
    );
  const delivery = deliveryWire(found);
  return {
    object: "webhook.delivery",
    status: delivery.status,
    createdAt: delivery.created_at,
    data: delivery,
  };
}
