import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { NewEvent } from "../../../../src/base/events/event.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import {
  type MadeWebhooks,
  makeWebhooks,
  testSecret,
} from "../../../support/notifications/make-webhooks.ts";
import { webhookLimits } from "../../../../src/notifications/webhooks/webhook-terms.ts";

const noneInUse = (): string[] => [];

function tell(made: MadeWebhooks, id: string, more: Partial<NewEvent> = {}) {
  const entry = { org: "default", type: "incident.created", data: { id } } as const;
  return made.events.append({ ...entry, delivery: ["sse", "webhook"], ...more });
}

/** What a stream that names `url` does when it is accepted; resolves with the secret that was made. */
function claim(made: MadeWebhooks, url: string, inUse = noneInUse): Promise<string | undefined> {
  const { forStreams } = made.webhooks;
  return made.store.transact((tx) => forStreams.claim(tx, "default", { url, inUse }));
}

function idsOf({ received }: Receiver): string[] {
  return received
    .map(({ body }) => JSON.parse(body))
    .map(({ type, data }) => `${type} ${data.incident.id}`)
    .toSorted();
}

function verify({ received }: Receiver, secret: string): void {
  const { body, headers } = received.at(-1)!;
  new Webhook(secret).verify(body, headers as Record<string, string>);
}

test("incidents go to every active webhook, whatever events it lists, or only to the address that the stream names", async (t) => {
  const made = await makeWebhooks(t);
  const [listing, other, named] = await Promise.all([1, 2, 3].map(() => new Receiver().start(t)));
  await made.register(listing!, { events: ["incident.created", "incident.resolved"] });
  await made.register(other!, { events: ["job.failed"] });
  await claim(made, named!.url());
  await tell(made, "usual");
  await tell(made, "quiet", { delivery: ["sse"] });
  await tell(made, "named", { webhookUrl: named!.url() });
  await tell(made, "usual", { type: "incident.updated" });
  await tell(made, "usual", { type: "incident.resolved" });
  await Promise.all([listing!.count(2), other!.count(2), named!.count(1)]);
  await made.webhooks.stop();
  const usual = ["incident.created usual", "incident.resolved usual"];
  assert.deepEqual(idsOf(listing!), usual);
  assert.deepEqual(idsOf(other!), usual);
  assert.deepEqual(idsOf(named!), ["incident.created named"]);
});

test("an address of a stream signs as the newest active webhook does, through rotations too", async (t) => {
  const made = await makeWebhooks(t);
  const [older, newer, named] = await Promise.all([1, 2, 3].map(() => new Receiver().start(t)));
  await made.register(older!, { secret: "the older secret" });
  const { id } = await made.register(newer!);
  assert.equal(await claim(made, named!.url()), undefined, "no secret is made");
  await tell(made, "first", { webhookUrl: named!.url() });
  await named!.count(1);
  verify(named!, testSecret);
  const { secret } = (await made.webhooks.rotate("default", id, {}))!;
  await tell(made, "second", { webhookUrl: named!.url() });
  await named!.count(2);
  verify(named!, secret!);
  verify(named!, testSecret);
});

test("without any webhook the box makes a secret for the address, and keeps it when one is registered", async (t) => {
  const made = await makeWebhooks(t);
  const [named, later] = await Promise.all([1, 2].map(() => new Receiver().start(t)));
  const secret = await claim(made, named!.url());
  assert.match(secret ?? "", /^whsec_/);
  assert.equal(await claim(made, named!.url()), undefined, "shown once");
  await made.register(later!);
  await tell(made, "a", { webhookUrl: named!.url() });
  await named!.count(1);
  verify(named!, secret!);
  assert.equal(later!.received.length, 0);
});

