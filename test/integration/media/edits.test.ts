import assert from "node:assert/strict";
import { test } from "node:test";
import { type MediaRig, startMedia } from "../../support/media/media-rig.ts";
import { until } from "../../support/box/wait.ts";

const edit = "/api/v1/campaigns/edit";
const localize = "/api/v1/campaigns/localize-ad";
const generate = "/api/v1/images/generations";
const market = {
  prompt: "Keep the umbrella",
  target_language: "fr",
  target_currency: "eur",
  target_culture: "Lyon, in spring",
};

async function accepted({ rig }: MediaRig, path: string, body: object): Promise<string> {
  const { status, json } = await rig.ask(path, { method: "POST", body });
  assert.equal(status, 202, JSON.stringify(json));
  return json.data.job_id;
}

test("edits build on edits, each on the picture of the one before, which keeps its size", async (t) => {
  const media = await startMedia(t, { routed: ["image", "image_edit"] });
  const output = { aspect_ratio: "16:9" };
  const first = await media.make(generate, { prompt: "An umbrella", output });
  let last = first;
  for (const prompt of ["Make it red", "Add snow", "Remove the snow"]) {
    last = await media.make(edit, { source_job_id: last.job_id, prompt });
    assert.equal(last.status, "completed", JSON.stringify(last.error));
    assert.deepEqual(
      [last.payload.width, last.payload.height],
      [first.payload.width, first.payload.height],
    );
    const seen = media.cloud.requests.at(-1)!;
    assert.deepEqual([seen.path, seen.prompt], ["/v1/images/edits", prompt]);
  }
  const alias = await media.make(edit, { ad_id: last.job_id, instructions: "Blue" }, "ad");
  assert.equal(alias.payload.input.source_job_id, last.job_id);
  assert.equal(alias.expanded.ad.source_job_id, last.job_id);
});

test("localisations of a job that is not done wait for it, and then run side by side", async (t) => {
  const media = await startMedia(t, { routed: ["image", "image_edit"] });
  const { cloud, rig } = media;
  cloud.misbehave({ what: "hold" });
  const source = await accepted(media, generate, { prompt: "An umbrella" });
  await until(() => cloud.requests.length === 1, { what: "the source under way" });
  const languages = ["fr", "de", "pt-BR"];
  const waiting = await Promise.all(
    languages.map((target_language) =>
      accepted(media, localize, { ...market, target_language, source_job_id: source }),
    ),
  );
  for (const id of waiting) {
    const { data } = (await rig.ask(`/api/v1/jobs/${id}`)).json;
    assert.deepEqual([data.status, data.payload.phase], ["queued", "waiting_for_source"]);
    assert.equal(data.attempts, 0);
  }
  cloud.release();
  const done = await Promise.all(waiting.map((id) => media.end(id)));
  assert.deepEqual(
    done.map(({ status }) => status),
    ["completed", "completed", "completed"],
  );
  assert.deepEqual(
    done.map(({ attempts }) => attempts),
    [1, 1, 1],
  );
  const prompts = cloud.requests.slice(1).map(({ prompt }) => prompt);
  assert.ok(prompts.some((prompt) => /Brazilian Portuguese \(pt-BR\)/.test(prompt)));
  assert.ok(prompts.every((prompt) => /EUR[^]*Lyon, in spring[^]*Keep the umbrella/.test(prompt)));
});

test("a source without a picture is a conflict, and one that fails later fails those that wait", async (t) => {
  const media = await startMedia(t, { routed: ["image", "image_edit"] });
  const { cloud, rig } = media;
  cloud.misbehave({ what: "refusal" });
  const failed = await media.make(generate, { prompt: "Something bad" });
  const refused = await rig.ask(edit, {
    method: "POST",
    body: { source_job_id: failed.job_id, prompt: "Better" },
  });
  assert.equal(refused.status, 409);
  assert.equal(refused.json.error.code, "source_job_not_completed");
  assert.equal(refused.json.error.param, "source_job_id");
  cloud.misbehave({ what: "hold" });
  const source = await accepted(media, generate, { prompt: "An umbrella" });
  const first = await accepted(media, edit, { source_job_id: source, prompt: "Red" });
  const second = await accepted(media, edit, { source_job_id: first, prompt: "Redder" });
  await rig.ask(`/api/v1/jobs/${source}/cancel`, { method: "POST" });
  const [one, two] = [await media.end(first), await media.end(second)];
  assert.equal(one.error?.code, "source_job_failed");
  assert.match(one.error.message, /cancelled/);
  assert.equal(two.error?.code, "source_job_failed");
  assert.match(two.error.message, /source_job_failed/);
});

test("what cannot be built on is refused by name: another type, another organisation, deleted, unknown", async (t) => {
  const media = await startMedia(t, { routed: ["image", "image_edit"] });
  const { rig } = media;
  const source = await media.make(generate, { prompt: "An umbrella" });
  const avatar = await media.make("/api/v1/avatars/generate", { prompt: "A sailor" });
  const stream = await rig.ask("/api/v1/surveillance/streams", {
    method: "POST",
    body: { stream_id: "gate" },
  });
  const foreign = await rig.newKey(["media:write"], "acme");
  const post = async (path: string, body: object, key = rig.key) => {
    const { status, json } = await rig.ask(path, { method: "POST", body, key });
    return [status, json.error?.code, json.error?.param];
  };
  const id = source.job_id;
  const other = stream.json.data.job_id;
  const bad = "invalid_request_body";
  assert.deepEqual(await post(edit, { source_job_id: other, prompt: "x" }), [
    400,
    bad,
    "source_job_id",
  ]);
  assert.deepEqual(await post(localize, { ...market, source_job_id: avatar.job_id }), [
    400,
    bad,
    "source_job_id",
  ]);
  assert.deepEqual(await post(edit, { source_job_id: id, prompt: "x" }, foreign), [
    404,
    "not_found",
    "source_job_id",
  ]);
  assert.deepEqual(await post(edit, { ad_id: crypto.randomUUID(), prompt: "x" }), [
    404,
    "not_found",
    "ad_id",
  ]);
  assert.deepEqual(await post(edit, { prompt: "x" }), [400, bad, "source_job_id"]);
  assert.deepEqual(await post(edit, { source_job_id: id }), [400, bad, "prompt"]);
  assert.deepEqual(await post(edit, { source_job_id: id, ad_id: id, prompt: "x" }), [
    400,
    bad,
    "ad_id",
  ]);
  const asked = { ...market, source_job_id: id };
  assert.deepEqual(await post(localize, { ...asked, target_language: "zz" }), [
    400,
    bad,
    "target_language",
  ]);
  assert.deepEqual(await post(localize, { ...asked, target_currency: "EUX" }), [
    400,
    bad,
    "target_currency",
  ]);
  const unknownBrand = { ...asked, brand_id: crypto.randomUUID() };
  assert.deepEqual(await post(localize, unknownBrand), [404, "not_found", "brand_id"]);
  await rig.ask(`/api/v1/jobs/${id}`, { method: "DELETE" });
  assert.deepEqual(await post(edit, { source_job_id: id, prompt: "x" }), [
    410,
    "job_expired",
    "source_job_id",
  ]);
});
