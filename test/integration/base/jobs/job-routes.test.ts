import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, test } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import { until } from "../../../support/box/wait.ts";
import { Rig } from "../../../support/http/rig.ts";
import { auditPage } from "../../../../src/base/keys/audit-wire.ts";

const create = "/api/v1/surveillance/streams";

describe("operations and jobs", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 5000, readsPerMinute: 5000 } });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("an operation answers 202 with the job, its address, and when to look", async () => {
    const answer = await rig.post(create, { stream_id: "a" });
    const { data, object, status } = answer.json;
    assert.deepEqual([answer.status, object, status], [202, "job", "queued"]);
    assert.match(data.job_id, /^[0-9a-f-]{36}$/);
    assert.equal(answer.headers.location, `/api/v1/jobs/${data.job_id}`);
    assert.equal(answer.headers["retry-after"], "1");
    assert.deepEqual(data.urls, {
      self: `/api/v1/jobs/${data.job_id}`,
      cancel: `/api/v1/jobs/${data.job_id}/cancel`,
    });
    const fetched = await rig.ask(answer.headers.location);
    assert.deepEqual([fetched.json.object, fetched.json.data.job_id], ["job", data.job_id]);
  });

  test("an accepted job and its one audit entry are on the disk in the same commit", async () => {
    const durable: boolean[] = [];
    const transact = rig.store.transact.bind(rig.store);
    const jobs = (): number => rig.store.count(["default", "job"]);
    const entries = (): number => rig.store.count(["default", "audit"]);
    const before = { jobs: jobs(), entries: entries() };
    rig.store.transact = (work, options) =>
      transact((tx) => {
        tx.afterCommit(() => void durable.push(jobs() - before.jobs <= entries() - before.entries));
        return work(tx);
      }, options);
    const headers = { "idempotency-key": "audited-1" };
    const first = await rig.post(create, { stream_id: "audited" }, headers);
    rig.store.transact = transact;
    assert.ok(durable.length > 0 && durable.every(Boolean), "no moment with the job alone");
    const [entry] = auditPage(rig.audit, "default", { limit: 1, offset: 0 }).items;
    const { "x-request-id": requestId } = first.headers;
    assert.deepEqual(
      [entry!.action, entry!.outcome, entry!.request_id],
      [`POST ${create}`, { status: 202, code: null }, requestId],
    );
    assert.equal(entries() - before.entries, 1);
    // A replay changes nothing in the store but is written down, too.
    await rig.post(create, { stream_id: "audited" }, headers);
    const refused = await rig.post(create, { stream_id: 7 });
    assert.equal(entries() - before.entries, 3);
    const [last] = auditPage(rig.audit, "default", { limit: 1, offset: 0 }).items;
    assert.deepEqual(last!.outcome, { status: refused.status, code: "invalid_request_body" });
  });

  test("Cancel-After sets when the job is given up, and what is no such time is refused", async () => {
    for (const [text, ms] of [
      ["90s", 90_000],
      ["7d", 604_800_000],
    ] as const) {
      const { json } = await rig.post(create, { stream_id: "c" }, { "cancel-after": text });
      const { createdAtMs, deadlineAtMs } = rig.jobs.get("default", json.data.job_id)!;
      assert.equal(deadlineAtMs! - createdAtMs, ms);
    }
    for (const text of ["4s", "8d", "1.5h", "soon", "", "-3m"]) {
      const { status, json } = await rig.post(create, { stream_id: "c" }, { "cancel-after": text });
      const { code, param } = json.error;
      assert.deepEqual([status, code, param], [400, "invalid_request_body", "Cancel-After"], text);
    }
  });

  test("the same key and body replay the first answer to the letter, also on an alias", async () => {
    const headers = { "idempotency-key": "replay-1" };
    const first = await rig.post(create, { stream_id: "r" }, headers);
    const again = await rig.post(create, { stream_id: "r" }, headers);
    const alias = await rig.post("/api/v1/surveillance/analyze", { stream_id: "r" }, headers);
    assert.equal(first.headers["idempotent-replayed"], undefined);
    for (const replay of [again, alias]) {
      assert.equal(replay.status, 202);
      assert.equal(replay.headers["idempotent-replayed"], "true");
      assert.equal(replay.text, first.text);
      assert.notEqual(replay.headers["x-request-id"], first.headers["x-request-id"]);
    }
  });

  test("the same key with another body, or on another route, is a mismatch", async () => {
    const headers = { "idempotency-key": "mismatch-1" };
    const first = await rig.post(create, { stream_id: "m" }, headers);
    const other = await rig.post(create, { stream_id: "n" }, headers);
    const id = first.json.data.job_id;
    const cancel = await rig.post(`/api/v1/jobs/${id}/cancel`, undefined, headers);
    for (const answer of [other, cancel]) {
      assert.deepEqual([answer.status, answer.json.error.code], [409, "idempotency_key_mismatch"]);
    }
  });

  test("a hundred parallel requests with one key make one job", async () => {
    const headers = { "idempotency-key": "parallel-1" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => rig.post(create, { stream_id: "p" }, headers)),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([202]));
    assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
    const made = answers.filter((answer) => answer.headers["idempotent-replayed"] === undefined);
    assert.equal(made.length, 1);
  });

  test("cancel is idempotent with and without a key, and replays its answer", async () => {
    const id = (await rig.post(create, { stream_id: "c" })).json.data.job_id;
    await rig.running(id);
    const headers = { "idempotency-key": "cancel-1" };
    const first = await rig.post(`/api/v1/jobs/${id}/cancel`, undefined, headers);
    assert.equal(first.status, 200);
    assert.equal(typeof first.json.data.cancel_requested_at, "number");
    const done = await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true`);
    assert.equal(done.json.status, "cancelled");
    const again = await rig.post(`/api/v1/jobs/${id}/cancel`, undefined, headers);
    assert.deepEqual([again.text, again.headers["idempotent-replayed"]], [first.text, "true"]);
    const bare = await rig.post(`/api/v1/jobs/${id}/cancel`, {});
    assert.deepEqual([bare.status, bare.json.status], [200, "cancelled"]);
    const other = (await rig.post(create, { stream_id: "d" })).json.data.job_id;
    const reused = await rig.post(`/api/v1/jobs/${other}/cancel`, undefined, headers);
    assert.equal(reused.json.error.code, "idempotency_key_mismatch");
  });

  test("a long poll is woken by the end of the job, and gives the present state when time is up", async () => {
    const id = (await rig.post(create, { stream_id: "w" })).json.data.job_id;
    const none = await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=0`);
    assert.equal(none.status, 200);
    assert.ok(none.json.data.waited_seconds < 1);
    assert.ok(["queued", "processing"].includes(none.json.status));
    // A UUID is the same in capital letters, also for whoever waits.
    const path = `/api/v1/jobs/${id.toUpperCase()}`;
    const waiting = rig.ask(`${path}?wait_for_completion=true&timeout_seconds=600`);
    await rig.waiterCount(1);
    const heldSinceMs = performance.now();
    await until(() => performance.now() - heldSinceMs > 30, { what: "some of the wait" });
    await rig.endJob(id);
    const done = await waiting;
    const { waited_seconds: waited } = done.json.data;
    assert.ok(waited >= 0.03 && waited < 60, `${waited} s`);
    assert.equal((await rig.ask(path)).json.data.waited_seconds, undefined);
    assert.deepEqual([done.status, done.json.status], [200, "completed"]);
  });

  test("a client that leaves a long poll leaves the job alone", async () => {
    const id = (await rig.post(create, { stream_id: "l" })).json.data.job_id;
    const { port } = rig.server.address()!;
    const leaving = request({
      host: "127.0.0.1",
      port,
      path: `/api/v1/jobs/${id}?wait_for_completion=true`,
      headers: { authorization: `Bearer ${rig.key}` },
    });
    leaving.on("error", () => undefined);
    leaving.end();
    await rig.waiterCount(1);
    leaving.destroy();
    await rig.waiterCount(0);
    await rig.running(id);
    assert.equal((await rig.ask(`/api/v1/jobs/${id}`)).json.status, "processing");
  });

  test("expand and include take the contract's names, alone, in a list or repeated", async () => {
    const id = (await rig.post(create, { stream_id: "e" })).json.data.job_id;
    for (const query of ["expand=brand", "expand=ad,avatar"]) {
      const answer = await rig.ask(`/api/v1/jobs/${id}?${query}`);
      assert.equal(answer.status, 200, query);
      assert.equal(answer.json.data.expanded, undefined);
    }
    for (const query of [
      "include=diagnostics",
      "expand=ad,diagnostics",
      "expand=ad,%20diagnostics",
      "expand=ad+diagnostics",
      "expand=ad&expand=diagnostics",
      "expand=ad&include=brand%20diagnostics&expand=ad",
    ]) {
      const { expanded } = (await rig.ask(`/api/v1/jobs/${id}?${query}`)).json.data;
      assert.equal(expanded.diagnostics.steps[0].name, "queued", query);
    }
    for (const query of ["expand=robot", "include=", "expand=ad&expand=robot", "expand=,"]) {
      const answer = await rig.ask(`/api/v1/jobs/${id}?${query}`);
      assert.equal(answer.json.error.code, "invalid_query_parameter", query);
    }
  });

  test("more long polls than a key may hold are turned away", async () => {
    const id = (await rig.post(create, { stream_id: "q" })).json.data.job_id;
    const path = `/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=60`;
    const waiting = Array.from({ length: 20 }, () => rig.ask(path));
    await rig.waiterCount(20);
    const refused = await rig.ask(path);
    assert.deepEqual([refused.status, refused.json.error.code], [429, "too_many_waiters"]);
    await rig.endJob(id);
    const answers = await Promise.all(waiting);
    assert.deepEqual(new Set(answers.map(({ json }) => json.status)), new Set(["completed"]));
  });

  test("jobs are listed newest first, by filter, in pages that do not shift", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.unshift((await rig.post(create, { stream_id: "listed" })).json.data.job_id);
    }
    const list = "/api/v1/jobs?stream_id=listed&limit=2";
    const first = (await rig.ask(list)).json.data;
    await rig.post(create, { stream_id: "listed" });
    const second = (await rig.ask(`${list}&after=${first.next_cursor}`)).json.data;
    const seen = [...first.data, ...second.data].map((job: { job_id: string }) => job.job_id);
    assert.deepEqual(seen, ids.slice(0, 4));
    assert.deepEqual([first.has_more, first.total], [true, 5]);
    const bad = await rig.ask("/api/v1/jobs?after=nonsense");
    assert.deepEqual([bad.status, bad.json.error.param], [400, "after"]);
  });
});

