import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { repoDir, startAppliance } from "../support/appliance.ts";
import { Receiver, siteCa } from "../support/https-receiver.ts";
import { until } from "../support/wait.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test("incidents and ends of jobs reach a receiver on the LAN, also after a kill", async (t) => {
  const { caFile } = siteCa();
  const yaml = [
    `media_dirs: [${join(repoDir, "src/demo")}]`,
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
    source: { type: "file", url: join(repoDir, "src/demo/scene.mp4") },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
    outputs: { delivery: ["sse", "webhook"], webhook_url: incidents },
  };
  const early = await box.post("/api/v1/surveillance/streams", watch);
  assert.equal(early.body.error?.code, "webhook_url_not_registered");
  const hook = await register({ endpoint_url: incidents });
  assert.equal((await box.post(`/api/v1/webhooks/${hook.body.data.id}/test`)).status, 200);
  const accepted = await box.post("/api/v1/surveillance/streams", watch);
  assert.equal(accepted.status, 202, JSON.stringify(accepted.body));

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
    source: { type: "file", url: join(repoDir, "src/demo/scene-truth.json") },
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
