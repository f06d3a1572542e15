import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import sharp from "sharp";
import { Type } from "typebox";
import type { EndpointKind } from "../../../src/uplink/uplink-terms.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { Postponement } from "../../../src/base/jobs/postponement.ts";
import type { Answers, Requests } from "../../../src/uplink/requests.ts";
import { plainWav } from "../../../src/voice/wav.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { makeUplink, type MakeUplinkOptions } from "../../support/uplink/make-uplink.ts";
import { type MockCloud, startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

type Ask = "image" | "image_edit" | "text" | "vision" | "speech";

/** An uplink whose routes all lead to the stand-in, spoken to as `kind`. */
async function rig(
  t: TestContext,
  kind: EndpointKind,
  { model, ...more }: Partial<MakeUplinkOptions["endpoints"][number]> & { model?: string } = {},
) {
  const cloud = await startMockCloud();
  t.after(() => cloud.stop());
  const dir = await tempDir(t);
  const store = await makeStore(t, dir);
  const { url, models } = places(cloud)[kind]!;
  const made = {
    dir,
    store,
    endpoints: [{ name: "cloud", kind, url, key: cloud.key, ...more }],
    routes: {
      image: [{ endpoint: "cloud", model: models.image }],
      image_edit: [{ endpoint: "cloud", model: models.image }],
      text: [{ endpoint: "cloud", model: models.text }],
      vision: [{ endpoint: "cloud", model: models.text }],
      speech: [{ endpoint: "cloud", model: model ?? "gpt-4o-mini-tts" }],
    },
  };
  const uplink = await makeUplink(t, made);
  await uplink.start();
  const ask = <C extends Ask>(
    capability: C,
    request: Requests[C],
    job = { org: "default", id: uuidv7() },
    by = uplink,
  ): Promise<Answers[C]> => {
    const asker = { job, signal: new AbortController().signal };
    return by.ask(asker, { capability, dataClass: "media", step: "s", request: () => request });
  };
  const restarted = async () => {
    const other = await makeUplink(t, made);
    await other.start();
    return other;
  };
  return { cloud, uplink, restarted, ask };
}

function places(cloud: MockCloud) {
  const { openai, google, anthropic, compatible, elevenlabs } = cloud.baseUrls;
  const places: Partial<
    Record<EndpointKind, { url: string; models: { image: string; text: string } }>
  > = {
    openai: { url: openai, models: { image: "gpt-image-1", text: "gpt-5-mini" } },
    google: { url: google, models: { image: "gemini-2.5-flash-image", text: "gemini-2.5-flash" } },
    anthropic: { url: anthropic, models: { image: "none", text: "claude-sonnet-4-5" } },
    "openai-compatible": { url: compatible, models: { image: "flux", text: "qwen" } },
    elevenlabs: { url: elevenlabs, models: { image: "none", text: "none" } },
  };
  return places;
}

const picture = async () => ({
  bytes: await sharp({ create: { width: 64, height: 80, channels: 3, background: "#336699" } })
    .png()
    .toBuffer(),
  mediaType: "image/png",
});

for (const kind of ["openai", "google", "openai-compatible"] as const) {
  test(`${kind}: a picture is made in the shape asked for, and changed with its references`, async (t) => {
    const { ask, cloud } = await rig(t, kind);
    const made = await ask("image", { prompt: "a red bicycle", aspectRatio: "3:4" });
    const { width, height } = await sharp(made.pictures[0]!.bytes).metadata();
    assert.ok(height > width, `${width}x${height}`);
    assert.equal(made.routing.endpoint, "cloud");
    const source = await picture();
    await ask("image_edit", {
      prompt: "make it blue",
      aspectRatio: "auto",
      source,
      references: [source],
    });
    assert.deepEqual(
      cloud.requests.map(({ prompt, pictures }) => [prompt, pictures.length]),
      [
        ["a red bicycle", 0],
        ["make it blue", 2],
      ],
    );
  });
}

for (const kind of ["openai", "google", "anthropic", "openai-compatible"] as const) {
  test(`${kind}: text, data of a shape, and data about a picture`, async (t) => {
    const { ask, cloud } = await rig(t, kind);
    const plain = await ask("text", { system: "You are brief.", prompt: "Say something." });
    assert.ok(plain.text.length > 0);
    assert.equal(plain.value, null);
    const schema = Type.Object(
      { tone: Type.String(), words: Type.Array(Type.String()), score: Type.Number() },
      { additionalProperties: false },
    );
    const { value } = await ask("text", { prompt: "Describe the brand.", schema });
    assert.deepEqual(Object.keys(value as object).toSorted(), ["score", "tone", "words"]);
    const seen = await ask("vision", {
      prompt: "What is it?",
      pictures: [await picture()],
      schema,
    });
    assert.ok(seen.value);
    assert.equal(cloud.requests.at(-1)!.pictures.length, 1);
  });
}

for (const kind of ["openai", "openai-compatible"] as const) {
  test(`${kind}: a text is spoken in the voice asked for; what the endpoint does not take is its refusal`, async (t) => {
    const { ask, cloud } = await rig(t, kind);
    const request = { text: "Good morning", voice: "marin", format: "wav" } as const;
    const { audio, mediaType, routing } = await ask("speech", request);
    assert.deepEqual([mediaType, routing.endpoint], ["audio/wav", "cloud"]);
    assert.ok(plainWav(audio)!.length > 10_000);
    const [seen] = cloud.requests;
    assert.deepEqual([seen!.kind, seen!.prompt], ["speech", "Good morning"]);
    assert.match(seen!.path, /\/audio\/speech$/);
    await assert.rejects(ask("speech", { ...request, format: "mp3" }), code("upstream_rejected"));
    await assert.rejects(
      ask("speech", { ...request, text: "x".repeat(5000) }),
      code("upstream_rejected"),
    );
    if (kind === "openai") {
      const odd = { ...request, voice: "nobody" };
      await assert.rejects(ask("speech", odd), code("upstream_rejected"));
    }
    assert.equal(cloud.billed(), 1);
  });
}

test("elevenlabs: a text is spoken in the account's voice, and a voice that it has not is the request's fault alone", async (t) => {
  const { ask, cloud, uplink } = await rig(t, "elevenlabs", { model: "eleven_multilingual_v2" });
  const request = { text: "Good morning", voice: "21m00Tcm4TlvDq8ikWAM", format: "wav" } as const;
  const { audio, mediaType } = await ask("speech", request);
  assert.deepEqual([mediaType, plainWav(audio)!.length > 10_000], ["audio/wav", true]);
  assert.equal(cloud.requests[0]!.model, "eleven_multilingual_v2");
  const refused = code("upstream_rejected");
  await assert.rejects(ask("speech", { ...request, voice: "nobody/../x" }), refused);
  await assert.rejects(ask("speech", { text: "a", format: "wav" }), refused);
  await assert.rejects(ask("text", { prompt: "a" }), refused);
  const stateOf = () => uplink.describe("default").endpoints[0]!.state;
  assert.equal(stateOf(), "up");
  cloud.misbehave({ what: "refusal" });
  await assert.rejects(ask("speech", request), code("content_rejected"));
  cloud.misbehave({ what: "rate_limited", retryAfterSec: 60 });
  await assert.rejects(ask("speech", request), Postponement);
  assert.equal(stateOf(), "throttled");
  assert.equal(cloud.billed(), 1);
});

const code =
  (wanted: string, retryable = false) =>
  (error: unknown) => {
    assert.deepEqual(
      {
        code: (error as { code?: string }).code,
        retryable: (error as { retryable?: boolean }).retryable,
      },
      { code: wanted, retryable },
    );
    return true;
  };
const image: Requests["image"] = { prompt: "a lamp", aspectRatio: "1:1" };

test("what an endpoint does wrong becomes a state, a wait, or an error with a code", async (t) => {
  const { ask, cloud, uplink } = await rig(t, "openai", { timeoutSeconds: 3 });
  const state = () => uplink.describe("default").endpoints[0]!;
  cloud.misbehave({ what: "server_error" });
  await assert.rejects(ask("image", image), code("upstream_unavailable", true));
  cloud.misbehave({ what: "refusal" });
  await assert.rejects(ask("image", image), code("content_rejected"));
  cloud.misbehave({ what: "refusal" });
  await assert.rejects(ask("text", { prompt: "x" }), code("content_rejected"));
  for (const what of ["hang_up", "truncated", "drip", "reset"] as const) {
    cloud.misbehave({ what });
    await assert.rejects(ask("image", image), code("outcome_unknown"), what);
  }
  cloud.misbehave({ what: "garbage", times: 2 });
  const job = { org: "default", id: uuidv7() };
  await assert.rejects(ask("image", image, job), code("upstream_answer_invalid", true));
  await assert.rejects(ask("image", image, job), code("upstream_answer_invalid"));
  assert.equal(state().state, "up");
  cloud.misbehave({ what: "rate_limited", retryAfterSec: 7 });
  await assert.rejects(ask("image", image), Postponement);
  assert.equal(state().state, "throttled");
  const leftSec = state().next_try_at! - Date.now() / 1000;
  assert.ok(leftSec > 4 && leftSec <= 8, String(leftSec));
});

test("a wrong key is a state of the endpoint, and its text repeats nothing of the key", async (t) => {
  const { ask, uplink } = await rig(t, "openai", { key: "sk-wrong-0123456789" });
  await assert.rejects(ask("image", image), Postponement);
  const { state, reason } = uplink.describe("default").endpoints[0]!;
  assert.equal(state, "refused");
  assert.match(reason!, /401/);
  assert.doesNotMatch(reason!, /0123/);
});

test("an answer is kept: the same question again costs nothing, also of an uplink that was started again", async (t) => {
  const { ask, cloud, restarted } = await rig(t, "openai");
  const job = { org: "default", id: uuidv7() };
  const first = await ask("image", image, job);
  const again = await ask("image", image, job, await restarted());
  assert.deepEqual(Buffer.from(again.pictures[0]!.bytes), Buffer.from(first.pictures[0]!.bytes));
  assert.equal(cloud.billed(), 1);
});

test("a hang-up is sent again under the same key where the operator says so, and billed once", async (t) => {
  const { ask, cloud } = await rig(t, "openai", { resubmitUnknown: true });
  const job = { org: "default", id: uuidv7() };
  cloud.misbehave({ what: "hang_up" });
  await assert.rejects(ask("image", image, job), code("upstream_unavailable", true));
  await ask("image", image, job);
  assert.equal(cloud.billed(), 1);
  assert.deepEqual(
    cloud.requests.map(({ isReplay }) => isReplay),
    [false, true],
  );
});
