import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fakeStreams } from "../../support/perception/fake-streams.ts";
import { addBareMedia } from "../../support/media/media-rig.ts";
import { Rig } from "../../support/http/rig.ts";

const rig = new Rig({
  streams: fakeStreams(() => undefined),
  quotas: { readsPerMinute: 5000, createsPerMinute: 5000 },
});
before(async () => {
  await addBareMedia(rig);
  await rig.start();
});
after(() => rig.stop());

test("a path with a slash at its end is answered as the path without, whatever the method", async () => {
  const made = await rig.post("/api/v1/surveillance/streams/", { stream_id: "a" });
  assert.equal(made.status, 202, made.text);
  const id = made.json.data.job_id as string;
  const list = await rig.ask("/api/v1/jobs/?limit=1");
  assert.deepEqual([list.status, list.json.data.data[0].job_id], [200, id], list.text);
  assert.equal((await rig.ask(`/api/v1/jobs/${id}/`)).json.data.job_id, id);
  assert.equal((await rig.post(`/api/v1/jobs/${id}/cancel/`)).status, 200);
  assert.equal((await rig.ask("/healthz/", { key: null })).status, 200);
  assert.equal((await rig.ask("/openapi.json/")).status, 200);
});

test("a slash at the end opens no other path: unknown ones stay 404, wrong methods 405", async () => {
  for (const path of ["/api/v1/unknown/", "/api/v1/", "/api//v1/jobs/"]) {
    const answer = await rig.ask(path);
    assert.deepEqual([answer.status, answer.json.error?.code], [404, "not_found"], path);
  }
  const wrong = await rig.ask("/api/v1/jobs/", { method: "DELETE" });
  assert.deepEqual([wrong.status, wrong.json.error.code], [405, "method_not_allowed"]);
  assert.equal(wrong.headers["allow"], "GET, HEAD");
});

test("an empty segment in place of a path parameter answers 404 on every route, whatever the key may do", async () => {
  const document = (await rig.ask("/openapi.json")).json as { paths: Record<string, object> };
  const weak = await rig.newKey(["system:read"]);
  let asked = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    const segments = path.split("/");
    const places = segments.flatMap((segment, at) => (segment.startsWith("{") ? [at] : []));
    for (const place of places) {
      const filled = segments.map((segment, at) =>
        at === place ? "" : segment.replace(/^\{\w+\}$/, "01900000-0000-7000-8000-0000000000ff"),
      );
      // At the end of a path one slash alone would be the slash that paths may end with.
      const empty = filled.join("/") + (place === segments.length - 1 ? "/" : "");
      for (const method of Object.keys(methods)) {
        for (const key of [rig.key, weak]) {
          const answer = await rig.ask(empty, { method: method.toUpperCase(), key });
          const { code, message } = answer.json.error;
          const what = `${method} ${empty}`;
          assert.deepEqual([answer.status, code], [404, "not_found"], what);
          assert.equal(
            message,
            "path: there is no such route. See /openapi.json for the routes",
            what,
          );
          asked += 1;
        }
      }
    }
  }
  assert.ok(asked > 100, String(asked));
});

test("a repetition under its Idempotency-Key is the same request with a slash at the end", async () => {
  const headers = { "idempotency-key": "with-slash" };
  const body = {
    name: "Guide",
    voice_id: "openai:marin",
    system_prompt: "You show people around.",
  };
  const made = await rig.post("/api/v1/voice/agents", body, headers);
  const again = await rig.post("/api/v1/voice/agents/", body, headers);
  assert.deepEqual([again.status, again.json.data.id], [201, made.json.data.id]);
});

test("unknown query parameters are called parameters, unknown body fields fields", async () => {
  const query = await rig.ask("/api/v1/jobs?colour=red");
  assert.equal(
    query.json.error.message,
    "colour: is not a known parameter. Remove it or correct its name",
  );
  assert.deepEqual(
    [query.status, query.json.error.code, query.json.error.param],
    [400, "invalid_query_parameter", "colour"],
  );
  const body = { name: "x", voice_id: "openai:marin", system_prompt: "y", colour: "red" };
  const field = await rig.post("/api/v1/voice/agents", body);
  assert.equal(
    field.json.error.message,
    "colour: is not a known field. Remove it or correct its name",
  );
});
