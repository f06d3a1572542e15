import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { openSse, type SseClient, type SseEvent } from "../../support/http/sse.ts";
import { textUntilHeartbeat } from "../../support/http/raw-stream.ts";
import { Rig } from "../../support/http/rig.ts";
import { until } from "../../support/box/wait.ts";

const path = "/api/v1/surveillance/events";

interface Client extends SseClient {
  seqs(): number[];
}

describe("event streams", () => {
  let rig: Rig;
  let open: SseClient[] = [];
  beforeEach(async () => {
    rig = await new Rig({ quotas: { readsPerMinute: 100_000 } }).start();
  });
  afterEach(async () => {
    for (const client of open) client.close();
    open = [];
    await rig.stop();
  });

  async function listen(query = "", headers: Record<string, string> = {}): Promise<Client> {
    const authorization = `Bearer ${rig.key}`;
    const client = await openSse(rig.server.url() + path + query, { authorization, ...headers });
    open.push(client);
    return { ...client, seqs: () => client.events.map((event) => event.data.n) };
  }

  const emit = (n: number, more: Record<string, unknown> = {}): Promise<void> =>
    rig.emit({ n, severity: "warning", ...more });

  test("the head names the format, the contract's headers, and where the stream begins", async () => {
    await emit(1);
    const { headers } = await listen();
    assert.match(headers.get("content-type")!, /^text\/event-stream/);
    assert.match(headers.get("x-request-id")!, /^req_svc_/);
    for (const name of ["limit", "remaining", "reset"]) {
      assert.ok(headers.get(`x-ratelimit-${name}`), name);
    }
    assert.match(headers.get("x-svc-last-event-id")!, /-1$/);
  });

  test("events arrive as they happen, named, with ids of box, epoch and position", async () => {
    const client = await listen();
    await emit(1);
    await emit(2, { streamId: "yard" });
    await until(() => client.events.length === 2, { what: "two events" });
    const { boxId, epoch } = rig.feed;
    assert.deepEqual(
      client.events.map(({ id, event }) => [id, event]),
      [
        [`${boxId}-${epoch}-1`, "incident.created"],
        [`${boxId}-${epoch}-2`, "incident.created"],
      ],
    );
  });

  test("a reader sees its organisation and what it asked for, live and replayed alike", async () => {
    const start = (await listen()).headers.get("x-svc-last-event-id")!;
    const live = await listen("?stream_id=gate&min_severity=warning");
    const exact = await listen("?severity=critical");
    await emit(1, { streamId: "gate", severity: "info" });
    await emit(2, { streamId: "yard", severity: "critical" });
    await emit(3, { streamId: "gate", severity: "critical" });
    await rig.emit({ n: 4, severity: "critical" }, "other");
    await emit(5, { streamId: "gate" });
    await until(() => live.events.length === 2, { what: "two events" });
    await until(() => exact.events.length === 2, { what: "two critical events" });
    assert.deepEqual(
      [live.seqs(), exact.seqs()],
      [
        [3, 5],
        [2, 3],
      ],
    );
    const replayed = await listen(`?min_severity=critical&last_event_id=${start}`);
    await until(() => replayed.events.length === 2, { what: "replay" });
    assert.deepEqual(replayed.seqs(), [2, 3]);
  });

  test("the query is checked", async () => {
    for (const [query, param] of [
      ["severity=bad", "severity"],
      ["min_severity=", "min_severity"],
      ["stream_id=a/b", "stream_id"],
      ["zone=a", "zone"],
    ] as const) {
      const { status, json } = await rig.ask(`${path}?${query}`);
      assert.deepEqual(
        [status, json.error.code, json.error.param],
        [400, "invalid_query_parameter", param],
      );
    }
  });

  test("a stream cut a hundred times gives every event exactly once and in order", async () => {
    const total = 1000;
    const seen: number[] = [];
    let lastId = (await listen()).headers.get("x-svc-last-event-id")!;
    let emitted = 0;
    let cuts = 0;
    const emitting = (async () => {
      while (emitted < total) {
        emitted += 1;
        await emit(emitted);
      }
    })();
    while (seen.length < total) {
      const stopAfter = cuts < 100 ? 1 + (cuts % 17) : Infinity;
      let taken = 0;
      const onEvent = (event: SseEvent): void => {
        if (taken >= stopAfter) return;
        taken += 1;
        seen.push(event.data.n);
        lastId = event.id!;
      };
      const headers = { authorization: `Bearer ${rig.key}`, "last-event-id": lastId };
      const client = await openSse(rig.server.url() + path, headers, onEvent);
      await until(() => taken >= stopAfter || seen.length >= total, {
        what: "events before the cut",
      });
      client.close();
      await client.ended;
      cuts += 1;
    }
    await emitting;
    assert.ok(cuts >= 100, `${cuts} cuts`);
    assert.deepEqual(
      seen,
      Array.from({ length: total }, (_, at) => at + 1),
    );
  });

  test("a place that the log does not reach is announced as a gap, then the oldest comes first", async () => {
    for (let n = 1; n <= 5; n += 1) await emit(n);
    const { boxId, epoch } = rig.feed;
    const asked = [`${boxId}-other-3`, `${boxId}-${epoch}-99`, "nonsense"];
    for (const id of asked) {
      const client = await listen("", { "last-event-id": id });
      await until(() => client.events.length === 6, { what: `gap and replay for ${id}` });
      assert.equal(client.headers.get("x-svc-last-event-id"), "earliest");
      assert.deepEqual(client.events[0], {
        id: undefined,
        event: "stream.gap",
        data: { requested: id, oldest: `${boxId}-${epoch}-1` },
        atMs: client.events[0]!.atMs,
      });
      assert.deepEqual(client.seqs().slice(1), [1, 2, 3, 4, 5]);
    }
  });

  test("a log that was trimmed past the asked place says so", async () => {
    await rig.stop();
    rig = await new Rig({ keptEvents: 2 }).start();
    for (let n = 1; n <= 6; n += 1) await emit(n);
    await until(async () => {
      await rig.feed.trim();
      return rig.feed.oldestSeq() === 5;
    });
    const { boxId, epoch } = rig.feed;
    const client = await listen(`?last_event_id=${boxId}-${epoch}-2`);
    await until(() => client.events.length === 3, { what: "gap and replay" });
    assert.equal(client.events[0]!.event, "stream.gap");
    assert.deepEqual(client.events[0]!.data.oldest, `${boxId}-${epoch}-5`);
    assert.deepEqual(client.seqs().slice(1), [5, 6]);
    const edge = await listen(`?last_event_id=${boxId}-${epoch}-4`);
    await until(() => edge.events.length === 2, { what: "replay without a gap" });
    assert.deepEqual(edge.seqs(), [5, 6]);
  });

  test("the header wins over the query", async () => {
    for (let n = 1; n <= 3; n += 1) await emit(n);
    const { boxId, epoch } = rig.feed;
    const id = (seq: number): string => `${boxId}-${epoch}-${seq}`;
    const client = await listen(`?last_event_id=${id(1)}`, { "last-event-id": id(2) });
    await until(() => client.events.length === 1, { what: "one event" });
    assert.deepEqual(client.seqs(), [3]);
  });

  test("a reader that stalls is cut, costs less than 2 MB, and others miss nothing", async () => {
    const socket = await rig.rawStream(path);
    socket.pause();
    const healthy = await listen();
    const padding = "x".repeat(4000);
    let most = 0;
    let n = 0;
    while (rig.services.counts().eventStreams.cut === 0 && n < 20_000) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => emit(n + at + 1, { padding })));
      n += 20;
      most = Math.max(most, rig.services.counts().eventStreams.waitingBytes);
      if (n % 20 === 0)
        await until(() => healthy.events.length === n, { what: "the healthy reader" });
    }
    assert.equal(rig.services.counts().eventStreams.cut, 1);
    assert.ok(most < 2_000_000, `${most} bytes waited`);
    await until(() => healthy.events.length === n, { what: "every event" });
    assert.equal(rig.services.counts().eventStreams.open, 1);
    socket.destroy();
  });

  test("more readers than a key may have are turned away until one leaves", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => listen()));
    const refused = await rig.ask(path);
    assert.deepEqual([refused.status, refused.json.error.code], [429, "too_many_streams"]);
    assert.ok(refused.headers["retry-after"]);
    clients[0]!.close();
    await until(() => rig.services.counts().eventStreams.open === 19, { what: "one reader gone" });
    await listen();
  });

  test("a scope of its own is needed", async () => {
    const key = await rig.newKey(["surveillance:read"]);
    assert.equal((await rig.ask(path, { key })).json.error.code, "insufficient_scope");
  });
});

