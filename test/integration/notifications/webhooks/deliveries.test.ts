import type { DeliveryWire } from "../../../../src/notifications/webhooks/wire/webhook-answers.ts";
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { robotIncident } from "../../../../src/robots/commands/robot-incident-wire.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import {
  type MadeWebhooks,
  makeWebhooks,
  testSecret,
} from "../../../support/notifications/make-webhooks.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeEscalation } from "../../../support/notifications/make-escalation.ts";
import { until } from "../../../support/box/wait.ts";

const page = { limit: 100, offset: 0 };

function deliveriesOf(made: MadeWebhooks, id: string): readonly DeliveryWire[] {
  return made.webhooks.deliveries("default", id, { filters: {}, page })!.items;
}

/** Resolves with the newest delivery once it has the state. */
async function newest(made: MadeWebhooks, id: string, status: string): Promise<DeliveryWire> {
  await until(() => deliveriesOf(made, id)[0]?.status === status, { what: `a ${status} delivery` });
  return deliveriesOf(made, id)[0]!;
}

test("the end of a job is pushed with the contract's body and headers, verified by both recipes", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id: webhookId } = await made.register(receiver);
  const job = await made.run();
  const [received] = await receiver.count(1);
  const { headers, body, method } = received!;
  const event = JSON.parse(body);

  assert.equal(method, "POST");
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.equal(headers["x-svc-event"], "job.completed");
  const mac = createHmac("sha256", testSecret).update(body).digest("hex");
  assert.equal(headers["x-svc-signature"], `sha256=${mac}`);
  assert.equal(headers["webhook-id"], event.id);
  assert.ok(new Webhook(testSecret).verify(body, headers as Record<string, string>));

  assert.match(event.id, /^evt_svc_[0-9a-f-]{36}$/);
  assert.deepEqual(
    { ...event, id: "", created_at: 0, sequence: 0 },
    {
      id: "",
      object: "event",
      type: "job.completed",
      created_at: 0,
      sequence: 0,
      data: {
        job: {
          id: job.id,
          type: "run",
          status: "completed",
          result_url: null,
          error_log: null,
          payload: {
            phase: "done",
            image_url: "https://box.test/a.png",
            input: {
              prompt: null,
              reference_image_count: 0,
              client_reference_id: null,
              metadata: { ward: "7" },
            },
          },
        },
      },
    },
  );
  const delivery = await newest(made, webhookId, "succeeded");
  assert.deepEqual(
    [delivery.attempt, delivery.response_status, delivery.response_body, delivery.trigger],
    [1, 200, "thanks", "scheduled"],
  );
});

test("a failed job is pushed as job.failed with what went wrong; a cancelled one only where listed", async (t) => {
  const made = await makeWebhooks(t);
  const usual = await new Receiver().start(t);
  const eager = await new Receiver().start(t);
  await made.register(usual);
  await made.register(eager, { events: ["job.cancelled", "job.failed"] });
  await made.run("fail");
  const [failed] = await usual.count(1);
  assert.equal(failed!.headers["x-svc-event"], "job.failed");
  assert.match(JSON.parse(failed!.body).data.job.error_log, /internal_error/);
  const data = { job_id: "x", type: "run", status: "cancelled" };
  const job = await made.run("fail");
  await made.events.append({ org: "default", type: "job.cancelled", jobId: job.id, data });
  await until(() => eager.received.some((each) => each.headers["x-svc-event"] === "job.cancelled"));
  assert.ok(usual.received.every((each) => each.headers["x-svc-event"] !== "job.cancelled"));
});

test("two organisations hear of their own jobs only", async (t) => {
  const made = await makeWebhooks(t);
  const ours = await new Receiver().start(t);
  const theirs = await new Receiver().start(t);
  const mine = await made.register(ours);
  await made.register(theirs, {}, "other");
  const job = await made.run("hello", "other");
  const [received] = await theirs.count(1);
  assert.equal(JSON.parse(received!.body).data.job.id, job.id);
  assert.equal(ours.received.length, 0);
  assert.equal(made.webhooks.get("other", mine.id), undefined);
  assert.equal(await made.webhooks.remove("other", mine.id), false);
});

test("what is sent again has the same bytes and id, and newer time and signature", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  await made.run();
  const first = await newest(made, id, "succeeded");
  const again = await made.webhooks.redeliver("default", id, { deliveryId: first.id });
  assert.equal(again!.trigger, "manual");
  const [one, two] = await receiver.count(2);
  assert.equal(two!.body, one!.body);
  assert.equal(two!.headers["webhook-id"], one!.headers["webhook-id"]);
  assert.ok(new Webhook(testSecret).verify(two!.body, two!.headers as Record<string, string>));
});

