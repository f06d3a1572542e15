import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { signJwt } from "../../../src/adapters/voice-providers/jwt.ts";
import type { Logger } from "../../../src/core/logger.ts";
import { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import { wavFacts } from "../../../src/voice/wav.ts";
import { loopbackNetworks, siteCa } from "../../support/https-receiver.ts";
import { voiceSecrets } from "../../support/make-voice.ts";
import {
  elevenLabsHeaders,
  openAiHeaders,
  VoiceProviderServer,
} from "../../support/voice-provider-server.ts";
import { until } from "../../support/wait.ts";
import { type HttpAnswer, Rig } from "./rig.ts";

const nowhere = "01900000-0000-7000-8000-0000000000ff";
const provider = new VoiceProviderServer();
const dir = mkdtempSync(join(tmpdir(), "gatehouse-voice-"));
const outbound = new OutboundClient({
  allowedNetworks: loopbackNetworks,
  caFile: siteCa().caFile,
  ownPorts: () => [],
});
const logged: string[] = [];
const write = (fields: object, message: string): void =>
  void logged.push(JSON.stringify(fields) + message);
const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
const dead: Rig[] = [];
let rig: Rig;

before(async () => {
  await provider.start({ after: () => undefined });
  await outbound.start();
  rig = await rigWith({});
});
after(async () => {
  for (const each of [rig, ...dead]) await each.stop();
  await provider.stop();
  rmSync(dir, { recursive: true, force: true });
});

function rigWith(makeVoice: NonNullable<ConstructorParameters<typeof Rig>[0]>["makeVoice"]) {
  const quotas = { createsPerMinute: 100_000, readsPerMinute: 100_000 };
  const more = { baseUrl: provider.baseUrl, log, ...makeVoice };
  return new Rig({
    outbound,
    quotas,
    log,
    makeVoice: { dir: join(dir, "spoken"), ...more },
  }).start();
}

const guide = { name: "Guide", voice_id: "espeak:en-gb", system_prompt: "You show people around." };

async function newAgent(more: object = {}, on = rig): Promise<string> {
  const made = await on.post("/api/v1/voice/agents", { ...guide, provider: "openai", ...more });
  assert.equal(made.status, 201, made.text);
  return made.json.data.id as string;
}

async function newSession(more: object = {}, headers: Record<string, string> = {}) {
  const agent_id = await newAgent(more);
  const made = await rig.post("/api/v1/voice/sessions", { agent_id }, headers);
  assert.equal(made.status, 201, made.text);
  return made.json.data as {
    id: string;
    provider_session_id: string;
    client_secret: { value: string };
  };
}

const stateOf = async (id: string): Promise<string> =>
  (await rig.ask(`/api/v1/voice/sessions/${id}`)).json.status;
const event = (raw: string | Buffer, headers: Record<string, string>): Promise<HttpAnswer> =>
  rig.ask("/api/v1/voice/webhooks/realtime", { method: "POST", key: null, raw, headers });

const codeOf = (answer: HttpAnswer): string => answer.json.error?.code ?? `${answer.status}`;

test("every value of an agent's metadata is checked, whatever its name", async () => {
  for (const metadata of [{ "": { a: 1 } }, { "a\nb": 1 }, { a: "x".repeat(501) }]) {
    const answer = await rig.post("/api/v1/voice/agents", { ...guide, metadata });
    assert.deepEqual([answer.status, codeOf(answer)], [400, "invalid_request_body"], answer.text);
  }
});

test("a preview is a job that speaks the greeting on the box into a WAV file with an address of its own", async () => {
  const id = await newAgent({ voice_id: "openai:alloy", language: "fr-FR", greeting: "Bonjour" });
  const path = `/api/v1/voice/agents/${id}/preview`;
  const spoken = async (body?: object) => {
    const made = await rig.post(path, body);
    assert.equal(made.status, 202, made.text);
    const self = `/api/v1/jobs/${made.json.data.job_id}?wait_for_completion=true`;
    const job = (await rig.ask(self)).json;
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
  assert.equal(codeOf(await rig.post(path, { text: "" })), "invalid_request_body");
  const unknown = await rig.post(`/api/v1/voice/agents/${nowhere}/preview`);
  assert.equal(codeOf(unknown), "not_found");
});

test("voices are the box's real ones and those of the providers; without espeak-ng the list says why", async () => {
  const all = async (query: string, on = rig) =>
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
  const mute = await rigWith({ espeak: "no-such-espeak", withoutKeys: true });
  dead.push(mute);
  const [none] = await all("&source=box", mute);
  assert.deepEqual([none.available, /apt-get/.test(none.reason)], [false, true]);
  const agent = await newAgent({}, mute);
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
  const agent_id = await newAgent({ voice_id: "openai:marin" });
  const body = { agent_id, ttl_seconds: 60, metadata: { visitor: "7" } };
  const headers = { "idempotency-key": "one-session" };
  const made = await rig.post("/api/v1/voice/sessions", body, headers);
  const { data } = made.json;
  assert.match(data.client_secret.value, /^ek_secret_/);
  assert.deepEqual(
    [made.json.status, data.provider, data.metadata],
    ["created", "openai", { visitor: "7" }],
  );
  const asked = JSON.parse(provider.received.at(-1)!.body);
  assert.deepEqual(asked.expires_after, { anchor: "created_at", seconds: 60 });
  assert.equal(asked.session.instructions, guide.system_prompt);
  assert.deepEqual(asked.session.audio, { output: { voice: "marin" } });
  const count = provider.received.length;
  const again = await rig.post("/api/v1/voice/sessions", body, headers);
  assert.deepEqual([again.status, again.json.data.id], [201, data.id]);
  assert.equal(again.json.data.client_secret, undefined);
  assert.equal(provider.received.length, count);
  const got = await rig.ask(`/api/v1/voice/sessions/${data.id}`);
  assert.ok(!got.text.includes("ek_secret"));
  assert.ok(!(await rig.ask("/api/v1/voice/sessions?limit=100")).text.includes("ek_secret"));
});

test("a session of ElevenLabs has a conversation token, one of LiveKit a token that the box has made", async () => {
  const eleven = await newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  assert.equal(eleven.client_secret.value.split(".").length, 3);
  assert.equal(provider.received.at(-1)!.path, "/v1/convai/conversation/token?agent_id=agent_1");
  const live = await newSession({ provider: "livekit" });
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
  const agent_id = await newAgent();
  const create = (more: object = {}, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    rig.post("/api/v1/voice/sessions", { agent_id, ...more }, headers);
  const wrong = "sk-wrong-canary-5c5c";
  const refused = await create({}, { "x-voice-provider-key": wrong });
  assert.deepEqual([refused.status, codeOf(refused)], [400, "voice_credentials_refused"]);
  assert.ok(!refused.text.includes(wrong));
  const strange = await create({}, { "x-voice-provider-key": "two words" });
  assert.equal(codeOf(strange), "voice_credentials_refused");
  const pair = { "x-voice-provider-key": "no-colon" };
  assert.equal(codeOf(await create({ provider: "livekit" }, pair)), "voice_credentials_refused");
  const none = await newAgent({ provider: "elevenlabs" });
  const unnamed = await rig.post("/api/v1/voice/sessions", { agent_id: none });
  assert.deepEqual(
    [codeOf(unnamed), unnamed.json.error.param],
    ["invalid_request_body", "agent_id"],
  );
  const there = await newAgent({ provider: "elevenlabs", provider_agent_id: "agent_unknown" });
  const unknown = await rig.post("/api/v1/voice/sessions", { agent_id: there });
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
    provider.trouble = trouble;
    const answer = await create();
    assert.deepEqual([answer.status, codeOf(answer)], [502, "upstream_error"], answer.text);
    assert.equal(answer.json.error.retryable, true);
  }
  provider.trouble = undefined;
  assert.equal((await create()).status, 201);
});

test("events of each provider move its session, and are answered when that is on the disk", async () => {
  const openai = await newSession();
  const call = JSON.stringify({
    object: "event",
    id: "evt_1",
    type: "realtime.call.incoming",
    data: { call_id: "rtc_77", sip_headers: [{ name: "X-Gatehouse-Session", value: openai.id }] },
  });
  const taken = await event(call, openAiHeaders(call, { id: "wh_call" }));
  assert.deepEqual([taken.status, taken.json.data], [200, { received: true, duplicate: false }]);
  assert.equal(await stateOf(openai.id), "active");

  const eleven = await newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  const post = JSON.stringify({
    type: "post_call_transcription",
    event_timestamp: 1,
    data: {
      agent_id: "agent_1",
      conversation_id: "conv_1",
      status: "done",
      analysis: { transcript_summary: "They asked for the way." },
      conversation_initiation_client_data: {
        dynamic_variables: { gatehouse_session_id: eleven.id },
      },
    },
  });
  assert.equal((await event(post, elevenLabsHeaders(post))).status, 200);
  const { data } = (await rig.ask(`/api/v1/voice/sessions/${eleven.id}`)).json;
  assert.deepEqual(
    [data.status, data.summary, data.provider_session_id],
    ["completed", "They asked for the way.", "conv_1"],
  );

  const live = await newSession({ provider: "livekit" });
  const liveEvent = async (name: string, id: string): Promise<number> => {
    const raw = JSON.stringify({ event: name, id, room: { name: `gatehouse-${live.id}` } });
    const sha256 = createHash("sha256").update(raw).digest("base64");
    const exp = Math.floor(Date.now() / 1000) + 300;
    const token = signJwt({ iss: "APIcanary", exp, sha256 }, voiceSecrets.livekitSecret);
    const headers = { authorization: token, "content-type": "application/webhook+json" };
    return (await event(raw, headers)).status;
  };
  assert.equal(await liveEvent("participant_joined", "EV_1"), 200);
  assert.equal(await stateOf(live.id), "active");
  assert.equal(await liveEvent("room_finished", "EV_2"), 200);
  assert.equal(await stateOf(live.id), "completed");
  // What comes too late does not take it back.
  assert.equal(await liveEvent("participant_joined", "EV_3"), 200);
  assert.equal(await stateOf(live.id), "completed");

  const failing = await newSession({ provider: "elevenlabs", provider_agent_id: "agent_1" });
  const failure = JSON.stringify({
    type: "call_initiation_failure",
    data: {
      conversation_id: "conv_2",
      failure_reason: "busy",
      conversation_initiation_client_data: {
        dynamic_variables: { gatehouse_session_id: failing.id },
      },
    },
  });
  assert.equal((await event(failure, elevenLabsHeaders(failure))).status, 200);
  const ended = (await rig.ask(`/api/v1/voice/sessions/${failing.id}`)).json.data;
  assert.deepEqual([ended.status, ended.reason], ["failed", "busy"]);
});

test("a replayed event does nothing, an old or wrongly signed one is refused, and unknown ones are taken", async () => {
  const session = await newSession();
  const raw = JSON.stringify({
    type: "realtime.call.incoming",
    data: { call_id: "c", sip_headers: [{ name: "x-gatehouse-session", value: session.id }] },
  });
  const headers = openAiHeaders(raw, { id: "wh_replay" });
  assert.equal((await event(raw, headers)).json.data.duplicate, false);
  assert.deepEqual((await event(raw, headers)).json.data, { received: true, duplicate: true });
  const { data } = (await rig.ask(`/api/v1/voice/sessions/${session.id}`)).json;
  assert.equal(data.events, 1);
  const nowSec = Math.floor(Date.now() / 1000);
  const cases: [string | Buffer, Record<string, string>][] = [
    [`${raw} `, headers],
    [raw, openAiHeaders(raw, { atSec: nowSec - 301 })],
    [raw, openAiHeaders(raw, { atSec: nowSec + 400 })],
    [raw, openAiHeaders(raw, { secret: "whsec_AAAA" })],
    [raw, elevenLabsHeaders(raw, { atSec: nowSec - 1900 })],
    [raw, { ...openAiHeaders(raw), ...elevenLabsHeaders(raw) }],
    [raw, { authorization: `Bearer ${rig.key}` }],
    [raw, { authorization: "a.b.c" }],
    [raw, {}],
    ["", openAiHeaders("")],
    ["not json", openAiHeaders("not json", { id: "wh_text" })],
  ];
  for (const [body, signed] of cases) {
    const answer = await event(body, { "content-type": "application/json", ...signed });
    assert.deepEqual([answer.status, codeOf(answer)], [401, "invalid_signature"], answer.text);
    assert.ok(
      !/old|secret|fit.*body|hmac/i.test(answer.json.error.message.replace("does not fit", "")),
    );
  }
  assert.ok(logged.some((line) => line.includes("s old")));
  const other = JSON.stringify({ type: "response.completed", data: { id: "resp_1" } });
  assert.equal((await event(other, openAiHeaders(other, { id: "wh_other" }))).status, 200);
  const long = "x".repeat(256 * 1024 + 1);
  assert.equal(codeOf(await event(long, openAiHeaders(long))), "request_too_large");
  // Not one of them moved anything.
  assert.equal((await rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data.events, 1);
});

test("a session is completed with its summary once, and outlives its agent", async () => {
  const session = await newSession();
  const path = `/api/v1/voice/sessions/${session.id}/complete`;
  const { agent_id } = (await rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data;
  await rig.ask(`/api/v1/voice/agents/${agent_id}`, { method: "DELETE" });
  const open = (await rig.ask(`/api/v1/voice/sessions/${session.id}`)).json.data;
  assert.deepEqual([open.status, open.agent_deleted, open.agent_name], ["created", true, "Guide"]);
  assert.equal(codeOf(await rig.post("/api/v1/voice/sessions", { agent_id })), "not_found");
  assert.equal(codeOf(await rig.post(path, {})), "invalid_request_body");
  assert.equal(codeOf(await rig.post(path, { summary: "x".repeat(4001) })), "invalid_request_body");
  const done = await rig.post(path, { summary: "Short talk" });
  assert.deepEqual(
    [done.status, done.json.status, done.json.data.summary],
    [200, "completed", "Short talk"],
  );
  const again = await rig.post(path, { summary: "Short talk" });
  assert.deepEqual(again.json.data, done.json.data);
  assert.equal(codeOf(await rig.post(path, { summary: "Other" })), "conflict");
  assert.equal(
    codeOf(await rig.post(path, { summary: "Short talk", outcome: "failed" })),
    "conflict",
  );
  const unknown = await rig.post(`/api/v1/voice/sessions/${nowhere}/complete`, { summary: "a" });
  assert.equal(codeOf(unknown), "not_found");
  const failed = await newSession();
  const ended = await rig.post(`/api/v1/voice/sessions/${failed.id}/complete`, {
    summary: "It broke off",
    outcome: "failed",
  });
  assert.equal(ended.json.status, "failed");
});

test("announce of a robot without a loudspeaker is spoken by the box, and the capability says through what", async () => {
  await rig.ask("/api/v1/robots/herald", { method: "PUT", body: { driver: "sim" } });
  const status = async () => (await rig.ask("/api/v1/robots/herald/status")).json;
  await until(async () => (await status()).status === "online");
  const { capabilities } = (await status()).data;
  assert.deepEqual(
    capabilities.filter(({ name }: { name: string }) => name === "announce"),
    [{ name: "announce", source: "box:file", available: true, reason: null }],
  );
  const command = { command: "announce", message: "Please step back" };
  const sent = await rig.post("/api/v1/robots/herald/command", { command });
  // Taken by the loudspeaker; it has succeeded once it was said, which may be before the answer.
  assert.ok(["executing", "succeeded"].includes(sent.json.status), sent.text);
  await until(() => rig.voice.boxVoice.describe().speakers[0]!.spoken === 1);
  const path = `/api/v1/robots/herald/commands/${sent.json.data.command_id}`;
  await until(async () => (await rig.ask(path)).json.status === "succeeded");
  const files = readdirSync(join(dir, "spoken"));
  assert.ok(files.length === 1 && files[0]!.endsWith(".wav"));
  await rig.ask("/api/v1/robots/mute", {
    method: "PUT",
    body: { driver: "sim", speaker: "attic" },
  });
  await until(async () => (await rig.ask("/api/v1/robots/mute")).json.status === "online");
  const refused = await rig.post("/api/v1/robots/mute/command", { command });
  assert.equal(refused.json.error.details[0].rule, "capability_missing");
  assert.match(refused.json.error.message, /no loudspeaker attic/);
});

test("no credential and no client secret is in the store, in a log line or in a list", async () => {
  const secrets = [...Object.values(voiceSecrets), "ek_secret_", "sk-wrong-canary-5c5c"];
  const lists = await Promise.all(
    ["agents", "sessions", "voices"].map((kind) => rig.ask(`/api/v1/voice/${kind}?limit=100`)),
  );
  const files = readdirSync(rig.dir, { recursive: true, withFileTypes: true });
  const store = files
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), "latin1"))
    .join("\n");
  assert.ok(store.includes("You show people around."));
  for (const secret of secrets) {
    // The API key of LiveKit is a name, not a secret.
    if (secret === voiceSecrets.livekitKey) continue;
    assert.ok(!logged.some((line) => line.includes(secret)), secret);
    assert.ok(!lists.some(({ text }) => text.includes(secret)), secret);
    assert.ok(!store.includes(secret), `${secret} is in the store`);
  }
});
