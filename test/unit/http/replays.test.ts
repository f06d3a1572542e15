import assert from "node:assert/strict";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type TestContext, test } from "node:test";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import { Jobs } from "../../../src/base/jobs/jobs.ts";
import { Replays } from "../../../src/http/replays.ts";
import type { Call, Route } from "../../../src/http/route.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

async function rig(t: TestContext) {
  const clock = new FakeClock();
  const dir = await tempDir(t);
  const store = new LmdbStore({ dir, reserveBytes: 4096, log: silentLogger, clock });
  await store.start();
  t.after(() => store.stop());
  const events = new EventLog({ store, clock, log: silentLogger });
  const blobs = new FileBlobs({ dir });
  const { idempotency } = new Jobs({ store, events, blobs, clock, log: silentLogger });
  const replays = new Replays({ clock, idempotency });
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
      code: () => reply,
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

test("a second request waits for the first and gets its answer", async (t) => {
  const { ask, calls, headers } = await rig(t);
  const first = ask("a");
  const second = ask("a");
  await until(() => calls.length === 1);
  calls[0]!();
  assert.deepEqual(await second, await first);
  assert.equal(calls.length, 1);
  assert.deepEqual(headers, [{ "idempotent-replayed": "true" }]);
});

test("a second request that waited two seconds is told to come again", async (t) => {
  const { ask, calls, clock } = await rig(t);
  const first = ask("a");
  await until(() => calls.length === 1);
  const second = ask("a");
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(2000);
  await assert.rejects(second, { code: "idempotency_request_in_progress", retryAfterSec: 1 });
  calls[0]!();
  await first;
});

test("the key of another path is a mismatch", async (t) => {
  const { ask, calls } = await rig(t);
  const first = ask("a", "/x");
  await until(() => calls.length === 1);
  calls[0]!();
  await first;
  await assert.rejects(ask("a", "/y"), { code: "idempotency_key_mismatch" });
});