describe("event streams over time", () => {
  const headersOf = (rig: Rig) => ({ authorization: `Bearer ${rig.key}` });
  const urlOf = (rig: Rig): string => rig.server.url() + path;

  test("a heartbeat comes every fifteen seconds, and with it the place that was read", async () => {
    const clock = new FakeClock();
    const rig = await new Rig({ clock }).start();
    try {
      const client = await openSse(`${urlOf(rig)}?severity=critical`, headersOf(rig));
      await rig.emit({ n: 1, severity: "info" });
      clock.advance(14_999);
      assert.deepEqual(client.comments, []);
      clock.advance(1);
      await until(() => client.comments.length === 1);
      clock.advance(15_000);
      await until(() => client.comments.length === 2);
      assert.deepEqual(client.comments, ["heartbeat", "heartbeat"]);
      const socket = await rig.rawStream(path, "X-Nothing: 1");
      const text = await textUntilHeartbeat(socket, () => clock.advance(15_000));
      assert.match(text, /\nretry: 3000\nid: [^\n]+-1\n\n/);
      assert.match(text, /\n: heartbeat\n\n/);
    } finally {
      await rig.stop();
    }
  });

  test("a stream ends after an hour, told why, and goes on where it ended", async () => {
    const clock = new FakeClock();
    const rig = await new Rig({ clock, random: () => 0.5 }).start();
    try {
      const client = await openSse(urlOf(rig), headersOf(rig));
      clock.advance(3_600_000 - 1);
      assert.equal(rig.services.counts().eventStreams.open, 1);
      clock.advance(1);
      await client.ended;
      assert.deepEqual(
        client.events.map(({ id, event, data }) => [id, event, data]),
        [[undefined, "server.closing", { reason: "max_age" }]],
      );
    } finally {
      await rig.stop();
    }
  });

  test("revoking the key ends its streams within a second", async () => {
    const clock = new FakeClock();
    const rig = await new Rig({ clock }).start();
    try {
      const { key, token } = await rig.keys.create({ org: "default", name: "x", preset: "viewer" });
      const client = await openSse(urlOf(rig), { authorization: `Bearer ${token}` });
      await rig.keys.revoke(key.id);
      clock.advance(1000);
      await client.ended;
      assert.deepEqual(client.events[0]?.data, { reason: "key_ended" });
    } finally {
      await rig.stop();
    }
  });
});
