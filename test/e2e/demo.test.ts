import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningDemo, startDemo } from "../support/demo.ts";
import { openSse, type SseClient } from "../support/sse.ts";
import { until } from "../support/wait.ts";

let demo: RunningDemo;
let events: SseClient;

before(async () => {
  demo = await startDemo(["--with-mock-cloud"]);
  events = await openSse(`${demo.url}/api/v1/surveillance/events`, {
    authorization: `Bearer ${demo.key}`,
  });
});

after(async () => {
  events.close();
  await demo.stop();
});

async function get(path: string, key = demo.key): Promise<Response> {
  return fetch(demo.url + path, { headers: { authorization: `Bearer ${key}` } });
}

test("incidents of three kinds arrive, and the list has each of them", async () => {
  const kinds = (): Set<string> =>
    new Set(
      events.events
        .filter(({ event }) => event === "incident.created")
        .map(({ data }) => data.type),
    );
  // On an idle machine 30 s are enough; a test run shares its cores.
  await until(() => kinds().size >= 3, { deadlineMs: 60_000, what: "three kinds of incidents" });
  const list = (await (await get("/api/v1/surveillance/incidents?limit=100")).json()) as {
    data: { data: { id: string }[] };
  };
  const listed = new Set(list.data.data.map(({ id }) => id));
  for (const { event, data } of events.events) {
    if (event === "incident.created") assert.ok(listed.has(data.id), `${data.id} is listed`);
  }
});

test("an incident comes with an annotated picture, by key and by its signed address", async () => {
  const pictured = () =>
    events.events.find(({ event, data }) => event.startsWith("incident.") && data.snapshot_url);
  await until(() => pictured() !== undefined, { what: "a snapshot address" });
  const { data } = pictured()!;
  const signed = await fetch(data.snapshot_url);
  assert.equal(signed.status, 200);
  assert.equal(signed.headers.get("content-type"), "image/jpeg");
  const byKey = await get(`/api/v1/surveillance/incidents/${data.id}/snapshot.jpg`);
  assert.equal(byKey.status, 200);
  const forged = await fetch(data.snapshot_url.replace(/sig=.{4}/, "sig=AAAA"));
  assert.equal(forged.status, 404);
});

test("the scene says of itself that it is synthetic", async () => {
  const stream = (await (await get("/api/v1/surveillance/streams/demo-yard")).json()) as {
    data: { context: { site: string } };
  };
  assert.match(stream.data.context.site, /synthetic/);
});

test("a campaign can be tried without an account, and says that its picture is a placeholder", async () => {
  const headers = { authorization: `Bearer ${demo.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: "Umbrellas", output: { aspect_ratio: "16:9" } });
  const url = `${demo.url}/api/v1/campaigns/generate`;
  const { data } = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
    data: { job_id: string };
  };
  const path = `/api/v1/jobs/${data.job_id}?wait_for_completion=true&timeout_seconds=60`;
  const job = (await (await get(path)).json()) as {
    status: string;
    data: { payload: { image_url: string; placeholder: boolean } };
  };
  assert.equal(job.status, "completed");
  assert.equal(job.data.payload.placeholder, true);
  assert.equal((await fetch(job.data.payload.image_url)).headers.get("content-type"), "image/png");
});

test("an incident can be acknowledged and resolved by hand", async () => {
  const { data } = events.events.find(({ event }) => event === "incident.created")!;
  const headers = { authorization: `Bearer ${demo.key}` };
  for (const step of ["acknowledge", "resolve"]) {
    const answer = await fetch(`${demo.url}/api/v1/surveillance/incidents/${data.id}/${step}`, {
      method: "POST",
      headers,
    });
    assert.equal(answer.status, 200);
  }
  const after = (await (await get(`/api/v1/surveillance/incidents/${data.id}`)).json()) as {
    data: { state: string; acknowledged_at: number | null };
  };
  assert.equal(after.data.state, "resolved");
  assert.notEqual(after.data.acknowledged_at, null);
});
