import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { mapYaml, pgm, room } from "../../support/robots/map-files.ts";
import { Receiver } from "../../support/notifications/https-receiver.ts";
import { loopbackClient, testSecret } from "../../support/notifications/make-webhooks.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const base = "/api/v1/robots";
const spot = { name: "shelf", kind: "station", frame: "map", x: 0.3, y: 0.2 };

describe("missions over HTTP", () => {
  let rig: Rig;
  const receiver = new Receiver();
  const ends: (() => Promise<void>)[] = [];
  const store = (body: object) => rig.post(`${base}/missions`, body);
  const run = async (mission: object): Promise<any> => {
    const sent = await rig.post(`${base}/tasks`, { mission });
    assert.equal(sent.status, 202, sent.text);
    let job: any;
    await until(
      async () => {
        job = (await rig.ask(`/api/v1/jobs/${sent.json.data.job_id}`)).json.data;
        return job.completed_at !== null;
      },
      { what: "the end of the mission" },
    );
    return job;
  };
  before(async () => {
    const outbound = await loopbackClient();
    await receiver.start({ after: (end) => void ends.push(end) });
    rig = await new Rig({
      outbound,
      quotas: { createsPerMinute: 5000, readsPerMinute: 100_000 },
    }).start();
    await rig.ask(`${base}/rover`, { method: "PUT", body: { driver: "sim", max_speed_mps: 3 } });
    await until(async () => (await rig.ask(`${base}/rover/status`)).json.status === "online");
    await rig.post(`${base}/places`, { places: [spot] });
  });
  after(async () => {
    await rig.stop();
    for (const end of ends) await end();
  });

  test("a mission is stored, listed, changed by its id, and removed", async () => {
    const made = await store({ name: "round", steps: [{ type: "go", place: "shelf" }] });
    assert.equal(made.status, 201, made.text);
    const { id, ...mission } = made.json.data;
    assert.deepEqual(
      [mission.robot_id, mission.max_steps, mission.max_minutes, mission.revision],
      [null, 1000, 1440, 1],
    );
    const twice = await store({ name: "round", steps: [{ type: "wait", seconds: 1 }] });
    assert.equal(twice.json.error.param, "name");
    const path = `${base}/missions/${id}`;
    const changed = { name: "round two", steps: [{ type: "wait", seconds: 1 }], priority: 7 };
    const put = await rig.ask(path, { method: "PUT", body: changed });
    assert.deepEqual([put.json.data.name, put.json.data.revision], ["round two", 2]);
    assert.equal((await rig.ask(path)).json.data.priority, 7);
    assert.equal((await rig.ask(`${base}/missions`)).json.data.total, 1);
    const removed = await rig.ask(path, { method: "DELETE" });
    assert.equal(removed.json.data.deleted, true);
    assert.equal((await rig.ask(path)).status, 404);
  });

  test("a place keeps its name while a mission names it, and one in a wall is refused by name", async () => {
    const made = await store({ name: "keeper", steps: [{ type: "go", place: "shelf" }] });
    const [place] = (await rig.ask(`${base}/places`)).json.data.data;
    const removal = await rig.ask(`${base}/places/${place.id}`, { method: "DELETE" });
    assert.match(removal.json.error.message, /in use by mission keeper/);
    // A hall whose wall stands where the place is.
    const yaml = mapYaml({ resolution: "0.5", origin: "[0, 0, 0]" });
    const image = pgm(20, 20, room(20, 20)).toString("base64");
    const hall = { name: "Hall", frame: "map", grid: { yaml, image } };
    const map = (await rig.post(`${base}/maps`, hall)).json.data;
    const refused = await store({
      name: "blocked",
      steps: [
        { type: "wait", seconds: 1 },
        { type: "go", place: "shelf" },
      ],
    });
    assert.deepEqual(
      [refused.status, refused.json.error.param, refused.json.error.message],
      [
        400,
        "steps[1].place",
        "steps[1].place: robots cannot go there: shelf stands in a wall of the map Hall. Choose another position",
      ],
    );
    const task = await rig.post(`${base}/tasks`, { mission_id: made.json.data.id });
    assert.equal(task.json.error.param, "mission.steps[0].place");
    await rig.ask(`${base}/maps/${map.id}`, { method: "DELETE" });
  });

  test("a webhook gets a signed call with a key of its own, and its answer chooses the branch", async () => {
    const hook = await rig.post("/api/v1/webhooks", {
      endpoint_url: `https://127.0.0.1:${receiver.port}/mission`,
      secret: testSecret,
    });
    const webhook_id = hook.json.data.id;
    receiver.reply = (answer) => void answer.writeHead(200).end('{"answer": "left"}');
    const steps = [
      {
        id: "ask",
        type: "webhook",
        webhook_id,
        data: { bay: 4 },
        branches: [{ on: "left", to: "end" }],
      },
      { id: "other", type: "webhook", webhook_id, branches: [{ on: "done", to: "fail" }] },
    ];
    const done = await run({ name: "calls", steps });
    assert.equal(done.status, "completed", JSON.stringify(done.error));
    const calls = receiver.received.filter(
      ({ headers }) => headers["x-svc-event"] === "robot.mission",
    );
    assert.equal(calls.length, 1);
    const [call] = calls;
    assert.ok(call!.headers["webhook-signature"]?.toString().startsWith("v1,"));
    assert.equal(call!.headers["idempotency-key"], `${done.job_id}:0`);
    assert.deepEqual(JSON.parse(call!.body).data, {
      run_id: done.job_id,
      robot_id: "rover",
      bay: 4,
    });
    receiver.reply = (answer) => void answer.writeHead(500).end();
    const failed = await run({ name: "calls", steps });
    assert.equal(failed.error.code, "webhook_failed");
    assert.match(failed.error.message, /^ask: the receiver answered 500/);
  });

  test("an operation runs as a job of the caller's key, and its failure takes the branch", async () => {
    const operation = "robots.command";
    const move = {
      robot_id: "rover",
      command: { command: "move_to", target: { frame: "map", x: 0, y: 0.2 } },
    };
    const lost = {
      robot_id: "rover",
      command: { command: "move_to", target: { frame: "moon", x: 0, y: 0 } },
    };
    const done = await run({
      name: "operations",
      steps: [
        { type: "operation", operation, input: move },
        {
          type: "operation",
          operation,
          input: lost,
          branches: [
            { on: "failed", to: "end" },
            { on: "done", to: "fail" },
          ],
        },
      ],
    });
    assert.equal(done.status, "completed", JSON.stringify(done.error));
    assert.equal(done.payload.skipped.length, 1);
    const wrong = {
      name: "x",
      steps: [
        {
          type: "operation",
          operation,
          input: { robot_id: "nobody", command: { command: "stop" } },
        },
      ],
    };
    const refused = await store(wrong);
    assert.equal(refused.json.error.param, "steps[0].input.robot_id");
    const unknown = await store({
      name: "x",
      steps: [{ type: "operation", operation: "robots.dance" }],
    });
    assert.match(unknown.json.error.message, /^steps\[0\]/);
  });

  test("the queue shows what runs and what waits, and a question is answered over HTTP", async () => {
    const ask = { type: "ask", question: "Ready?", answers: ["yes"], seconds: 60 };
    const first = await rig.post(`${base}/tasks`, { mission: { name: "asks", steps: [ask] } });
    const state = async (id: string) =>
      (await rig.ask(`/api/v1/jobs/${id}`)).json.data.payload.state;
    await until(async () => (await state(first.json.data.job_id)) === "asking");
    const mission = { name: "next", steps: [{ type: "wait", seconds: 0 }] };
    const second = await rig.post(`${base}/tasks`, { mission, robot_id: "rover", priority: 1 });
    await until(async () => (await state(second.json.data.job_id)) === "queued");
    const { data } = (await rig.ask(`${base}/tasks`)).json.data;
    const seen = data.map((one: any) => [one.mission_name, one.state, one.position, one.robot_id]);
    assert.deepEqual(seen, [
      ["asks", "asking", null, "rover"],
      ["next", "queued", 1, null],
    ]);
    const path = `${base}/runs/${first.json.data.job_id}/answer`;
    assert.equal((await rig.post(path, { answer: "no" })).json.error.code, "conflict");
    assert.equal((await rig.post(path, { answer: "yes" })).status, 200);
    await until(async () => (await rig.ask(`${base}/tasks`)).json.data.total === 0);
  });
});