test("after its key was lost an address of a stream signs again as soon as a webhook does", async (t) => {
  const first = await makeWebhooks(t);
  const [lender, named] = await Promise.all([1, 2].map(() => new Receiver().start(t)));
  const { id: lenderId } = await first.register(lender!);
  await claim(first, named!.url());
  await first.stop();
  await rm(join(first.dir, "webhook-key"));
  const made = await makeWebhooks(t, { dir: first.dir });
  const { id } = made.webhooks.list("default").find(({ origin }) => origin === "stream")!;
  assert.equal(made.webhooks.get("default", id)?.disabled_reason, "secret_lost");
  await made.webhooks.rotate("default", lenderId, { secret: testSecret });
  for (const each of [lenderId, id]) {
    const on = await made.webhooks.patch("default", each, { is_active: true });
    assert.equal(on?.is_active, true);
  }
  await tell(made, "a", { webhookUrl: named!.url() });
  await named!.count(1);
  verify(named!, testSecret);
});

test("an address of a stream is listed, can be given a secret of its own, and is taken over by a registration", async (t) => {
  const made = await makeWebhooks(t);
  const [lender, named] = await Promise.all([1, 2].map(() => new Receiver().start(t)));
  await made.register(lender!);
  await claim(made, named!.url());
  const listed = made.webhooks.list("default").find(({ origin }) => origin === "stream")!;
  assert.deepEqual([listed.endpoint_url, listed.events], [named!.url(), []]);
  const { secret } = (await made.webhooks.rotate("default", listed.id, {}))!;
  await tell(made, "a", { webhookUrl: named!.url() });
  await named!.count(1);
  verify(named!, secret!);
  verify(named!, testSecret);
  const own = await made.register(named!, { secret: "a secret of mine" });
  assert.deepEqual([own.id, own.origin], [listed.id, "registered"]);
  assert.equal(made.webhooks.list("default").length, 2);
});

test("a stream hears why its incidents reach no webhook", async (t) => {
  const made = await makeWebhooks(t);
  const { forStreams } = made.webhooks;
  const receiver = await new Receiver().start(t);
  const url = receiver.url();
  assert.match(forStreams.problem("default") ?? "", /no active webhook/);
  await claim(made, url);
  assert.equal(forStreams.problem("default", url), null);
  assert.match(forStreams.problem("default") ?? "", /no active webhook/, "it gets what names it");
  assert.match(forStreams.problem("other", url) ?? "", /was deleted/);
  const { id } = await made.register(receiver);
  assert.equal(forStreams.problem("default"), null);
  await made.webhooks.patch("default", id, { is_active: false });
  assert.match(forStreams.problem("default", url) ?? "", /switched off \(manual\)/);
  assert.match(forStreams.problem("default") ?? "", /no active webhook/);
});

test("an address that the guard refuses is refused by the stream's field", async (t) => {
  const { forStreams } = (await makeWebhooks(t)).webhooks;
  const refused: [string, string][] = [
    ["https://10.0.0.1/hook", "forbidden_address"],
    ["http://receiver.example/hook", "invalid_request_body"],
    ["https://a:b@receiver.example/", "invalid_request_body"],
    ["not a URL", "invalid_request_body"],
  ];
  for (const [url, code] of refused) {
    const isRefusal = { code, param: "outputs.webhook_url" };
    assert.throws(() => forStreams.check(url), isRefusal, url);
  }
  forStreams.check("https://receiver.example/hook");
});

test("the oldest address that no stream names makes room; without one the next is refused", async (t) => {
  const made = await makeWebhooks(t);
  const urlOf = (number: number): string => `https://receiver.example/${number}`;
  const most = webhookLimits.streamAddresses;
  for (let number = 0; number < most; number += 1) await claim(made, urlOf(number));
  await claim(made, urlOf(most), () => [urlOf(0)]);
  const known = new Set(made.webhooks.list("default").map((each) => each.endpoint_url));
  assert.deepEqual([known.has(urlOf(0)), known.has(urlOf(1)), known.size], [true, false, most]);
  await assert.rejects(
    claim(made, urlOf(most + 1), () => [...known]),
    { code: "webhook_limit_reached", param: "outputs.webhook_url" },
  );
});
