import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { type Envelope, repoDir, startAppliance } from "../support/box/appliance.ts";
import { Receiver, siteCa } from "../support/notifications/https-receiver.ts";
import { until } from "../support/box/wait.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test("incidents and ends of jobs reach a receiver on the LAN, also after a kill", async (t) => {
  const { caFile } = siteCa();
  const yaml = [
    `media_dirs: [${join(repoDir, "src/system/demo")}]`,
    `webhooks: { allowed_networks: [127.0.0.0/8], ca_file: ${caFile} }`,
  ].join("\n");
  const box = await startAppliance({ yaml });
  t.after(() => box.stop());
  const receiver = await new Receiver().start(t);
  const incidents = receiver.url("/incidents");
  const register = (body: object) => box.post("/api/v1/webhooks", { secret, ...body });
  assert.equal((await register({ endpoint_url: receiver.url("/jobs") })).status, 201);

  const watch = {
    stream_id: "scene",
    model: "motion",
    source: { type: "file", url: join(repoDir, "src/system/demo/scene.mp4") },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
    outputs: { delivery: ["sse", "webhook"], webhook_url: incidents },
  };
  const accepted = await box.post("/api/v1/surveillance/streams", watch);
  assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
  assert.equal(accepted.body.data.webhook_secret, undefined, "the webhook's secret signs");

  const of = (type: string) =>
    receiver.received.filter(({ headers }) => headers["x-svc-event"] === type);
  await until(() => of("incident.created").length > 0, { what: "an incident", deadlineMs: 60_000 });
  const [first] = of("incident.created");
  assert.equal(first!.path, "/incidents");
  new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>);
  const { incident } = JSON.parse(first!.body).data;
  assert.deepEqual([incident.stream_id, incident.type], ["scene", "intrusion"]);

  // The receiver is away while the box is killed: what it owed arrives afterwards.
  const { port } = receiver;
  await receiver.stop();
  const id = accepted.body.data.job_id;
  const answer = await box.fetch(`/api/v1/surveillance/streams/scene`, { method: "DELETE" });
  assert.equal(answer.status, 200);
  const failing = await box.post("/api/v1/surveillance/streams", {
    stream_id: "gone",
    model: "motion",
    source: { type: "file", url: join(repoDir, "src/system/demo/scene-truth.json") },
  });
  assert.equal(failing.status, 202, JSON.stringify(failing.body));
  const job = failing.body.data.job_id;
  await until(async () => (await box.get(`/api/v1/jobs/${job}`)).body.data.status === "failed");
  await box.kill();
  const back = await new Receiver().start(t, port);
  await box.restart();
  await until(() => back.received.some(({ body }) => body.includes(job)), { deadlineMs: 30_000 });
  const late = back.received.find(({ body }) => body.includes(job))!;
  assert.equal(late.headers["x-svc-event"], "job.failed");
  assert.equal(JSON.parse(late.body).data.job.id, job);
  assert.ok(!receiver.received.some(({ body }) => body.includes(`"id":"${id}","type"`)));
});

test("without webhooks the box makes a secret for a stream's address, shows it once, and warns where none is named", async (t) => {
  const { caFile } = siteCa();
  const yaml = [
    `media_dirs: [${join(repoDir, "src/system/demo")}]`,
    `webhooks: { allowed_networks: [127.0.0.0/8], ca_file: ${caFile} }`,
  ].join("\n");
  const box = await startAppliance({ yaml });
  t.after(() => box.stop());
  const receiver = await new Receiver().start(t);
  const watch = (stream: string, outputs: object) => ({
    stream_id: stream,
    model: "motion",
    source: { type: "file", url: join(repoDir, "src/system/demo/scene.mp4") },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
    outputs,
  });
  const post = (body: object, headers = {}) =>
    box.post("/api/v1/surveillance/streams", body, headers);
  const streams = "/api/v1/surveillance/streams";

  const alone = await post(watch("alone", { delivery: ["webhook"] }));
  assert.match(alone.body.data.warnings.join(), /no active webhook/);
  const shown = (await box.get(`${streams}/alone`)).body.data;
  assert.deepEqual(shown.warnings, alone.body.data.warnings);

  const named = watch("named", { delivery: ["webhook"], webhook_url: receiver.url("/hook?t=1") });
  const once = { "Idempotency-Key": "stream-1" };
  const first = await post(named, once);
  assert.equal(first.status, 202, JSON.stringify(first.body));
  const { webhook_secret: made, ...rest } = first.body.data;
  assert.deepEqual((await post(named, once)).body.data, rest, "a replay is without the secret");
  await until(() => receiver.received.length > 0, { what: "an incident", deadlineMs: 60_000 });
  const [{ body, headers, path }] = receiver.received as [(typeof receiver.received)[0]];
  assert.equal(path, "/hook?t=1");
  new Webhook(made).verify(body, headers as Record<string, string>);

  const viewer = await box.post("/api/v1/keys", { name: "viewer", preset: "viewer" });
  const authorization = `Bearer ${viewer.body.data.key}`;
  const asViewer = async (at: string) =>
    ((await (await fetch(box.url + at, { headers: { authorization } })).json()) as Envelope).data;
  const { outputs } = await asViewer(`${streams}/named`);
  assert.deepEqual(outputs, { delivery: ["webhook"], format: "full" });
  for (const at of [streams, `/api/v1/jobs/${rest.job_id}`, "/api/v1/jobs"]) {
    assert.ok(!JSON.stringify(await asViewer(at)).includes("/hook?t=1"), at);
  }
  const own = (await box.get(`${streams}/named`)).body.data.outputs;
  assert.equal(own.webhook_url, receiver.url("/hook?t=1"));
});