test("a receiver that does not answer delays nobody", async (t) => {
  const made = await makeWebhooks(t);
  const dead = await new Receiver().start(t);
  dead.reply = () => undefined;
  const good = await new Receiver().start(t);
  const lanes: { id: string }[] = [];
  for (let n = 0; n < 5; n += 1) {
    lanes.push(await made.register(dead, { endpoint_url: dead.url(`/${n}`) }));
  }
  await made.register(good);
  const jobs = await Promise.all(Array.from({ length: 40 }, () => made.run()));
  await good.count(jobs.length);
  const tried = lanes.flatMap(({ id }) => deliveriesOf(made, id)).map(({ attempt }) => attempt);
  assert.ok(Math.max(...tried) === 0, "the good receiver waited until an attempt was given up");
  assert.ok(dead.received.length <= 5, "a silent lane probes with one attempt at a time");
});

test("410 switches a webhook off at once; what comes then is recorded and can be recovered", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const other = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(410).end();
  const { id } = await made.register(receiver);
  await made.register(other, { events: ["webhook.disabled"] });
  await made.run();
  const gone = await newest(made, id, "exhausted");
  assert.deepEqual([gone.attempt, gone.response_status, gone.next_attempt_at], [1, 410, null]);
  await until(() => made.webhooks.get("default", id)?.disabled_reason === "gone");
  assert.equal(made.webhooks.get("default", id)!.is_active, false);
  const [told] = await other.count(1);
  assert.equal(JSON.parse(told!.body).data.webhook.id, id);

  const missed = await made.run();
  const skipped = await newest(made, id, "skipped");
  assert.equal(skipped.error_code, "webhook_disabled");
  receiver.reply = (answer) => void answer.end();
  await made.webhooks.patch("default", id, { is_active: true });
  const sinceMs = Date.now() - 60_000;
  assert.equal(await made.webhooks.recover("default", id, { sinceMs }), 2);
  await receiver.count(3);
  await until(() => made.webhooks.get("default", id)!.pending_deliveries === 0);
  const sent = receiver.received.map(({ body }) => JSON.parse(body).data.job.id);
  assert.ok(sent.includes(missed.id));
  assert.equal(await made.webhooks.recover("default", id, { sinceMs }), 0);
});

test("a redirect, a server error and a large answer end as they should", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  receiver.reply = (answer) => void answer.writeHead(307, { location: "/else" }).end();
  await made.run();
  const redirected = await until(() => deliveriesOf(made, id)[0]?.attempt === 1).then(
    () => deliveriesOf(made, id)[0]!,
  );
  assert.deepEqual(
    [redirected.status, redirected.error_code, redirected.response_status],
    ["pending", "redirect", 307],
  );
  receiver.reply = (answer) => void answer.writeHead(500).end("x".repeat(100_000));
  const tested = await made.webhooks.test("default", id);
  assert.deepEqual([tested!.status, tested!.error_code], ["exhausted", "http_status"]);
  assert.equal(tested!.response_body!.length, 4096);
  assert.equal(receiver.received.at(-1)!.headers["x-svc-event"], "webhook.test");
});

test("both secrets sign during the grace of a rotation, and only the new one after it", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  const rotated = await made.webhooks.rotate("default", id, { grace_seconds: 3600 });
  assert.match(rotated!.secret!, /^whsec_/);
  assert.ok(rotated!.rotation_expires_at! > Date.now() / 1000);
  assert.ok(!("secret" in made.webhooks.get("default", id)!));
  await made.webhooks.test("default", id);
  const [received] = receiver.received;
  for (const secret of [testSecret, rotated!.secret!]) {
    new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
  }
  const previous = createHmac("sha256", testSecret).update(received!.body).digest("hex");
  assert.equal(received!.headers["x-svc-signature-previous"], `sha256=${previous}`);

  await made.webhooks.rotate("default", id, { secret: "quite another", grace_seconds: 0 });
  await made.webhooks.test("default", id);
  const { headers, body } = receiver.received[1]!;
  assert.equal(headers["x-svc-signature-previous"], undefined);
  const raw = new Webhook("quite another", { format: "raw" });
  raw.verify(body, headers as Record<string, string>);
});

test("switching off pauses what waits; switching on lets it go; removing takes it away", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(503).end();
  const { id } = await made.register(receiver);
  await made.run();
  await until(() => deliveriesOf(made, id)[0]?.attempt === 1);
  const off = await made.webhooks.patch("default", id, { is_active: false });
  assert.deepEqual([off!.disabled_reason, off!.pending_deliveries], ["manual", 1]);
  const on = await made.webhooks.patch("default", id, { is_active: true, description: "again" });
  assert.deepEqual([on!.is_active, on!.disabled_reason, on!.description], [true, null, "again"]);
  assert.equal(await made.webhooks.remove("default", id), true);
  assert.equal(made.webhooks.get("default", id), undefined);
  await until(() => made.store.count(["default", "webhook-delivery"]) === 0);
  assert.equal(made.store.count(["box", "webhook-due"]), 0);
});

