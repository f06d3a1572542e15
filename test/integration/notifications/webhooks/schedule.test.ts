import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutboundFailure } from "../../../../src/notifications/webhooks/outbound-port.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import {
  loopbackClient,
  type MadeWebhooks,
  makeWebhooks,
} from "../../../support/notifications/make-webhooks.ts";
import { until } from "../../../support/box/wait.ts";

const page = { limit: 100, offset: 0 };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function newestOf(made: MadeWebhooks, id: string) {
  return made.webhooks.deliveries("default", id, { filters: {}, page })!.items[0];
}

/** Moves the clock to each attempt until `done`; gives hours since the first attempt at each. */
async function follow(
  made: MadeWebhooks,
  clock: FakeClock,
  id: string,
  done: () => boolean,
): Promise<number[]> {
  const hours: number[] = [];
  const startMs = clock.wallMs();
  for (let n = 1; n < 30; n += 1) {
    await until(() => (newestOf(made, id)?.attempt ?? 0) >= n, { what: `attempt ${n}` });
    hours.push((newestOf(made, id)!.attempted_at! * 1000 - startMs) / hourMs);
    if (done()) break;
    const dueMs = newestOf(made, id)!.next_attempt_at! * 1000 + 1000;
    await until(() => made.webhooks.counts().running === 0);
    clock.advance(dueMs - clock.wallMs());
  }
  return hours;
}

test("a receiver that fails gets ten attempts over 75 h, and then no more", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock });
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(500).end();
  const { id } = await made.register(receiver);
  await made.run();
  const hours = await follow(made, clock, id, () => newestOf(made, id)!.status === "exhausted");
  assert.equal(hours.length, 10);
  assert.equal(receiver.received.length, 10);
  assert.ok(Math.abs(hours.at(-1)! - 75.58) < 0.5, String(hours.at(-1)));
  const bodies = new Set(receiver.received.map(({ body }) => body));
  assert.equal(bodies.size, 1);
  assert.equal(made.webhooks.get("default", id)!.is_active, true);
  clock.advance(dayMs);
  assert.equal(receiver.received.length, 10);
});

test("five days of failure with something given up switch a webhook off; one success starts again", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock });
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(500).end();
  const { id } = await made.register(receiver);
  await made.run();
  await follow(made, clock, id, () => newestOf(made, id)!.status === "exhausted");

  const webhook = () => made.webhooks.get("default", id)!;
  await until(() => made.webhooks.counts().running === 0);
  clock.advance(5 * dayMs);
  assert.equal(webhook().is_active, true, "nothing is tried, so nothing fails");
  await made.run();
  await until(() => !webhook().is_active);
  assert.equal(webhook().disabled_reason, "failing");

  receiver.reply = (answer) => void answer.end();
  await made.webhooks.patch("default", id, { is_active: true });
  await until(() => webhook().pending_deliveries > 0);
  clock.advance(60_000);
  await until(() => webhook().last_success_at !== null);
  assert.deepEqual([webhook().failing_since, webhook().is_active], [null, true]);
});

test("while the box has no network nothing counts: no attempt, and no day of failure", async (t) => {
  const clock = new FakeClock();
  const outbound = await loopbackClient();
  let isCut = true;
  const cut: OutboundFailure = {
    ok: false,
    problem: "dns",
    message: "the name could not be looked up (EAI_AGAIN)",
    reach: "cut",
    network: null,
  };
  const made = await makeWebhooks(t, {
    clock,
    parts: {
      outbound: {
        refusal: (url) => outbound.refusal(url),
        request: (asked) => (isCut ? Promise.resolve(cut) : outbound.request(asked)),
      },
    },
  });
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  await made.run();
  for (let day = 0; day < 8; day += 1) {
    const attemptedAt = newestOf(made, id)?.attempted_at;
    if (day > 0) clock.advance(dayMs);
    await until(() => (newestOf(made, id)?.attempted_at ?? null) !== (attemptedAt ?? null));
    await until(() => made.webhooks.counts().running === 0);
  }
  const waiting = newestOf(made, id)!;
  assert.deepEqual(
    [waiting.attempt, waiting.status, waiting.error_code],
    [0, "pending", "uplink_down"],
  );
  assert.equal(made.webhooks.get("default", id)!.is_active, true);
  isCut = false;
  clock.advance(2 * 60_000);
  await receiver.count(1);
  await until(() => newestOf(made, id)!.status === "succeeded");
});

test("Retry-After stretches the wait, up to twice of it", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock });
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void answer.writeHead(429, { "retry-after": "100" }).end();
  const { id } = await made.register(receiver);
  await made.run();
  await until(() => newestOf(made, id)?.attempt === 1);
  const { attempted_at: atSec, next_attempt_at: nextSec } = newestOf(made, id)!;
  assert.equal(nextSec! - atSec!, 100);
});

test("deliveries and bodies go after thirty days, and of too many the oldest that wait for nothing", async (t) => {
  const clock = new FakeClock();
  const made = await makeWebhooks(t, { clock, parts: { retention: { maxPerWebhook: 3 } } });
  const receiver = await new Receiver().start(t);
  const { id } = await made.register(receiver);
  const all = (filters = {}) => made.webhooks.deliveries("default", id, { filters, page })!;
  const total = () => all().total;
  const oldest = () => receiver.received[0]?.headers["webhook-id"];
  receiver.reply = (answer, { headers }) =>
    void answer.writeHead(headers["webhook-id"] === oldest() ? 503 : 200).end();
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1000);
    await made.run();
    await receiver.count(1);
  }
  await until(() => all({ status: "succeeded" }).total === 4);
  clock.advance(10 * 60_000);
  await until(() => total() === 3, { what: "the oldest to go" });
  assert.deepEqual(
    all({ status: "pending" }).items.map((each) => each.event_id),
    [oldest()],
  );
  clock.advance(31 * dayMs);
  await until(() => {
    clock.advance(10 * 60_000);
    return total() === 0 && made.store.count(["default", "webhook-event"]) === 0;
  });
});