describe("work that the box does not take", () => {
  test("a full queue refuses one job more, and takes it when there is room", async () => {
    const rig = await new Rig({ concurrency: 1, maxQueued: 2 }).start();
    try {
      const first = (await rig.post(create, { stream_id: "a" })).json.data.job_id;
      await rig.running(first);
      await rig.post(create, { stream_id: "b" });
      await rig.post(create, { stream_id: "c" });
      const refused = await rig.post(create, { stream_id: "d" });
      assert.deepEqual([refused.status, refused.json.error.code], [429, "queue_full"]);
      assert.equal(refused.json.error.retryable, true);
      assert.ok(Number(refused.headers["retry-after"]) > 0);
      await rig.endJob(first);
      await until(async () => (await rig.post(create, { stream_id: "e" })).status === 202);
    } finally {
      await rig.stop();
    }
  });

  test("a job that cannot be stored is not accepted, and the key stays free for a retry", async () => {
    let full = true;
    const rig: Rig = new Rig({
      intake: {
        take: async (source, options) => {
          if (full) throw fail("storage_full", "the disk is full");
          return await rig.intake.take(source, options);
        },
        remove: (id) => rig.intake.remove(id),
      },
    });
    await rig.start();
    try {
      const body = { stream_id: "a", input: { data: "A".repeat(200_000) } };
      const headers = { "idempotency-key": "full-1" };
      const refused = await rig.post(create, body, headers);
      const { code, details, retryable } = refused.json.error;
      assert.deepEqual([refused.status, code, retryable], [500, "job_create_failed", true]);
      assert.equal(details[0].rule, "storage_full");
      full = false;
      const accepted = await rig.post(create, body, headers);
      assert.equal(accepted.status, 202);
      assert.equal(accepted.headers["idempotent-replayed"], undefined);
    } finally {
      await rig.stop();
    }
  });
});

