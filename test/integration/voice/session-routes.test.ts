import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { wavFacts } from "../../../src/voice/wav.ts";
import { voiceSecrets } from "../../support/voice/make-voice.ts";
import { until } from "../../support/box/wait.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { codeOf, guide, VoiceDoor } from "../../support/voice/voice-server.ts";

const nowhere = "01900000-0000-7000-8000-0000000000ff";
const door = new VoiceDoor();

before(() => door.start());
after(() => door.stop());

test("every value of an agent's metadata is checked, whatever its name", async () => {
  for (const metadata of [{ "": { a: 1 } }, { "a\nb": 1 }, { a: "x".repeat(501) }]) {
    const answer = await door.rig.post("/api/v1/voice/agents", { ...guide, metadata });
    assert.deepEqual([answer.status, codeOf(answer)], [400, "invalid_request_body"], answer.text);
  }
});

test("a preview is a job that speaks the greeting on the box into a WAV file with an address of its own", async () => {
  const id = await door.newAgent({
    voice_id: "openai:alloy",
    language: "fr-FR",
    greeting: "Bonjour",
  });
  const path = `/api/v1/voice/agents/${id}/preview`;
  const spoken = async (body?: object) => {
    const made = await door.rig.post(path, body);
    assert.equal(made.status, 202, made.text);
    const self = `/api/v1/jobs/${made.json.data.job_id}?wait_for_completion=true`;
    const job = (await door.rig.ask(self)).json;
    assert.equal(job.status, "completed", JSON.stringify(job));
    return job.data;
  };
  const job = await spoken();
  const { output } = job.payload;
  assert.deepEqual(
    [job.type, output.voice_id, output.requested_voice_id, output.spoken_by],
    ["voice.preview", "espeak:fr-fr", "openai:alloy", "espeak-ng"],
  );
  assert.equal(job.result_url, output.audio_url);
  const file = await fetch(output.audio_url);
  assert.equal(file.headers.get("content-type"), "audio/wav");
  const wav = Buffer.from(await file.arrayBuffer());
  assert.ok(Math.abs(wavFacts(wav).durationSec - output.duration_seconds) < 0.01);
  const longer = await spoken({ text: "Une phrase qui est beaucoup plus longue que la première" });
  assert.ok(longer.payload.output.duration_seconds > output.duration_seconds);
  assert.equal(codeOf(await door.rig.post(path, { text: "" })), "invalid_request_body");
  const unknown = await door.rig.post(`/api/v1/voice/agents/${nowhere}/preview`);
  assert.equal(codeOf(unknown), "not_found");
});

test("voices are the box's real ones and those of the providers; without espeak-ng the list says why", async () => {
  const all = async (query: string, on = door.rig) =>
    (await on.ask(`/api/v1/voice/voices?limit=100${query}`)).json.data.data;
  const english = await all("&source=box&language=en");
  assert.ok(english.length > 3);
  for (const each of english) assert.match(each.id, /^espeak:en/);
  assert.ok((await all("&source=openai")).some(({ id }: { id: string }) => id === "openai:marin"));
  assert.deepEqual(
    (await all("&source=elevenlabs")).map(({ id, name }: { id: string; name: string }) => [
      id,
      name,
    ]),
    [["elevenlabs:21m00Tcm4TlvDq8ikWAM", "Rachel"]],
  );
  const mute = await door.rigWith({ espeak: "no-such-espeak", withoutKeys: true });
  door.dead.push(mute);
  const [none] = await all("&source=box", mute);
  assert.deepEqual([none.available, /apt-get/.test(none.reason)], [false, true]);
  const agent = await door.newAgent({}, mute);
  const preview = await mute.post(`/api/v1/voice/agents/${agent}/preview`);
  assert.deepEqual([preview.status, codeOf(preview)], [403, "feature_disabled"]);
  const session = await mute.post("/api/v1/voice/sessions", { agent_id: agent });
  assert.equal(codeOf(session), "voice_credentials_missing");
  // The call's own credentials do.
  const own = await mute.post(
    "/api/v1/voice/sessions",
    { agent_id: agent },
    { "x-voice-provider-key": voiceSecrets.openaiKey },
  );
  assert.equal(own.status, 201, own.text);
});

