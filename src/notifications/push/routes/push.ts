import { listOf } from "../../../base/contract/answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { Answer } from "../../../http/answers/envelope-wire.ts";
import { listAnswer } from "../../../http/answers/envelope-wire.ts";
import {
  closedObject,
  pageOf,
  pageParameters,
  sliceById,
  uuidParameter,
} from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import type { Push } from "../push.ts";
import { deviceOrder, deviceWire, settingsWire } from "../push-wire.ts";
import { errorOf } from "../push-sender.ts";
import {
  pushAnswer,
  pushSubscribeSchema,
  pushSubscriptionAnswer,
  type PushSubscriptionWire,
  pushTestAnswer,
  removedPushAnswer,
} from "../wire/push.ts";

const base = "/api/v1/push/subscriptions";
const params = closedObject({ subscription_id: uuidParameter });
/** People who may see only some cameras get only their incidents. */
const shared = { tag: "push", access: "surveillance:read", cameras: "filtered" } as const;

/** The devices that get notifications. */
export function pushRoutes(push: Push): Route[] {
  return [settings(push), list(push), subscribe(push), unsubscribe(push), test(push)];
}

function settings(push: Push): Route {
  return route({
    ...shared,
    method: "GET",
    path: "/api/v1/push",
    summary: "Get what a browser needs to subscribe",
    answers: { 200: { description: "The settings", schema: pushAnswer } },
    handle: () => ({ object: "push", status: "ok", data: settingsWire(push.describe()) }),
  });
}

function list(push: Push): Route {
  return route({
    ...shared,
    method: "GET",
    path: base,
    summary: "List your devices, oldest first; with `keys:admin` all devices",
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of devices", schema: listOf(pushSubscriptionAnswer) } },
    handle: ({ caller, query }) =>
      listAnswer(sliceById(push.list(caller).map(deviceWire), pageOf(query))),
  });
}

function subscribe(push: Push): Route {
  return route({
    ...shared,
    method: "POST",
    path: base,
    summary: "Add a device for notifications, or change its settings",
    body: pushSubscribeSchema,
    replayable: true,
    answers: { 201: { description: "The device", schema: pushSubscriptionAnswer } },
    errors: ["feature_disabled", "forbidden_address", "conflict"],
    async handle({ caller, body, reply }) {
      reply.code(201);
      return answerOf(deviceWire(await push.subscribe(caller, deviceOrder(body))));
    },
  });
}

function unsubscribe(push: Push): Route {
  return route({
    ...shared,
    method: "DELETE",
    path: `${base}/:subscription_id`,
    summary: "Remove a device",
    params,
    replayable: true,
    answers: { 200: { description: "The deleted object", schema: removedPushAnswer } },
    async handle({ caller, params: { subscription_id: id } }) {
      if (!(await push.unsubscribe(caller, id))) throw unknownDevice();
      const data = { id, object: "push.subscription", deleted: true };
      return { object: "push.subscription", status: "deleted", data };
    },
  });
}

function test(push: Push): Route {
  return route({
    ...shared,
    method: "POST",
    path: `${base}/:subscription_id/test`,
    summary: "Send a test to a device, and wait for the answer of the push service",
    params,
    replayable: true,
    answers: { 200: { description: "The result of the test", schema: pushTestAnswer } },
    errors: ["feature_disabled", "rate_limited"],
    async handle({ caller, params: { subscription_id: id } }) {
      const outcome = await push.test(caller, id);
      if (!outcome) throw unknownDevice();
      const isDelivered = outcome.kind === "delivered";
      const error = isDelivered ? null : errorOf(outcome);
      const data = { id, object: "push.test", delivered: isDelivered, error };
      return { object: "push.test", status: isDelivered ? "delivered" : "failed", data };
    },
  });
}

function answerOf(device: PushSubscriptionWire): Answer {
  return {
    object: "push.subscription",
    status: "active",
    createdAt: device.created_at,
    data: device,
  };
}

function unknownDevice() {
  return fail("not_found", "subscription_id: there is no such device. List the devices");
}
