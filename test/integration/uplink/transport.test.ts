import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { Transport } from "../../../src/adapters/model-endpoints/transport.ts";
import { withTrace } from "../../../src/base/core/log-context.ts";
import { EndpointFailure } from "../../../src/uplink/endpoint-port.ts";
import { Receiver, siteCa } from "../../support/notifications/https-receiver.ts";

async function receiver(t: TestContext) {
  const { caFile } = siteCa();
  const far = await new Receiver().start(t);
  const url = new URL(far.url("/v1/x"));
  const ask = (options: { ca?: string; maxAnswerBytes?: number; timeoutMs?: number } = {}) => {
    const told: string[] = [];
    const transport = new Transport({ url, timeoutMs: 20_000, maxAnswerBytes: 1000, ...options });
    const call = {
      signal: new AbortController().signal,
      connected: () => void told.push("connected"),
      beforeSend: async (bytes: number) => void told.push(`sending ${bytes}`),
    };
    const request = { method: "POST", url, headers: {}, body: Buffer.from("hello") } as const;
    return { told, answer: transport.request(request, call) };
  };
  return { far, ask, ca: readFileSync(caFile, "utf8") };
}

const failure = (kind: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EndpointFailure);
  assert.deepEqual([error.kind, message.test(error.message)], [kind, true], error.message);
  return true;
};

test("nothing is sent to a host whose certificate is not trusted; the endpoint's own authority makes it so", async (t) => {
  const { far, ask, ca } = await receiver(t);
  const stranger = ask();
  await assert.rejects(stranger.answer, failure("unreachable", /certificate or TLS/));
  assert.deepEqual([stranger.told, far.received.length], [[], 0]);
  const known = ask({ ca });
  assert.equal((await known.answer).body.toString(), "thanks");
  assert.deepEqual(known.told, ["connected", "sending 5"]);
  assert.equal(far.received[0]!.body, "hello");
});

test("a redirect is an answer, and one that is too large, too slow or cut off is told for what it is", async (t) => {
  const { far, ask, ca } = await receiver(t);
  far.reply = (answer) => void answer.writeHead(302, { location: "https://elsewhere.test/" }).end();
  assert.equal((await ask({ ca }).answer).status, 302);
  far.reply = (answer) => void answer.end("x".repeat(2000));
  await assert.rejects(ask({ ca }).answer, failure("invalid", /exceeds 1000 bytes/));
  far.reply = (answer) => void answer.write("x");
  await assert.rejects(
    ask({ ca, timeoutMs: 1500 }).answer,
    failure("unknown", /did not end in time/),
  );
  far.reply = (answer) => void answer.write("x", () => answer.destroy());
  await assert.rejects(ask({ ca }).answer, failure("unknown", /broke/));
  assert.equal(far.received.length, far.connections);
});

test("a request that is part of a trace carries its traceparent, any other none", async (t) => {
  const { far, ask, ca } = await receiver(t);
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await withTrace(traceparent, () => ask({ ca }).answer);
  await ask({ ca }).answer;
  const told = far.received.map(({ headers }) => headers["traceparent"]);
  assert.deepEqual(told, [traceparent, undefined]);
});