test("a session of OpenAI: the secret comes once, never again, also not under its Idempotency-Key", async () => {
  const agent_id = await door.newAgent({ voice_id: "openai:marin" });
  const body = { agent_id, ttl_seconds: 60, metadata: { visitor: "7" } };
  const headers = { "idempotency-key": "one-session" };
  const made = await door.rig.post("/api/v1/voice/sessions", body, headers);
  const { data } = made.json;
  assert.match(data.client_secret.value, /^ek_secret_/);
  assert.deepEqual(
    [made.json.status, data.provider, data.metadata],
    ["created", "openai", { visitor: "7" }],
  );
  const asked = JSON.parse(door.provider.received.at(-1)!.body);
  assert.deepEqual(asked.expires_after, { anchor: "created_at", seconds: 60 });
  assert.equal(asked.session.instructions, guide.system_prompt);
  assert.deepEqual(asked.session.audio, { output: { voice: "marin" } });
  const count = door.provider.received.length;
  const again = await door.rig.post("/api/v1/voice/sessions", body, headers);
  assert.deepEqual([again.status, again.json.data.id], [201, data.id]);
  assert.equal(again.json.data.client_secret, undefined);
  assert.equal(door.provider.received.length, count);
  const got = await door.rig.ask(`/api/v1/voice/sessions/${data.id}`);
  assert.ok(!got.text.includes("ek_secret"));
  assert.ok(!(await door.rig.ask("/api/v1/voice/sessions?limit=100")).text.includes("ek_secret"));
});

test("a session of ElevenLabs has a conversation token, one of LiveKit a token that the box has made", async () => {
  const eleven = await door.newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  assert.equal(eleven.client_secret.value.split(".").length, 3);
  assert.equal(
    door.provider.received.at(-1)!.path,
    "/v1/convai/conversation/token?agent_id=agent_1",
  );
  const live = await door.newSession({ provider: "livekit" });
  const [head = "", claims = "", mac = ""] = live.client_secret.value.split(".");
  const wanted = createHmac("sha256", voiceSecrets.livekitSecret).update(`${head}.${claims}`);
  assert.equal(mac, wanted.digest("base64url"));
  const { iss, exp, nbf, video, roomConfig } = JSON.parse(
    Buffer.from(claims, "base64url").toString(),
  );
  assert.deepEqual([iss, video.room, video.roomJoin], ["APIcanary", `gatehouse-${live.id}`, true]);
  assert.ok(exp - nbf >= 600 && exp - nbf <= 620);
  assert.equal(roomConfig.agents[0].agentName, "guide");
});

