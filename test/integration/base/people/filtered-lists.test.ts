import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Appliance, startAppliance } from "../../../support/box/appliance.ts";
import { until } from "../../../support/box/wait.ts";
import { ask, type HttpQuestion } from "../../../support/http/ask.ts";
import { openSse } from "../../../support/http/sse.ts";

const surveillance = "/api/v1/surveillance";
const password = "correct horse battery";
/** The camera that the person may see, and the one that no answer may name. */
const [own, foreign] = ["yard", "vault-7c41"];
const names = { [own]: "Hof", [foreign]: "Tresor vault-7c41" };
/** The paths of the API; `{name}` is a parameter. */
type Paths = Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;

describe("a person who may see only one camera of a box with two", () => {
  let box: Appliance;
  let headers: Record<string, string>;
  /** The id of the oldest event, from which readers resume. */
  let oldest: string;

  const list = async (path: string) => (await box.get(path)).body.data.data;
  const put = async (path: string, body: object) => {
    const init = { method: "PUT", headers: { "content-type": "application/json" } };
    const { status } = await box.fetch(path, { ...init, body: JSON.stringify(body) });
    assert.equal(status, 200);
  };
  const as = (path: string, more: HttpQuestion = {}) =>
    ask(Number(new URL(box.url).port), path, { headers, ...more });

  before(async () => {
    const reads = "limits: { reads_per_minute: 1000000 }";
    const robot = "robots: [{ id: rover, driver: sim }]";
    box = await startAppliance({ yaml: `models: { default: motion }\n${reads}\n${robot}` });
    await put("/api/v1/rules/lost", {
      on: { type: "video_loss" },
      do: [
        { type: "command", robot_id: "rover", command: { command: "stop" } },
        { type: "alert", severity: "warning", message: "A camera is gone" },
      ],
    });
    const isOnline = async () =>
      (await box.get("/api/v1/robots/rover")).body.data.connection.state === "online";
    await until(isOnline, { what: "the robot", everyMs: 100 });
    const keys = { authorization: `Bearer ${box.key}` };
    const events = await openSse(`${box.url}${surveillance}/events`, keys);
    for (const id of [foreign, own]) {
      const made = await box.post(`${surveillance}/streams`, {
        stream_id: id,
        display_name: names[id],
        source: { type: "rtsp", url: `rtsp://127.0.0.1:9/${id}` },
        behaviors: [{ type: "video_loss", seconds: 1 }],
      });
      assert.ok(made.status < 300, JSON.stringify(made.body));
    }
    const lost = async () => (await list(`${surveillance}/incidents`)).length === 2;
    await until(lost, { what: "an incident of each camera", everyMs: 250 });
    const alerted = async () => (await list("/api/v1/rules/chains")).length === 2;
    await until(alerted, { what: "the alerts of the rule", everyMs: 250 });
    oldest = events.events[0]!.id!;
    events.close();
    headers = await signedIn(box);
  });
  after(() => box?.stop());

  const span = `from=${Math.floor(Date.now() / 1000) - 3600}&to=${Math.floor(Date.now() / 1000) + 3600}`;
  const both = `stream_ids=${foreign},${own}&${span}`;
  for (const path of [
    `${surveillance}/streams`,
    `${surveillance}/incidents`,
    `${surveillance}/incident-groups`,
    `${surveillance}/coverage`,
    `${surveillance}/timeline?${both}`,
  ]) {
    test(`gets that one alone from ${path.split("?")[0]}`, async () => {
      const { status, text, json } = await as(path);
      assert.equal(status, 200, text);
      assert.ok(text.includes(own) && !text.includes(foreign), text);
      assert.equal(json.data.total, json.data.data.length, "the total counts no other");
    });
  }

  for (const path of ["incidents", "incident-groups", "coverage"]) {
    test(`gets nothing from ${path} when it asks for the other one`, async () => {
      const { json } = await as(`${surveillance}/${path}?stream_id=${foreign}`);
      assert.deepEqual([json.data.data, json.data.total], [[], 0]);
    });
  }

  test("gets the display name of its camera with its incidents", async () => {
    const [incident] = (await as(`${surveillance}/incidents`)).json.data.data;
    assert.deepEqual([incident.stream_id, incident.stream_name], [own, names[own]]);
  });

  test("gets no export and no judgement of the other one's recordings and incidents", async () => {
    const archive = await as(`${surveillance}/recordings/export.zip?${both}`);
    assert.equal(archive.json.error.code, "not_found");
    const [incident] = await list(`${surveillance}/incidents?stream_id=${foreign}`);
    const review = await as(`${surveillance}/incidents/review`, {
      method: "POST",
      body: { incident_ids: [incident.id], acknowledge: true },
    });
    assert.equal(review.json.data.not_found, 1);
  });

  test("gets no count of the cameras of others with the state of the box", async () => {
    const { cameras } = (await box.get("/api/v1/system")).body.data;
    assert.equal(cameras.sources, 2);
    const { data } = (await as("/api/v1/system")).json;
    assert.deepEqual([data.cameras.sources, data.cameras.online], [1, 0]);
    const history = (await as("/api/v1/system/history")).json.data;
    assert.ok(history.at.length > 0, "the box has a first reading");
    assert.deepEqual(new Set(history.cameras_online), new Set([null]));
  });

  test("finds the other one in no answer of a list of the API, with or without a refusal", async () => {
    const [incident] = await list(`${surveillance}/incidents?stream_id=${foreign}`);
    const record = await box.fetch("/api/v1/robots/record");
    assert.ok((await record.text()).includes(incident.id), "the stop by the rule is in the record");
    const paths = (await as("/openapi.json")).json.paths as Paths;
    const refused: string[] = [];
    for (const [path, { get }] of Object.entries(paths)) {
      const isEndless = "text/event-stream" in (get?.responses["200"]?.content ?? {});
      if (!get || path.includes("{") || isEndless) continue;
      const { text, json } = await as(path);
      assert.ok(!text.includes(foreign) && !text.includes(incident.id), `${path}: ${text}`);
      if (json?.error?.code === "camera_restricted") refused.push(path);
    }
    for (const path of ["/api/v1/jobs", "/api/v1/rules/chains", "/api/v1/audit"]) {
      assert.ok(refused.includes(path), path);
    }
  });

  test("follows events of that one alone, also those from before it connected, and no alert of a rule", async () => {
    const from = { ...headers, "last-event-id": oldest };
    const events = await openSse(`${box.url}${surveillance}/events`, from);
    const ofRobots = await openSse(`${box.url}/api/v1/robots/events`, from);
    for (const id of [foreign, own]) {
      await box.fetch(`${surveillance}/streams/${id}`, { method: "DELETE" });
    }
    const isEnded = () => events.events.some(({ data }) => data.state === "ended");
    await until(isEnded, { what: "the end of the own camera" });
    const seen = JSON.stringify([events.events, ofRobots.events]);
    events.close();
    ofRobots.close();
    assert.ok(!seen.includes(foreign), seen);
    assert.ok(!seen.includes("A camera is gone"), seen);
    assert.ok(
      events.events.some(({ event }) => event === "incident.created"),
      seen,
    );
  });
});

/** An account of a technician who may see `own` only; the headers of its session. */
async function signedIn(box: Appliance): Promise<Record<string, string>> {
  const person = { name: "Yard only", role: "admin", cameras: [own], password };
  assert.equal((await box.post("/api/v1/people", person)).status, 201);
  const body = { name: person.name, password };
  const answer = await ask(Number(new URL(box.url).port), "/api/v1/session", {
    method: "POST",
    body,
  });
  assert.equal(answer.status, 201, answer.text);
  const cookie = answer.headers["set-cookie"]!.map((each) => each.split(";")[0]).join("; ");
  return { cookie, "x-csrf-token": answer.json.data.csrf_token };
}
