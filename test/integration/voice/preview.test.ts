import assert from "node:assert/strict";
import { test } from "node:test";
import { wavFacts } from "../../../src/voice/wav.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { makeUplink } from "../../support/uplink/make-uplink.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

test("with an endpoint that makes speech a provider's voice is heard itself, and its preview waits while the endpoint is away", async (t) => {
  const cloud = await startMockCloud();
  t.after(() => cloud.stop());
  const store = await makeStore(t);
  const uplink = await makeUplink(t, {
    dir: await tempDir(t),
    store,
    endpoints: [
      { name: "eleven", kind: "elevenlabs", url: cloud.baseUrls.elevenlabs, key: cloud.key },
      { name: "cloud", kind: "openai", url: cloud.baseUrls.openai, key: cloud.key },
    ],
    routes: {
      speech: [
        { endpoint: "eleven", model: "eleven_multilingual_v2" },
        { endpoint: "cloud", model: "gpt-4o-mini-tts" },
      ],
    },
  });
  await uplink.start();
  const voice = { dir: await tempDir(t), uplink, espeak: "no-such-espeak" };
  const on = await new Rig({ makeVoice: voice }).start();
  t.after(() => on.stop());
  const spoken = async (
    voiceId: string,
    query = "?wait_for_completion=true&expand=diagnostics",
  ) => {
    const guide = { name: "Guide", system_prompt: "You show people around.", provider: "openai" };
    const agent = { ...guide, voice_id: voiceId, greeting: "Good morning" };
    const { json } = await on.post("/api/v1/voice/agents", agent);
    const made = await on.post(`/api/v1/voice/agents/${json.data.id}/preview`);
    if (made.status !== 202) return made.json;
    return (await on.ask(`/api/v1/jobs/${made.json.data.job_id}${query}`)).json.data;
  };
  const job = await spoken("openai:marin");
  assert.equal(job.status, "completed", JSON.stringify(job));
  const { output } = job.payload;
  assert.deepEqual(
    [output.voice_id, output.spoken_by, output.sample_rate_hz],
    ["openai:marin", "cloud", 24_000],
  );
  const { endpoint, model } = job.expanded.diagnostics.routing;
  assert.deepEqual([endpoint, model], ["cloud", "gpt-4o-mini-tts"]);
  const wav = Buffer.from(await (await fetch(output.audio_url)).arrayBuffer());
  assert.equal(wav.readUInt32LE(40), wav.length - 44);
  assert.ok(Math.abs(wavFacts(wav).durationSec - output.duration_seconds) < 0.001);
  // Each voice is spoken by whom it belongs to, or by nobody: not by the other provider, nor by the box.
  const rachel = (await spoken("elevenlabs:21m00Tcm4TlvDq8ikWAM")).payload.output;
  assert.deepEqual(
    [rachel.voice_id, rachel.spoken_by],
    ["elevenlabs:21m00Tcm4TlvDq8ikWAM", "eleven"],
  );
  const nobody = (await spoken("elevenlabs:nobody")).error;
  assert.deepEqual([nobody.code, nobody.retryable], ["upstream_rejected", false]);
  assert.match(nobody.message, /eleven: it answered 404: A voice with voice_id nobody/);
  const asked = cloud.requests.map(({ provider, prompt }) => `${provider} ${prompt}`);
  assert.deepEqual(asked, ["openai Good morning", "elevenlabs Good morning"]);
  // Voices of the box are the box's affair.
  assert.equal((await spoken("espeak:en-gb")).error.code, "feature_disabled");
  cloud.misbehave({ what: "no_picture" });
  assert.equal((await spoken("openai:marin")).error.code, "upstream_answer_invalid");
  await cloud.stop();
  const before = cloud.requests.length;
  const away = await spoken("openai:marin", "");
  await until(async () => {
    const { data } = (await on.ask(`/api/v1/jobs/${away.job_id}`)).json;
    return data.status === "queued" && data.payload.phase === "waiting_for_uplink";
  });
  assert.equal(cloud.requests.length, before);
});
