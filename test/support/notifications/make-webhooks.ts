import { webhookApi } from "./webhook-api.ts";
import { webhookOrder, webhookWire } from "../../../src/notifications/webhooks/webhook-wire.ts";
import type { WebhookWire } from "../../../src/notifications/webhooks/wire/webhook-answers.ts";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { WebhookCreate } from "../../../src/notifications/webhooks/wire/webhook.ts";
import type { Job } from "../../../src/base/jobs/job.ts";
import { Webhooks, type WebhooksParts } from "../../../src/notifications/webhooks/webhooks.ts";
import { loopbackNetworks, type Receiver, siteCa } from "./https-receiver.ts";
import { caller, echoOperation, handler, type MadeJobs, makeJobs } from "../jobs/make-jobs.ts";

/** Jobs on a real disk, with webhooks that may reach loopback. */
export interface MadeWebhooks extends MadeJobs {
  /** Webhooks as the API answers about them. */
  webhooks: ReturnType<typeof webhookApi>;
  /** Registers a receiver. */
  register(receiver: Receiver, more?: Partial<WebhookCreate>, org?: string): Promise<WebhookWire>;
  /** Submits a job that ends at once; resolves with the job as it was accepted. */
  run(text?: string, org?: string): Promise<Job>;
}

/** The secret that `register` gives. */
export const testSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** A client that may reach loopback and trusts the tests' authority. */
export async function loopbackClient(
  more: Partial<ConstructorParameters<typeof OutboundClient>[0]> = {},
): Promise<OutboundClient> {
  const client = new OutboundClient({
    allowedNetworks: loopbackNetworks,
    caFile: siteCa().caFile,
    ownPorts: () => [],
    ...more,
  });
  await client.start();
  return client;
}

/** Starts everything; stopped when the test has ended. Jobs with the text `fail` fail. */
export async function makeWebhooks(
  t: Pick<TestContext, "after">,
  options: { clock?: Clock; dir?: string; parts?: Partial<WebhooksParts> } = {},
): Promise<MadeWebhooks> {
  const { clock = systemClock, dir } = options;
  const operation = echoOperation({ deadlineMs: null, maxAttempts: 1, metadata: { ward: "7" } });
  const work = handler(async ({ input }) => {
    if (input["text"] === "fail") throw new Error("cannot");
    return { payload: { image_url: "https://box.test/a.png" } };
  });
  const made = await makeJobs(t, {
    clock,
    ...(dir === undefined ? {} : { dir }),
    setup: (jobs) => {
      jobs.operations.register(operation);
      jobs.register(work);
    },
  });
  const { store, events, jobs } = made;
  const webhooks = new Webhooks({
    store,
    events,
    jobs,
    clock,
    log: silentLogger,
    outbound: await loopbackClient(),
    vault: { path: join(made.dir, "webhook-key"), make: true },
    version: "0.0.0",
    random: () => 0.5,
    ...options.parts,
  });
  await webhooks.start();
  const stop = async (): Promise<void> => {
    await jobs.stop();
    await webhooks.stop();
    await made.stop();
  };
  t.after(stop);
  return {
    ...made,
    stop,
    webhooks: webhookApi(webhooks),
    async register(receiver, more = {}, org = "default") {
      const request = { endpoint_url: receiver.url(), secret: testSecret, ...more };
      return webhookWire(await webhooks.create(org, webhookOrder(request)));
    },
    run: async (text = "hello", org = "default") =>
      (await jobs.submit(operation, { text }, { caller: caller(org) })).job,
  };
}