test("what a provider does not do is a coded answer, and nothing of the credentials is in it", async () => {
  const agent_id = await door.newAgent();
  const create = (more: object = {}, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    door.rig.post("/api/v1/voice/sessions", { agent_id, ...more }, headers);
  const wrong = "sk-wrong-canary-5c5c";
  const refused = await create({}, { "x-voice-provider-key": wrong });
  assert.deepEqual([refused.status, codeOf(refused)], [400, "voice_credentials_refused"]);
  assert.ok(!refused.text.includes(wrong));
  const strange = await create({}, { "x-voice-provider-key": "two words" });
  assert.equal(codeOf(strange), "voice_credentials_refused");
  const pair = { "x-voice-provider-key": "no-colon" };
  assert.equal(codeOf(await create({ provider: "livekit" }, pair)), "voice_credentials_refused");
  const none = await door.newAgent({ provider: "elevenlabs" });
  const unnamed = await door.rig.post("/api/v1/voice/sessions", { agent_id: none });
  assert.deepEqual(
    [codeOf(unnamed), unnamed.json.error.param],
    ["invalid_request_body", "agent_id"],
  );
  const there = await door.newAgent({ provider: "elevenlabs", provider_agent_id: "agent_unknown" });
  const unknown = await door.rig.post("/api/v1/voice/sessions", { agent_id: there });
  assert.equal(codeOf(unknown), "invalid_request_body");
  assert.equal(codeOf(await create({ agent_id: nowhere })), "not_found");
  assert.equal(codeOf(await create({ ttl_seconds: 9 })), "invalid_request_body");
  assert.equal(codeOf(await create({ provider_credentials: "x" })), "invalid_request_body");
  for (const trouble of [
    (answer: ServerResponse) => void answer.writeHead(503).end("busy"),
    (answer: ServerResponse) => void answer.writeHead(200).end("not json"),
    (answer: ServerResponse) => void answer.writeHead(200).end("{}"),
    (answer: ServerResponse) => void answer.socket!.destroy(),
  ]) {
    door.provider.trouble = trouble;
    const answer = await create();
    assert.deepEqual([answer.status, codeOf(answer)], [502, "upstream_error"], answer.text);
    assert.equal(answer.json.error.retryable, true);
  }
  door.provider.trouble = undefined;
  assert.equal((await create()).status, 201);
});

test("a session is completed with its summary once, and outlives its agent", async () => {
  const session = await door.newSession();
  const path = `/api/v1/voice/sessions/${session.id}/complete`;
  const { agent_id } = (await door.rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data;
  await door.rig.ask(`/api/v1/voice/agents/${agent_id}`, { method: "DELETE" });
  const open = (await door.rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data;
  assert.deepEqual([open.status, open.agent_deleted, open.agent_name], ["created", true, "Guide"]);
  assert.equal(codeOf(await door.rig.post("/api/v1/voice/sessions", { agent_id })), "not_found");
  assert.equal(codeOf(await door.rig.post(path, {})), "invalid_request_body");
  assert.equal(
    codeOf(await door.rig.post(path, { summary: "x".repeat(4001) })),
    "invalid_request_body",
  );
  const done = await door.rig.post(path, { summary: "Short talk" });
  assert.deepEqual(
    [done.status, done.json.status, done.json.data.summary],
    [200, "completed", "Short talk"],
  );
  const again = await door.rig.post(path, { summary: "Short talk" });
  assert.deepEqual(again.json.data, done.json.data);
  assert.equal(codeOf(await door.rig.post(path, { summary: "Other" })), "conflict");
  assert.equal(
    codeOf(await door.rig.post(path, { summary: "Short talk", outcome: "failed" })),
    "conflict",
  );
  const unknown = await door.rig.post(`/api/v1/voice/sessions/${nowhere}/complete`, {
    summary: "a",
  });
  assert.equal(codeOf(unknown), "not_found");
  const failed = await door.newSession();
  const ended = await door.rig.post(`/api/v1/voice/sessions/${failed.id}/complete`, {
    summary: "It broke off",
    outcome: "failed",
  });
  assert.equal(ended.json.status, "failed");
});

test("announce of a robot without a loudspeaker is spoken by the box, and the capability says through what", async () => {
  await door.rig.ask("/api/v1/robots/herald", { method: "PUT", body: { driver: "sim" } });
  const status = async () => (await door.rig.ask("/api/v1/robots/herald/status")).json;
  await until(async () => (await status()).status === "online");
  const { capabilities } = (await status()).data;
  assert.deepEqual(
    capabilities.filter(({ name }: { name: string }) => name === "announce"),
    [{ name: "announce", source: "box:file", available: true, reason: null }],
  );
  const command = { command: "announce", message: "Please step back" };
  const sent = await door.rig.post("/api/v1/robots/herald/command", { command });
  // Taken by the loudspeaker; it has succeeded once it was said, which may be before the answer.
  assert.ok(["executing", "succeeded"].includes(sent.json.status), sent.text);
  await until(() => door.rig.voice.boxVoice.describe().speakers[0]!.spoken === 1);
  const path = `/api/v1/robots/herald/commands/${sent.json.data.command_id}`;
  await until(async () => (await door.rig.ask(path)).json.status === "succeeded");
  const files = readdirSync(join(door.dir, "spoken"));
  assert.ok(files.length === 1 && files[0]!.endsWith(".wav"));
  await door.rig.ask("/api/v1/robots/mute", {
    method: "PUT",
    body: { driver: "sim", speaker: "attic" },
  });
  await until(async () => (await door.rig.ask("/api/v1/robots/mute")).json.status === "online");
  const refused = await door.rig.post("/api/v1/robots/mute/command", { command });
  assert.equal(refused.json.error.details[0].rule, "capability_missing");
  assert.match(refused.json.error.message, /no loudspeaker attic/);
});

test("no credential and no client secret is in the store, in a log line or in a list", async () => {
  const secrets = [...Object.values(voiceSecrets), "ek_secret_", "sk-wrong-canary-5c5c"];
  const lists = await Promise.all(
    ["agents", "sessions", "voices"].map((kind) => door.rig.ask(`/api/v1/voice/${kind}?limit=100`)),
  );
  const files = readdirSync(door.rig.dir, { recursive: true, withFileTypes: true });
  const store = files
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), "latin1"))
    .join("\n");
  assert.ok(store.includes("You show people around."));
  for (const secret of secrets) {
    // The API key of LiveKit is a name, not a secret.
    if (secret === voiceSecrets.livekitKey) continue;
    assert.ok(!door.logged.some((line) => line.includes(secret)), secret);
    assert.ok(!lists.some(({ text }) => text.includes(secret)), secret);
    assert.ok(!store.includes(secret), `${secret} is in the store`);
  }
});
