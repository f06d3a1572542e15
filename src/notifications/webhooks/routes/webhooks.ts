import { listOf } from "../../../base/contract/answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import { webhookAnswer, removedWebhookAnswer } from "../wire/webhook-answers.ts";
import { webhookCreateSchema, webhookPatchSchema } from "../wire/webhook.ts";
import { rotatedWire, webhookChange, webhookOrder, webhookWire } from "../webhook-wire.ts";
import type { RotatedWebhook } from "../webhook-record.ts";
import type { Webhooks } from "../webhooks.ts";
import { type Answer, listAnswer } from "../../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";

const base = "/api/v1/webhooks";
const params = closedObject({ webhook_id: uuidParameter });

/** The registry of webhooks (contract section 4.12). */
export function webhookRoutes(webhooks: Webhooks): Route[] {
  return [create(webhooks), list(webhooks), one(webhooks), patch(webhooks), remove(webhooks)];
}

function create(webhooks: Webhooks): Route {
  return route({
    method: "POST",
    path: base,
    summary: "Register a webhook; the secret is never shown again",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    body: webhookCreateSchema,
    replayable: true,
    answers: { 201: { description: "The webhook", schema: webhookAnswer } },
    errors: ["forbidden_address", "webhook_limit_reached", "conflict"],
    async handle({ caller, body, reply }, keep) {
      reply.code(201);
      const webhook = await webhooks.create(caller.org, webhookOrder(body), (tx, stored) =>
        keep(tx, webhookAnswerOf(stored)),
      );
      return webhookAnswerOf(webhook);
    },
  });
}

function list(webhooks: Webhooks): Route {
  return route({
    method: "GET",
    path: base,
    summary: "List the organisation's webhooks, oldest first",
    tag: "webhooks",
    access: "webhooks:read",
    isTool: true,
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of webhooks", schema: listOf(webhookAnswer) } },
    handle: ({ caller, query }) =>
      listAnswer(sliceById(webhooks.list(caller.org).map(webhookWire), pageOf(query))),
  });
}

function one(webhooks: Webhooks): Route {
  return route({
    method: "GET",
    path: `${base}/:webhook_id`,
    summary: "Get one webhook",
    tag: "webhooks",
    access: "webhooks:read",
    isTool: true,
    params,
    answers: { 200: { description: "The webhook", schema: webhookAnswer } },
    handle: ({ caller, params: { webhook_id: id } }) =>
      webhookAnswerOf(webhooks.get(caller.org, id)),
  });
}

function patch(webhooks: Webhooks): Route {
  return route({
    method: "PATCH",
    path: `${base}/:webhook_id`,
    summary: "Change a webhook, or switch it on or off",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params,
    body: webhookPatchSchema,
    replayable: true,
    answers: { 200: { description: "The webhook", schema: webhookAnswer } },
    errors: ["forbidden_address", "conflict"],
    handle: async ({ caller, params: { webhook_id: id }, body }) =>
      webhookAnswerOf(await webhooks.patch(caller.org, id, webhookChange(body))),
  });
}

function remove(webhooks: Webhooks): Route {
  return route({
    method: "DELETE",
    path: `${base}/:webhook_id`,
    summary: "Delete a webhook and its deliveries",
    tag: "webhooks",
    access: "webhooks:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedWebhookAnswer } },
    async handle({ caller, params: { webhook_id: id } }) {
      if (!(await webhooks.remove(caller.org, id))) throw unknownWebhook();
      const data = { id, object: "webhook", deleted: true };
      return { object: "webhook", status: "deleted", data };
    },
  });
}

/**
 * Returns a webhook as an answer; throws `not_found` when this organisation has none of that id.
 */
export function webhookAnswerOf(found: RotatedWebhook | undefined): Answer {
  if (!found) throw unknownWebhook();
  const webhook = rotatedWire(found);
  return {
    object: "webhook",
    status: webhook.is_active ? "active" : "disabled",
    createdAt: Date.parse(webhook.created_at) / 1000,
    data: webhook,
  };
}

/** The same error for a webhook that does not exist and for one of another organisation. */
export function unknownWebhook() {
  return fail("not_found", "webhook_id: there is no such webhook. List the webhooks");
}