test("deleting a job takes what was to be told of it along", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  const job = await made.run();
  const done = await newest(made, id, "succeeded");
  await made.webhooks.removeOfJob("default", job.id);
  assert.equal(made.store.count(["default", "webhook-event"]), 0);
  await assert.rejects(made.webhooks.redeliver("default", id, { deliveryId: done.id }), {
    code: "conflict",
  });
});

test("the secret is nowhere in the store", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  await made.register(receiver);
  await made.run();
  await receiver.count(1);
  const all = made.store.range({ prefix: ["default"] }).map(({ value }) => JSON.stringify(value));
  assert.ok(all.length > 0 && !all.some((text) => text.includes(testSecret)));
});

test("a webhook hears of nothing that happened before it was registered", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  await made.run();
  await until(() => made.jobs.list("default", { status: "completed" }, page).total === 1);
  const { id } = await made.register(receiver);
  const job = await made.run();
  await newest(made, id, "succeeded");
  const sent = receiver.received.map(({ body }) => JSON.parse(body).data.job.id);
  assert.deepEqual(sent, [job.id]);
});

test("a webhook whose secret was lost with its key is off until it has a new one", async (t) => {
  const first = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const { id } = await first.register(receiver);
  await first.stop();
  await rm(join(first.dir, "webhook-key"));
  const { webhooks, run } = await makeWebhooks(t, { dir: first.dir });
  const lost = webhooks.get("default", id);
  assert.deepEqual([lost?.is_active, lost?.disabled_reason], [false, "secret_lost"]);
  const isConflict = { code: "conflict", param: "secret" };
  await assert.rejects(webhooks.test("default", id), isConflict);
  await assert.rejects(webhooks.patch("default", id, { is_active: true }), isConflict);
  await webhooks.rotate("default", id, { secret: testSecret, grace_seconds: 3600 });
  const on = await webhooks.patch("default", id, { is_active: true });
  assert.deepEqual([on?.is_active, on?.disabled_reason], [true, null]);
  await run();
  const [received] = await receiver.count(1);
  const { headers, body } = received!;
  new Webhook(testSecret).verify(body, headers as Record<string, string>);
  assert.equal(headers["x-svc-signature-previous"], undefined, "the lost one signs nothing");
});

test("robots' incidents and commands go to webhooks that list them, and to no others", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const other = await new Receiver().start(t);
  await made.register(receiver, { events: ["robot.incident", "robot.command"] });
  const { id: elsewhere } = await made.register(other);
  const summary = "The battery is low";
  const found = { type: "battery_low", severity: "warning", summary, robot_id: "rover" } as const;
  await made.events.append(robotIncident("default", found, Date.now()));
  const command = { command_id: "c1", robot_id: "rover", state: "executing" };
  await made.events.append({ org: "default", type: "robot.command", data: command });
  const events = (await receiver.count(2)).map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    events.map(({ type }) => type),
    ["robot.incident", "robot.command"],
  );
  const { object, type, robot_id: robotId } = events[0].data.incident;
  assert.deepEqual([object, type, robotId], ["robot.incident", "battery_low", "rover"]);
  assert.deepEqual(events[1].data.command, command);
  assert.deepEqual(deliveriesOf(made, elsewhere), []);
});

test("each step of an escalation goes to webhooks that list it, with the incident and its camera's name", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const other = await new Receiver().start(t);
  await made.register(receiver, { events: ["incident.escalated"] });
  const { id: elsewhere } = await made.register(other, { events: ["robot.incident"] });
  const clock = new FakeClock(Date.now());
  const { raise, escalation } = await makeEscalation(t, { clock, shared: made });
  await raise("a");
  await until(() => escalation.counts().waiting === 1);
  await until(() => {
    clock.advance(1000);
    return escalation.counts().waiting === 0;
  });
  const events = (await receiver.count(2)).map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.incident.escalation]),
    [
      ["incident.escalated", { step: 1, to: ["push"], people: ["Anna"], after_minutes: 1 }],
      ["incident.escalated", { step: 2, to: ["mail", "relay"], people: [], after_minutes: 2 }],
    ],
  );
  const { id, stream_id: streamId, stream_name: name, summary } = events[0].data.incident;
  assert.deepEqual([id, streamId, name, summary], ["a", "gate", "Nordtor", "A person."]);
  assert.deepEqual(deliveriesOf(made, elsewhere), []);
});
