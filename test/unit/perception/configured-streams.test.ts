import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { ConfiguredStreams } from "../../../src/perception/streams/configured-streams.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { requestOf } from "../../support/perception/perception-fixtures.ts";
import { until } from "../../support/box/wait.ts";

const org = "default";

test("a stream that is refused keeps no other from starting, is told with its reason, and is accepted once it can be", async (t) => {
  const clock = new FakeClock();
  const submitted: string[] = [];
  let hasFile = false;
  const jobs = {
    async submit({ stream_id: id }: { stream_id?: string }) {
      submitted.push(id!);
      if (id !== "gate" || hasFile) return `job-${id}`;
      throw fail("invalid_request_body", "source.url: there is no such file");
    },
    end: () => Promise.resolve(),
    isLive: () => true,
    isReadable: () => Promise.resolve(true),
  };
  const store = await makeStore(t);
  const streams = new ConfiguredStreams({ store, clock, jobs, log: silentLogger });
  t.after(() => streams.stop());
  const source = { type: "rtsp", url: "rtsp://10.0.0.9/1" };
  const wanted = ["gate", "yard"].map((id) => ({
    org,
    request: requestOf({ stream_id: id, source }),
  }));
  await streams.reconcile(wanted);
  assert.deepEqual(submitted, ["gate", "yard"]);
  const refusal = { org, streamId: "gate", reason: "source.url: there is no such file" };
  assert.deepEqual(streams.refused(org), [refusal]);
  assert.deepEqual(streams.refused("acme"), []);

  clock.advance(29_999);
  assert.equal(submitted.length, 2);
  clock.advance(1);
  await until(() => submitted.length === 3, { what: "a second try" });
  hasFile = true;
  const isAccepted = (): boolean => {
    clock.advance(30_000);
    return streams.refused(org).length === 0;
  };
  await until(isAccepted, { what: "the stream is accepted" });
  const tries = submitted.length;
  assert.deepEqual(new Set(submitted.slice(2)), new Set(["gate"]), "the other is left alone");
  clock.advance(300_000);

  const again = new ConfiguredStreams({ store, clock, jobs, log: silentLogger });
  await again.reconcile(wanted);
  assert.equal(submitted.length, tries, "both go on with their jobs after a restart");
});

test("a stream whose stored address no longer opens is submitted once more", async (t) => {
  const submitted: string[] = [];
  const ended: string[] = [];
  let isReadable = true;
  const jobs = {
    async submit({ stream_id: id }: { stream_id?: string }) {
      return `job-${submitted.push(id!)}`;
    },
    async end(_org: string, jobId: string) {
      ended.push(jobId);
    },
    isLive: () => true,
    isReadable: () => Promise.resolve(isReadable),
  };
  const store = await makeStore(t);
  const parts = { store, clock: new FakeClock(), jobs, log: silentLogger };
  const source = { type: "rtsp", url: "rtsp://10.0.0.9/1" };
  const wanted = [{ org, request: requestOf({ stream_id: "gate", source }) }];
  await new ConfiguredStreams(parts).reconcile(wanted);
  await new ConfiguredStreams(parts).reconcile(wanted);
  assert.deepEqual(submitted, ["gate"]);
  isReadable = false;
  await new ConfiguredStreams(parts).reconcile(wanted);
  assert.deepEqual([submitted, ended], [["gate", "gate"], ["job-1"]]);
});

test("a refused stream that is no longer asked for is not tried again", async (t) => {
  const clock = new FakeClock();
  let submitted = 0;
  const jobs = {
    submit() {
      submitted += 1;
      return Promise.reject(fail("invalid_request_body", "source.url: there is no such file"));
    },
    end: () => Promise.resolve(),
    isLive: () => true,
    isReadable: () => Promise.resolve(true),
  };
  const store = await makeStore(t);
  const streams = new ConfiguredStreams({ store, clock, jobs, log: silentLogger });
  t.after(() => streams.stop());
  const source = { type: "rtsp", url: "rtsp://10.0.0.9/1" };
  const wanted = [{ org, request: requestOf({ stream_id: "gate", source }) }];
  await streams.reconcile(wanted);
  assert.equal(streams.refused(org).length, 1);
  assert.deepEqual(streams.known(wanted), [], "it never ran");
  await streams.reconcile([]);
  assert.deepEqual(streams.refused(org), []);
  clock.advance(300_000);
  assert.equal(submitted, 1);
});
