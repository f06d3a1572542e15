import assert from "node:assert/strict";
import { test } from "node:test";
import { startMedia } from "../../support/media/media-rig.ts";

const save = "/api/v1/avatars/save";

test("an avatar is made, saved, listed, read, and outlives its job until it is deleted", async (t) => {
  const { rig, make } = await startMedia(t, { routed: ["image"] });
  const made = await make(
    "/api/v1/avatars/generate",
    { prompt: "A sailor", hints: { avatar_composition: "profile", filter_culture: "Nordic" } },
    "avatar",
  );
  assert.equal(made.status, "completed", JSON.stringify(made.error));
  assert.deepEqual([made.payload.width, made.payload.height], [1024, 1024]);
  assert.match(
    made.payload.composed_prompt,
    /avatar composition: profile\n- filter culture: Nordic/,
  );
  assert.equal(made.expanded.avatar.image_url, made.payload.image_url);
  assert.equal(made.ad, undefined);
  const post = (body: object, headers = {}) => rig.ask(save, { method: "POST", body, headers });
  const headers = { "idempotency-key": "once" };
  const saved = await post({ job_id: made.job_id, label: "Captain" }, headers);
  assert.equal(saved.status, 201, saved.text);
  const again = await post({ job_id: made.job_id, label: "Captain" }, headers);
  assert.equal(again.json.data.id, saved.json.data.id);
  const byUrl = await post({ image_url: made.payload.image_url, label: "Mate" });
  assert.equal(byUrl.json.data.job_id, made.job_id);
  const expanded = await rig.ask(`/api/v1/jobs/${made.job_id}?expand=avatar`);
  assert.equal(expanded.json.data.expanded.avatar.label, "Mate");
  const page = await rig.ask("/api/v1/avatars?limit=1");
  assert.deepEqual([page.json.data.total, page.json.data.data[0].label], [2, "Mate"]);
  const rest = await rig.ask(`/api/v1/avatars?limit=5&after=${page.json.data.next_cursor}`);
  assert.deepEqual(
    rest.json.data.data.map(({ label }: { label: string }) => label),
    ["Captain"],
  );
  assert.equal((await rig.ask(`/api/v1/jobs/${made.job_id}`, { method: "DELETE" })).status, 200);
  assert.equal((await fetch(made.payload.image_url)).status, 404);
  const one = await rig.ask(`/api/v1/avatars/${saved.json.data.id}`);
  assert.equal((await fetch(one.json.data.image_url)).status, 200);
  const path = `/api/v1/avatars/${saved.json.data.id}`;
  assert.equal((await rig.ask(path, { method: "DELETE" })).status, 200);
  assert.equal((await rig.ask(path)).status, 404);
  assert.equal((await fetch(one.json.data.image_url)).status, 404);
  assert.equal((await fetch(byUrl.json.data.image_url)).status, 200);
});

test("only a completed avatar job, or a picture of one's own, can be saved", async (t) => {
  const { rig, make, cloud } = await startMedia(t, { routed: ["image"] });
  const image = await make("/api/v1/images/generations", { prompt: "A hat" });
  cloud.misbehave({ what: "refusal" });
  const failed = await make("/api/v1/avatars/generate", { prompt: "Somebody" });
  const { id } = await rig.assets.put({
    org: "default",
    bytes: Buffer.from("evidence"),
    mime: "image/jpeg",
    ext: "jpg",
    class: "evidence",
    expiresAtMs: null,
  });
  const acme = await rig.newKey(["avatars:read", "avatars:write"], "acme");
  const post = async (body: object, key = rig.key) => {
    const { status, json } = await rig.ask(save, { method: "POST", body, key });
    return [status, json.error?.code, json.error?.param];
  };
  const label = "x";
  const { image_url } = image.payload;
  const bad = "invalid_request_body";
  assert.deepEqual(await post({ job_id: image.job_id, label }), [
    409,
    "job_not_an_avatar",
    "job_id",
  ]);
  assert.deepEqual(await post({ job_id: failed.job_id, label }), [
    409,
    "source_job_not_completed",
    "job_id",
  ]);
  assert.deepEqual(await post({ job_id: crypto.randomUUID(), label }), [
    404,
    "not_found",
    "job_id",
  ]);
  assert.deepEqual(await post({ label }), [400, bad, "job_id"]);
  assert.deepEqual(await post({ job_id: image.job_id, image_url, label }), [400, bad, "job_id"]);
  assert.deepEqual(await post({ image_url: "https://example.com/a.png", label }), [
    400,
    bad,
    "image_url",
  ]);
  const evidence = rig.assets.url("default", id)!;
  assert.deepEqual(await post({ image_url: evidence, label }), [400, bad, "image_url"]);
  assert.deepEqual(await post({ image_url, label }, acme), [400, bad, "image_url"]);
  assert.equal((await post({ image_url, label }))[0], 201);
  assert.equal((await rig.ask("/api/v1/avatars", { key: acme })).json.data.total, 0);
});
