import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, type Appliance, startAppliance } from "../support/box/appliance.ts";

let box: Appliance;

before(async () => {
  box = await startAppliance();
});

after(() => box.stop());

const streams = "/api/v1/surveillance/streams";

const camera = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
const zones = { yard: { xyxy: [0, 0, 1, 1] } };

interface Refusal {
  what: string;
  body: unknown;
  status: number;
  code: string;
  param?: string;
}

const refusals: Refusal[] = [
  {
    what: "a wrong type",
    body: { source: { ...camera, fps_cap: "5" } },
    status: 400,
    code: "invalid_request_body",
    param: "source.fps_cap",
  },
  {
    what: "an unknown field",
    body: { source: camera, colour: "red" },
    status: 400,
    code: "invalid_request_body",
    param: "colour",
  },
  { what: "neither source nor input", body: {}, status: 400, code: "invalid_request_body" },
  {
    what: "an unknown profile",
    body: { source: camera, profile: "moon_base" },
    status: 400,
    code: "invalid_request_body",
    param: "profile",
  },
  {
    what: "a zone outside the frame",
    body: { source: camera, context: { zones: { yard: { xyxy: [0, 0, 1.5, 1] } } } },
    status: 400,
    code: "invalid_request_body",
  },
  {
    what: "a polygon that crosses itself",
    body: {
      source: camera,
      context: {
        zones: {
          yard: {
            polygon: [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
            ],
          },
        },
      },
    },
    status: 400,
    code: "invalid_request_body",
  },
  {
    what: "a behavior in no known zone",
    body: { source: camera, context: { zones }, behaviors: [{ type: "intrusion", zone: "attic" }] },
    status: 400,
    code: "invalid_request_body",
  },
  {
    what: "a behavior about classes that no model of the box has",
    body: { source: camera, behaviors: [{ type: "ppe_missing" }] },
    status: 403,
    code: "feature_disabled",
    param: "behaviors[0].type",
  },
  {
    what: "a sensitivity beyond one",
    body: { source: camera, anomaly: { enabled: true, sensitivity: 1.5 } },
    status: 400,
    code: "invalid_request_body",
    param: "anomaly.sensitivity",
  },
  {
    what: "an unknown behavior",
    body: { source: camera, context: { zones }, behaviors: [{ type: "levitation", zone: "yard" }] },
    status: 400,
    code: "invalid_request_body",
  },
  {
    what: "another scheme than rtsp",
    body: { source: { type: "rtsp", url: "http://127.0.0.1/x" } },
    status: 400,
    code: "invalid_request_body",
    param: "source.url",
  },
  {
    what: "a file outside the media directories",
    body: { source: { type: "file", url: "/etc/passwd" } },
    status: 400,
    code: "invalid_request_body",
    param: "source.url",
  },
  {
    what: "base64 that is none",
    body: { input: { data: "%%%%" } },
    status: 400,
    code: "invalid_request_body",
    param: "input.data",
  },
];

for (const { what, body, status, code, param } of refusals) {
  test(`${what} is refused with the field's name`, async () => {
    const answer = await box.post(streams, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.error?.code, code);
    assert.equal(answer.body.object, "error");
    assert.equal(answer.body.id, answer.headers.get("x-request-id"));
    if (param !== undefined) assert.equal(answer.body.error?.param, param);
    else assert.ok(answer.body.error?.param !== undefined, "the field is named");
  });
}

async function raw(
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await box.fetch(streams, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Answer["body"],
  };
}

test("a missing body is refused", async () => {
  const answer = await raw(undefined);
  assert.equal(answer.status, 400);
  assert.ok(["invalid_request_body", "invalid_json"].includes(answer.body.error!.code));
});

test("a body of 150 000 levels is refused before it is parsed", async () => {
  const answer = await raw("[".repeat(150_000) + "]".repeat(150_000));
  assert.equal(answer.status, 400);
  assert.equal(answer.body.error?.code, "body_too_deep");
});

