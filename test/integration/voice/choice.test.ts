import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { voiceSecrets } from "../../support/voice/make-voice.ts";
import { codeOf, guide, VoiceDoor } from "../../support/voice/voice-server.ts";

const door = new VoiceDoor();

before(() => door.start());
after(() => door.stop());

const create = (body: object, on = door.rig) => on.post("/api/v1/voice/agents", body);

/** A session with an agent of this kind. */
async function session(
  agent: object,
  { on = door.rig, headers = {} as Record<string, string>, body = {} } = {},
) {
  const made = await create({ ...guide, ...agent }, on);
  assert.equal(made.status, 201, made.text);
  const request = { agent_id: made.json.data.id, ...body };
  return await on.post("/api/v1/voice/sessions", request, headers);
}

test("a session takes the provider of its request, else the agent's, else the voice's", async () => {
  const openai = { voice_id: "openai:marin" };
  assert.equal((await session(openai)).json.data.provider, "openai");
  const agents = await session({ ...openai, provider: "livekit" });
  assert.equal(agents.json.data.provider, "livekit");
  const named = await session({ provider: "livekit" }, { body: { provider: "openai" } });
  assert.equal(named.json.data.provider, "openai");
});

test("without a provider a session takes the only one that is configured", async (t) => {
  const one = await door.rigWith({ withoutKeys: true, only: "livekit" });
  t.after(() => one.stop());
  const made = await session({}, { on: one });
  assert.deepEqual([made.status, made.json.data?.provider], [201, "livekit"], made.text);
});

test("a session that no provider can be chosen for is refused with those there are", async (t) => {
  const several = await session({});
  assert.deepEqual(
    [codeOf(several), several.json.error.param],
    ["invalid_request_body", "provider"],
  );
  assert.match(several.json.error.message, /Name one of openai, elevenlabs, livekit/);
  const bare = await door.rigWith({ withoutKeys: true });
  t.after(() => bare.stop());
  const none = await session({}, { on: bare });
  assert.equal(codeOf(none), "invalid_request_body");
  assert.match(
    none.json.error.message,
    /none is configured.*name one of openai, elevenlabs, livekit/,
  );
  // A call that names one brings its own credentials.
  const own = await session(
    {},
    {
      on: bare,
      body: { provider: "openai" },
      headers: { "x-voice-provider-key": voiceSecrets.openaiKey },
    },
  );
  assert.equal(own.status, 201, own.text);
});

test("a voice that its source does not list is refused with the nearest names, in a new agent and in a changed one", async () => {
  for (const [voiceId, near] of [
    ["openai:marni", "openai:marin"],
    ["espeak:en-bg", "espeak:en-gb"],
    ["elevenlabs:Rachel", "elevenlabs:21m00Tcm4TlvDq8ikWAM"],
  ] as const) {
    const refused = await create({ ...guide, voice_id: voiceId });
    const { message, param } = refused.json.error;
    assert.deepEqual(
      [refused.status, codeOf(refused), param],
      [400, "invalid_request_body", "voice_id"],
    );
    assert.ok(message.includes(`The nearest are ${near}`), message);
  }
  for (const [voiceId, near] of [
    ["alloi", "openai:alloy"],
    ["opnai:marni", "openai:marin"],
  ] as const) {
    const refused = await create({ ...guide, voice_id: voiceId });
    const { message, param } = refused.json.error;
    assert.deepEqual([codeOf(refused), param], ["invalid_request_body", "voice_id"]);
    assert.ok(message.includes(`The nearest are ${near}`), message);
  }
  const id = await door.newAgent();
  const path = `/api/v1/voice/agents/${id}`;
  const body = { voice_id: "openai:nobody" };
  const changed = await door.rig.ask(path, { method: "PATCH", body });
  assert.deepEqual(
    [codeOf(changed), changed.json.error.param],
    ["invalid_request_body", "voice_id"],
  );
  assert.equal((await door.rig.ask(path)).json.data.voice_id, guide.voice_id);
});

test("a voice whose list cannot be had is not refused", async (t) => {
  const on = await door.rigWith({ withoutKeys: true, espeak: "no-such-espeak" });
  t.after(() => on.stop());
  for (const voiceId of ["elevenlabs:anybody", "espeak:xx-yy"]) {
    const made = await create({ ...guide, voice_id: voiceId }, on);
    assert.equal(made.status, 201, made.text);
  }
});
