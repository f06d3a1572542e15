import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import { settings } from "../../../src/system/config/settings.ts";
import { openSse } from "../../support/http/sse.ts";
import { edfFile } from "../../support/health/edf-writer.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { Rig, type RigOptions } from "../../support/http/rig.ts";

const known = new Set(settings.map(({ path }) => path.join(".")));
const grey =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/** Every setting that the text names; fails for one that the configuration does not have. */
function settingsIn(text: string): string[] {
  const names = text.match(/\b[a-z]+(\.[a-z_]+(\[\])?)+/g) ?? [];
  for (const name of names) {
    assert.ok(known.has(name.replace(/\[\].*$/, "")), `${name} is no setting: ${text}`);
  }
  return names;
}

async function rigWith(t: TestContext, options: RigOptions): Promise<Rig> {
  const rig = await new Rig(options).start();
  t.after(() => rig.stop());
  return rig;
}

function refusedWith(answer: HttpAnswer, code: string, named: readonly string[]): void {
  assert.equal(answer.json.error?.code, code, answer.text);
  assert.deepEqual(settingsIn(answer.json.error.message), named, answer.text);
}

describe("a refusal for a limit names the setting that changes it", () => {
  const stream = "/api/v1/surveillance/streams";

  test("requests in a minute: reading, writing, and wrong keys", async (t) => {
    const quotas = { readsPerMinute: 1, createsPerMinute: 1, failedLoginsPerMinute: 1 };
    const rig = await rigWith(t, { quotas });
    const read = async () => rig.ask("/api/v1/jobs");
    await read();
    refusedWith(await read(), "rate_limited", ["limits.reads_per_minute"]);
    await rig.post(stream, { stream_id: "a" });
    const second = await rig.post(stream, { stream_id: "b" });
    refusedWith(second, "rate_limited", ["limits.creates_per_minute"]);
    const key = `svk_${"0".repeat(16)}_${"0".repeat(43)}`;
    await rig.ask("/api/v1/jobs", { key });
    const guess = await rig.ask("/api/v1/jobs", { key });
    refusedWith(guess, "rate_limited", ["limits.failed_logins_per_minute"]);
  });

  test("queued jobs, long polls, and event streams", async (t) => {
    const quotas = { readersPerKey: 1 };
    const rig = await rigWith(t, { concurrency: 1, maxQueued: 1, quotas });
    const first = (await rig.post(stream, { stream_id: "a" })).json.data.job_id as string;
    await rig.running(first);
    await rig.post(stream, { stream_id: "b" });
    const full = await rig.post(stream, { stream_id: "c" });
    refusedWith(full, "queue_full", ["limits.queued_jobs"]);

    const poll = `/api/v1/jobs/${first}?wait_for_completion=true&timeout_seconds=60`;
    const waiting = Array.from({ length: 20 }, () => rig.ask(poll));
    await rig.waiterCount(20);
    const waiters = ["limits.waiters_per_key", "limits.waiters"];
    refusedWith(await rig.ask(poll), "too_many_waiters", waiters);
    await rig.endJob(first);
    await Promise.all(waiting);

    const events = "/api/v1/surveillance/events";
    const headers = { authorization: `Bearer ${rig.key}` };
    const reader = await openSse(`${rig.server.url()}${events}`, headers);
    const readers = ["limits.readers_per_key", "limits.readers"];
    refusedWith(await rig.ask(events), "too_many_streams", readers);
    reader.close();
  });

  test("webhooks, names of the box, and networks of a key", async (t) => {
    const rig = await rigWith(t, {});
    for (let n = 0; n <= 20; n += 1) {
      const hook = { endpoint_url: `https://hooks.example.org/${n}`, secret: "long enough" };
      const answer = await rig.post("/api/v1/webhooks", hook);
      if (n < 20) assert.equal(answer.status, 201, answer.text);
      else refusedWith(answer, "webhook_limit_reached", ["webhooks.per_organisation"]);
    }
    const headers = { host: "box.elsewhere.example" };
    const host = await rig.ask("/healthz", { headers });
    refusedWith(host, "host_not_allowed", ["server.allowed_hosts"]);
    const far = { name: "far", preset: "viewer", networks: ["192.0.2.0/24"] };
    const { key } = (await rig.post("/api/v1/keys", far)).json.data;
    const refused = await rig.ask("/api/v1/jobs", { key });
    assert.match(refused.json.error.message, /its `networks` do not include this address/);
  });
});

describe("work for which no endpoint may have the data names the route and uplink.endpoints[].data", () => {
  const both = (route: string) => [`uplink.routes.${route}`, "uplink.endpoints[].data"];

  test("triage of a picture is refused so", async (t) => {
    const made = await makeHealth(t);
    const body = { input: { type: "image", data: grey, modality: "X-ray" } };
    await assert.rejects(made.run("health.analyze", body), (error: Error) => {
      assert.match(error.message, /has "health" in/);
      assert.deepEqual(settingsIn(error.message), both("vision"));
      return true;
    });
  });

  test("triage of an EEG and clinical work say so in `missing`", async (t) => {
    const made = await makeHealth(t);
    const samples = Array.from({ length: 2000 }, (_, at) => at % 50);
    const data = edfFile({ records: 20, signals: [{ label: "EEG Cz", samples }] });
    const eeg = await made.run("health.analyze", {
      input: { type: "eeg", data: data.toString("base64") },
    });
    const notes = await made.run("clinical.notes", { text: "Cough for three days. Rest advised." });
    const scan = await made.run("clinical.scan", { input: { data: grey, modality: "X-ray" } });
    for (const [job, part, route] of [
      [eeg, "interpretation", "text"],
      [notes, "narrative", "text"],
      [scan, "narrative", "vision"],
    ] as const) {
      const missing = job.payload["missing"] as { part: string; reason: string; setting: string }[];
      const found = missing.find((one) => one.part === part);
      assert.deepEqual(settingsIn(found?.reason ?? ""), both(route), JSON.stringify(missing));
      assert.equal(found!.setting, "uplink.endpoints[].data");
    }
  });
});