test("a picture of more than 15 MB is refused", async () => {
  const answer = await raw(JSON.stringify({ input: { data: "A".repeat(25 * 1024 * 1024) } }));
  assert.equal(answer.status, 413);
  assert.equal(answer.body.error?.code, "request_too_large");
});

test("sixteen megabytes of base64 that are no picture fail as a job or are refused, and cost nothing else", async () => {
  const answer = await raw(JSON.stringify({ input: { data: "A".repeat(16 * 1024 * 1024) } }));
  assert.ok([202, 400].includes(answer.status), JSON.stringify(answer.body));
  if (answer.status === 400) return;
  const path = `/api/v1/jobs/${answer.body.data.job_id}?wait_for_completion=true&timeout_seconds=60`;
  const job = (await box.get(path)).body;
  assert.equal(job.status, "failed");
  assert.equal(job.data.error.code, "input_unreadable");
});

test("bytes that are no picture are refused or fail with input_unreadable", async () => {
  const answer = await box.post(streams, {
    input: { data: Buffer.from("not a picture").toString("base64") },
  });
  if (answer.status === 400) {
    assert.equal(answer.body.error?.param, "input.data");
    return;
  }
  const path = `/api/v1/jobs/${answer.body.data.job_id}?wait_for_completion=true&timeout_seconds=60`;
  assert.equal((await box.get(path)).body.data.error.code, "input_unreadable");
});

test("a stream id in use is a conflict until its job has ended", async () => {
  const body = { stream_id: "twice", source: camera };
  const first = await box.post(streams, body);
  assert.equal(first.status, 202);
  const second = await box.post(streams, body);
  assert.equal(second.status, 409, JSON.stringify(second.body));
  assert.equal(second.body.error?.param, "stream_id");
  await box.post(`/api/v1/jobs/${first.body.data.job_id}/cancel`);
  const job = `/api/v1/jobs/${first.body.data.job_id}?wait_for_completion=true&timeout_seconds=15`;
  assert.equal((await box.get(job)).body.status, "cancelled");
  assert.equal((await box.post(streams, body)).status, 202);
});

test("anomaly detection is switched on and off by a change, and shows that it learns", async () => {
  const made = await box.post(streams, { stream_id: "hall", source: camera });
  assert.equal(made.status, 202);
  const path = `${streams}/hall`;
  const patch = async (body: unknown): Promise<Answer["body"]> => {
    const headers = { "content-type": "application/json" };
    const answer = await box.fetch(path, { method: "PATCH", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Answer["body"];
  };
  assert.equal((await box.get(path)).body.data.anomaly, null);
  const refused = await patch({ anomaly: { enabled: true, quantile: 1 } });
  assert.equal(refused.error?.param, "anomaly.quantile");
  const learning = { state: "learning", known_hours: 0 };
  const changed = await patch({ anomaly: { enabled: true, sensitivity: 0.8 } });
  assert.deepEqual(changed.data.anomaly, learning);
  assert.equal((await patch({ anomaly: { enabled: false } })).data.anomaly, null);
});

test("no key, a wrong key and an unknown route are told apart", async () => {
  const none = await fetch(`${box.url}/api/v1/jobs`);
  assert.equal(none.status, 401);
  assert.equal(((await none.json()) as Answer["body"]).error?.code, "missing_authorization_header");
  const wrong = await fetch(`${box.url}/api/v1/jobs`, {
    headers: { authorization: `Bearer svk_aaaaaaaaaaaa_${"b".repeat(43)}` },
  });
  assert.equal(wrong.status, 401);
  assert.equal(((await wrong.json()) as Answer["body"]).error?.code, "invalid_api_key");
  const nowhere = await box.get("/api/v1/nowhere");
  assert.equal(nowhere.status, 404);
  assert.equal(nowhere.body.error?.code, "not_found");
});

test("after all of this the service goes on", async () => {
  assert.equal((await fetch(`${box.url}/healthz`)).status, 200);
  assert.equal((await box.get("/api/v1/system")).status, 200);
});
