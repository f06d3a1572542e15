import assert from "node:assert/strict";
import type { FastifyReply, FastifyRequest } from "fastify";
import { test } from "node:test";
import type { IdempotentAnswer } from "../../../src/http/facades.ts";
import { Replays } from "../../../src/http/replays.ts";
import type { Call, Route } from "../../../src/http/route.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { until } from "../../support/wait.ts";

function rig() {
  const stored = new Map<string, IdempotentAnswer>();
  const clock = new FakeClock();
  const replays = new Replays({
    clock,
    records: {
      find: (org, key) => stored.get(`${org} ${key}`),
      save: async (org, key, record) => void stored.set(`${org} ${key}`, record),
    },
  });
  const calls: (() => void)[] = [];
  const route = {
    method: "POST",
    handle: () =>
      new Promise((resolve) => {
        calls.push(() => resolve({ object: "job", status: "ok", data: { n: calls.length } }));
      }),
  } as unknown as Route;
  const headers: Record<string, string>[] = [];
  const ask = (key: string, url = "/x"): Promise<unknown> => {
    const reply = {
      header: (name: string, value: string) => headers.push({ [name]: value }),
    } as unknown as FastifyReply;
    const request = { id: "req_svc_1", url, headers: { "idempotency-key": key } };
    const call = { request: request as unknown as FastifyRequest, reply, body: undefined };
    return replays.answer(route, {
      ...call,
      caller: { org: "default", keyId: "k", scopes: [], requestId: "req_svc_1" },
    } as unknown as Call<unknown, unknown, unknown>);
  };
  return { ask, calls, clock, headers };
}

test("a second request waits for the first and gets its answer", async () => {
  const { ask, calls, headers } = rig();
  const first = ask("a");
  const second = ask("a");
  await until(() => calls.length === 1);
  calls[0]!();
  assert.deepEqual(await second, await first);
  assert.equal(calls.length, 1);
  assert.deepEqual(headers, [{ "idempotent-replayed": "true" }]);
});

test("a second request that waited two seconds is told to come again", async () => {
  const { ask, calls, clock } = rig();
  const first = ask("a");
  await until(() => calls.length === 1);
  const second = ask("a");
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(2000);
  await assert.rejects(second, { code: "idempotency_request_in_progress", retryAfterSec: 1 });
  calls[0]!();
  await first;
});

test("the key of another path is a mismatch", async () => {
  const { ask, calls } = rig();
  const first = ask("a", "/x");
  await until(() => calls.length === 1);
  calls[0]!();
  await first;
  await assert.rejects(ask("a", "/y"), { code: "idempotency_key_mismatch" });
});