describe("deleting jobs", () => {
  const rig = new Rig();
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("an ended job can be deleted; its id then answers 410 job_expired, to others 404", async () => {
    const made = await rig.post("/api/v1/surveillance/streams", { stream_id: "gone" });
    const id = made.json.data.job_id as string;
    const path = `/api/v1/jobs/${id}`;
    const early = await rig.ask(path, { method: "DELETE" });
    assert.deepEqual([early.status, early.json.error.code], [409, "conflict"]);
    await rig.endJob(id);
    await rig.ask(`${path}?wait_for_completion=true`);
    const other = await rig.newKey(["jobs:read", "jobs:write"], "acme");
    assert.equal((await rig.ask(path, { method: "DELETE", key: other })).status, 404);
    const headers = { "idempotency-key": "delete-1" };
    const done = await rig.ask(path, { method: "DELETE", headers });
    assert.deepEqual([done.status, done.json.data.deleted], [200, true]);
    const again = await rig.ask(path, { method: "DELETE", headers });
    assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [200, "true"]);
    for (const [method, where] of [
      ["GET", path],
      ["GET", `${path}?wait_for_completion=true`],
      ["DELETE", path],
      ["POST", `${path}/cancel`],
    ] as const) {
      const answer = await rig.ask(where, { method });
      assert.deepEqual([answer.status, answer.json.error.code], [410, "job_expired"], where);
    }
    assert.equal((await rig.ask(path, { key: other })).status, 404);
  });
});
