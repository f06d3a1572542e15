import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import { type MadeWebhooks, makeWebhooks } from "../../../support/notifications/make-webhooks.ts";

const page = { limit: 100, offset: 0 };
const token = "Bearer 8f2b-very-secret-4711";

/** Appends an incident of a camera to the event log. */
async function incident(made: MadeWebhooks, about: Record<string, string>): Promise<void> {
  const data = { type: "intrusion", severity: "warning", ...about };
  const type = "incident.created";
  await made.events.append({ org: "default", type, streamId: about["stream_id"]!, data });
}

const deliveriesOf = (made: MadeWebhooks, id: string) =>
  made.webhooks.deliveries("default", id, { filters: {}, page })!.items;

/** Ids of the incidents that a receiver got, in order. */
const gotIds = (receiver: Receiver): string[] =>
  receiver.received.map(({ body }) => JSON.parse(body).data.incident.id);

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "accepted";
  } catch (error) {
    const { code, param } = GatehouseError.find(error)!;
    return `${code} ${param}`;
  }
}

test("deliveries have the webhook's headers, whose secret values neither answers nor the disk show", async (t) => {
  const dir = await tempDir(t);
  const made = await makeWebhooks(t, { dir });
  const receiver = await new Receiver().start(t);
  const headers = [
    { name: "X-Site-Token", value: token },
    { name: "X-Team", value: "north", is_secret: false },
  ];
  const webhook = await made.register(receiver, { headers });
  assert.deepEqual(webhook.headers, [
    { name: "X-Site-Token", value: null, is_secret: true },
    { name: "X-Team", value: "north", is_secret: false },
  ]);
  await made.run();
  const [received] = await receiver.count(1);
  assert.deepEqual(
    [received!.headers["x-site-token"], received!.headers["x-team"]],
    [token, "north"],
  );
  assert.ok(!JSON.stringify(made.webhooks.list("default")).includes(token));
  for (const name of await readdir(dir, { recursive: true })) {
    const bytes = await readFile(join(dir, name)).catch(() => Buffer.alloc(0));
    assert.ok(!bytes.includes(token), `${name} shows the secret`);
  }

  const kept = [{ name: "x-site-token" }, { name: "X-More", value: "1" }];
  await made.webhooks.patch("default", webhook.id, { headers: kept });
  await made.run();
  const second = (await receiver.count(2))[1]!.headers;
  assert.deepEqual(
    [second["x-site-token"], second["x-more"], second["x-team"]],
    [token, "1", undefined],
  );
});

test("a secret header does not follow to another address", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const other = await new Receiver().start(t);
  const webhook = await made.register(receiver, { headers: [{ name: "X-Key", value: token }] });
  const move = (more: object) =>
    made.webhooks.patch("default", webhook.id, { endpoint_url: other.url(), ...more });
  assert.equal(await refusal(() => move({})), "invalid_request_body headers");
  const kept = { headers: [{ name: "X-Key" }] };
  assert.equal(await refusal(() => move(kept)), "invalid_request_body headers[0].value");
  assert.equal((await move({ headers: [] }))!.endpoint_url, other.url());
});

test("a filter selects incidents by type, severity and camera, and lets other events pass", async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const events = ["incident.created", "job.completed"] as const;
  const filter = {
    types: ["intrusion", "loitering"],
    min_severity: "warning",
    stream_ids: ["gate"],
  };
  const webhook = await made.register(receiver, { events: [...events], filter } as object);
  await incident(made, { id: "1", stream_id: "gate", severity: "info" });
  await incident(made, { id: "2", stream_id: "yard" });
  await incident(made, { id: "3", stream_id: "gate", type: "crowd" });
  await incident(made, { id: "4", stream_id: "gate", severity: "critical" });
  await made.run();
  await receiver.count(2);
  const types = receiver.received.map((each) => each.headers["x-svc-event"]).toSorted();
  assert.deepEqual(types, ["incident.created", "job.completed"]);
  const incidents = receiver.received.filter(({ body }) => body.includes('"incident":'));
  assert.equal(JSON.parse(incidents[0]!.body).data.incident.id, "4");
  assert.equal(deliveriesOf(made, webhook.id).length, 2, "what a filter excludes is no delivery");

  await made.webhooks.patch("default", webhook.id, { filter: null });
  await incident(made, { id: "5", stream_id: "yard", severity: "info" });
  await receiver.count(3);
});

test("with ordering by camera a delivery waits for the one before it, and no other camera waits", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock });
  const receiver = await new Receiver().start(t);
  let refused = "gate-0";
  receiver.reply = (answer, { body }) =>
    void answer.writeHead(body.includes(`"${refused}"`) ? 503 : 200).end();
  const events = ["incident.created"] as const;
  const { id } = await made.register(receiver, { events: [...events], ordering: "camera" });
  for (let n = 0; n < 6; n += 1) {
    await incident(made, { id: `gate-${n}`, stream_id: "gate" });
    await incident(made, { id: `yard-${n}`, stream_id: "yard" });
  }
  const yard = (): string[] => gotIds(receiver).filter((each) => each.startsWith("yard"));
  await until(() => yard().length === 6, { what: "the other camera's deliveries" });
  assert.deepEqual(
    yard(),
    [0, 1, 2, 3, 4, 5].map((n) => `yard-${n}`),
  );
  await until(() => deliveriesOf(made, id).some(({ attempt }) => attempt === 1));
  await until(() => made.webhooks.get("default", id)!.pending_deliveries === 6);
  const waiting = deliveriesOf(made, id).filter(({ status }) => status === "pending");
  assert.deepEqual(
    waiting.map(({ next_attempt_at: next }) => next !== null),
    [false, false, false, false, false, true],
    "the five behind the first have no time of their own",
  );
  refused = "";
  await until(() => made.webhooks.counts().running === 0);
  clock.advance(10_000);
  await until(() => made.webhooks.get("default", id)!.pending_deliveries === 0);
  const gate = gotIds(receiver).filter((each) => each.startsWith("gate"));
  assert.deepEqual(
    gate,
    [0, 0, 1, 2, 3, 4, 5].map((n) => `gate-${n}`),
  );
});

test("the order of a camera outlives a restart, and a delivery that is given up lets the next go", async (t) => {
  const dir = await tempDir(t);
  const clock = new FakeClock();
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(500).end();
  const first = await makeWebhooks(t, { dir, clock });
  const events = ["incident.created"] as const;
  const { id, retry_delays_seconds: shown } = await first.register(receiver, {
    events: [...events],
    ordering: "camera",
    retry_delays_seconds: [60],
  });
  assert.deepEqual(shown, [60]);
  for (let n = 0; n < 4; n += 1) await incident(first, { id: `gate-${n}`, stream_id: "gate" });
  await until(() => deliveriesOf(first, id).length === 4);
  await until(() => receiver.received.length === 1 && first.webhooks.counts().running === 0);
  await first.stop();

  const made = await makeWebhooks(t, { dir, clock });
  assert.equal(made.webhooks.get("default", id)!.pending_deliveries, 4);
  receiver.reply = (answer, { body }) =>
    void answer.writeHead(body.includes('"gate-0"') ? 500 : 200).end();
  clock.advance(90_000);
  await until(() => made.webhooks.get("default", id)!.pending_deliveries === 0);
  assert.deepEqual(gotIds(receiver), ["gate-0", "gate-0", "gate-1", "gate-2", "gate-3"]);
  const states = deliveriesOf(made, id).map(({ status }) => status);
  assert.deepEqual(states, ["succeeded", "succeeded", "succeeded", "exhausted"]);
});

test("a schedule of its own decides the attempts, and null brings back the default one", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock });
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(500).end();
  const { id } = await made.register(receiver, { retry_delays_seconds: [] });
  await made.run();
  await until(() => deliveriesOf(made, id)[0]?.status === "exhausted");
  assert.equal(receiver.received.length, 1);
  const patched = await made.webhooks.patch("default", id, { retry_delays_seconds: null });
  assert.equal(patched!.retry_delays_seconds.length, 9);
  const week = Array.from({ length: 8 }, () => 86_400);
  assert.equal(
    await refusal(() => made.webhooks.patch("default", id, { retry_delays_seconds: week })),
    "invalid_request_body retry_delays_seconds",
  );
});
